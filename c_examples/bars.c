/*
 * Contact forces of the library in an explicit finite-element code: two elastic bars of the same
 * section meet head on, with meshes that do not match. In theory a wave runs through each bar and
 * back: the pressure is rho c v, contact lasts 2 L / c, and the bars part with their velocities
 * exchanged. The code has linear tetrahedra and no contact law of its own; what the library needs for
 * its law is five calls in the time loop, marked below. bars.f90 is the same in Fortran.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -O2 -IPREFIX/include bars.c -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o bars
 *     ./bars
 */
#include <math.h>
#include <string.h>

#include "check.h"

enum { MAX_NODES = 4096, MAX_TETS = 8192, BARS = 2 };

/* Young's modulus and density are 1, and Poisson's ratio is 0: waves have the speed 1. */
static const double LENGTH = 10.0, SPEED = 0.1, END = 28.0, OFFSET = 0.02;

typedef struct {
    size_t nodes, tets;
    double x[3 * MAX_NODES], v[3 * MAX_NODES], f[3 * MAX_NODES], rest[3 * MAX_NODES], mass[MAX_NODES];
    int32_t tet[4 * MAX_TETS];
    /* The gradients of the shape functions, and the volume, of each element. */
    double gradient[12 * MAX_TETS], volume[MAX_TETS];
} bar;

static bar bars[BARS];

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Gradients, volume and masses of an element; returns a bound of its frequency squared. */
static double prepare_element(bar *b, size_t t)
{
    const int32_t *n = b->tet + 4 * t;
    double *g = b->gradient + 12 * t, e[3][3], bound = 0.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            e[i][k] = b->rest[3 * n[i + 1] + k] - b->rest[3 * n[0] + k];
    for (int i = 0; i < 3; i++)
        cross(e[(i + 1) % 3], e[(i + 2) % 3], g + 3 * (i + 1));
    double six = e[0][0] * g[3] + e[0][1] * g[4] + e[0][2] * g[5];
    for (int i = 3; i < 12; i++)
        g[i] /= six;
    for (int k = 0; k < 3; k++)
        g[k] = -(g[3 + k] + g[6 + k] + g[9 + k]);
    b->volume[t] = six / 6.0;
    for (int i = 0; i < 4; i++)
        b->mass[n[i]] += b->volume[t] / 4.0;
    for (int i = 0; i < 12; i++)
        bound += 4.0 * g[i] * g[i];
    return bound;
}

/* A bar that begins at x = start and moves along x. Returns the time step that its elements allow. */
static double make_bar(bar *b, const size_t cells[3], double start, double velocity)
{
    const double size[3] = {LENGTH, 1.0, 1.0};
    gapkit_demo *block;
    gapkit_mesh mesh;
    CALL(gapkit_demo_block(cells, size, &block));
    CALL(gapkit_demo_mesh(block, &mesh, sizeof mesh));
    b->nodes = mesh.node_count;
    b->tets = mesh.element_count;
    HOLDS(b->nodes <= MAX_NODES && b->tets <= MAX_TETS);
    memcpy(b->tet, mesh.connectivity, 4 * b->tets * sizeof *b->tet);
    for (size_t i = 0; i < 3 * b->nodes; i++) {
        b->rest[i] = b->x[i] = mesh.x[i] + (i % 3 == 0 ? start : 0.0);
        b->v[i] = i % 3 == 0 ? velocity : 0.0;
    }
    CALL(gapkit_demo_free(block));
    double bound = 0.0;
    for (size_t t = 0; t < b->tets; t++)
        bound = fmax(bound, prepare_element(b, t));
    return 2.0 / sqrt(bound);
}

/* The forces of the elements: small strains, stress equal to strain. */
static void element_forces(bar *b)
{
    memset(b->f, 0, sizeof b->f);
    for (size_t t = 0; t < b->tets; t++) {
        const int32_t *n = b->tet + 4 * t;
        const double *g = b->gradient + 12 * t;
        double h[3][3] = {{0}};
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    h[k][l] += (b->x[3 * n[i] + k] - b->rest[3 * n[i] + k]) * g[3 * i + l];
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    b->f[3 * n[i] + k] -= 0.5 * (h[k][l] + h[l][k]) * g[3 * i + l] * b->volume[t];
    }
}

static void move(bar *b, double kick, double dt)
{
    for (size_t i = 0; i < 3 * b->nodes; i++) {
        b->v[i] += kick * b->f[i] / b->mass[i / 3];
        b->x[i] += dt * b->v[i];
    }
}

/* The mean velocity along the bar. */
static double mean_velocity(const bar *b)
{
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < b->nodes; i++) {
        sum += b->mass[i] * b->v[3 * i];
        mass += b->mass[i];
    }
    return sum / mass;
}

static gapkit_scene *make_scene(uint32_t body[BARS], double element_step)
{
    gapkit_scene_config config;
    gapkit_force_law law;
    gapkit_scene *scene;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 1.5 * OFFSET;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    for (int i = 0; i < BARS; i++) {
        gapkit_mesh mesh;
        CALL(gapkit_mesh_default(&mesh, sizeof mesh));
        mesh.x = bars[i].x;
        mesh.node_count = bars[i].nodes;
        mesh.connectivity = bars[i].tet;
        mesh.element_count = bars[i].tets;
        CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[i]));
        CALL(gapkit_scene_set_material(scene, body[i], 1.0 / 3.0, 1.0));
    }
    CALL(gapkit_force_law_default(&law, sizeof law));
    law.offset = OFFSET;
    law.time_step = element_step;
    CALL(gapkit_scene_set_force_law(scene, &law));
    return scene;
}

static int is_near(const char *what, double value, double theory, double limit)
{
    double difference = value / theory - 1.0;
    printf("%-16s %9.5f, in theory %8.4f: %+.2f %%\n", what, value, theory, 100.0 * difference);
    return fabs(difference) <= limit;
}

int main(void)
{
    const size_t cells[BARS][3] = {{80, 2, 2}, {80, 3, 3}};
    const double half = 0.5 * OFFSET + SPEED;
    double step = fmin(make_bar(&bars[0], cells[0], -LENGTH - half, SPEED),
                       make_bar(&bars[1], cells[1], half, -SPEED));
    uint32_t body[BARS];
    gapkit_scene *scene = make_scene(body, step);
    double time = 0.0, dt = 0.0, first = INFINITY, last = 0.0, pressure = 0.0, during = 0.0;
    while (time < END) {
        gapkit_forces forces;
        gapkit_force_pair pair;
        memset(&pair, 0, sizeof pair);
        size_t pairs = 0;
        for (int i = 0; i < BARS; i++) {
            CALL(gapkit_scene_set_positions(scene, body[i], bars[i].x, NULL, NULL, 3, bars[i].nodes));   /* 1 */
            CALL(gapkit_scene_set_velocities(scene, body[i], bars[i].v, NULL, NULL, 3, bars[i].nodes, 0)); /* 2 */
        }
        CALL(gapkit_scene_detect(scene, NULL));                         /* 3 */
        CALL(gapkit_scene_forces(scene, dt, &forces, sizeof forces));   /* 4 */
        for (int i = 0; i < BARS; i++) {
            element_forces(&bars[i]);
            CALL(gapkit_scene_add_forces(scene, body[i], bars[i].f, NULL, NULL, 3, bars[i].nodes)); /* 5 */
        }
        CALL(gapkit_scene_force_pairs(scene, &pair, 1, &pairs));
        if (pair.force[0] > 0.0) {
            first = fmin(first, time);
            last = time;
        }
        if (time > first + 0.5 * LENGTH && time < first + 1.5 * LENGTH) {
            pressure += pair.force[0] * dt;
            during += dt;
        }
        HOLDS(forces.deep == 0 && forces.max_closure < 1.0);
        double before = dt;
        dt = 0.9 * forces.stable_time_step;
        for (int i = 0; i < BARS; i++)
            move(&bars[i], 0.5 * (before + dt), dt);
        time += dt;
    }
    /* The section is 1. */
    int good = is_near("pressure", pressure / during, SPEED, 0.02);
    good &= is_near("contact time", last - first, 2.0 * LENGTH, 0.02);
    good &= is_near("velocity, left", mean_velocity(&bars[0]), -SPEED, 0.02);
    good &= is_near("velocity, right", mean_velocity(&bars[1]), SPEED, 0.02);
    CALL(gapkit_scene_free(scene));
    HOLDS(good);
    return EXIT_SUCCESS;
}
