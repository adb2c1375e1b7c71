/*
 * What detection costs a host: two blocks of tetrahedra, one on the other with the whole face, in
 * an explicit code with neo-Hookean elements. Each step has the forces of the elements, the
 * positions for gapkit and the detection, the forces of contacts, and the motion; the example
 * prints how long each takes, and how much detection is beside the elements.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -O2 -IPREFIX/include host_step.c \
 *         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o host_step
 *     ./host_step 20 1 60
 *
 * The arguments are the cells along an edge of a block (20 are 96,000 tetrahedra in all), the
 * threads of detection, and the number of steps. Without any it is a small one.
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <string.h>
#include <time.h>

#include "check.h"

enum { CORNERS = 4, STAGES = 4, MAX_STEPS = 10000 };
enum { ELEMENTS, DETECTION, CONTACTS, MOTION };
static const char *const NAMES[STAGES] = {"elements", "positions and detection",
                                          "forces of contacts", "motion"};

/* Lame's constants, density, and the pressure per length of penetration and cell. */
static const double MU = 0.4, LAMBDA = 0.6, DENSITY = 1.0, PENALTY = 2.0;
static const double SPEED = 0.02, OVERLAP = 1e-4;

static struct {
    size_t nodes, tets, lower_nodes, lower_tets, cells;
    double *x, *v, *f, *mass;
    int32_t *tet;
    double *inverse; /* of the matrix of edges at rest, by rows, of each element */
    double *volume;
} code;

static double *numbers(size_t count)
{
    double *made = (double *)calloc(count, sizeof *made);
    HOLDS(made != NULL);
    return made;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Both blocks: the lower one as it is, the upper one on it, a little too deep. */
static void make_blocks(size_t cells)
{
    const size_t along[3] = {cells, cells, cells};
    const double size[3] = {1.0, 1.0, 1.0};
    gapkit_demo *block;
    gapkit_mesh mesh;
    CALL(gapkit_demo_block(along, size, &block));
    CALL(gapkit_demo_mesh(block, &mesh, sizeof mesh));
    code.cells = cells;
    code.lower_nodes = mesh.node_count;
    code.lower_tets = mesh.element_count;
    code.nodes = 2 * code.lower_nodes;
    code.tets = 2 * code.lower_tets;
    code.x = numbers(3 * code.nodes);
    code.v = numbers(3 * code.nodes);
    code.f = numbers(3 * code.nodes);
    code.mass = numbers(code.nodes);
    code.inverse = numbers(9 * code.tets);
    code.volume = numbers(code.tets);
    code.tet = (int32_t *)calloc(CORNERS * code.tets, sizeof *code.tet);
    HOLDS(code.tet != NULL);
    const int32_t *connectivity = (const int32_t *)mesh.connectivity;
    for (size_t body = 0; body < 2; body++) {
        double *x = code.x + 3 * body * code.lower_nodes;
        int32_t *tet = code.tet + CORNERS * body * code.lower_tets;
        for (size_t i = 0; i < 3 * mesh.node_count; i++)
            x[i] = mesh.x[i] + (i % 3 == 2 ? (double)body * (1.0 - OVERLAP) : 0.0);
        for (size_t i = 0; i < CORNERS * mesh.element_count; i++)
            tet[i] = connectivity[i] + (int32_t)(body * code.lower_nodes);
    }
    for (size_t i = code.lower_nodes; i < code.nodes; i++)
        code.v[3 * i + 2] = -SPEED;
    CALL(gapkit_demo_free(block));
}

/* The matrix whose columns are the edges from the first corner of an element. */
static void edges(size_t t, double d[9])
{
    const int32_t *tet = code.tet + CORNERS * t;
    const double *origin = code.x + 3 * tet[0];
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++)
            d[3 * k + j] = code.x[3 * tet[j + 1] + k] - origin[k];
}

/* The cofactors of a matrix; returns its determinant. */
static double cofactors(const double m[9], double c[9])
{
    c[0] = m[4] * m[8] - m[5] * m[7];
    c[1] = m[5] * m[6] - m[3] * m[8];
    c[2] = m[3] * m[7] - m[4] * m[6];
    c[3] = m[2] * m[7] - m[1] * m[8];
    c[4] = m[0] * m[8] - m[2] * m[6];
    c[5] = m[1] * m[6] - m[0] * m[7];
    c[6] = m[1] * m[5] - m[2] * m[4];
    c[7] = m[2] * m[3] - m[0] * m[5];
    c[8] = m[0] * m[4] - m[1] * m[3];
    return m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
}

/* Elements at rest, and masses of nodes. */
static void prepare(void)
{
    for (size_t t = 0; t < code.tets; t++) {
        double d[9], c[9];
        edges(t, d);
        double determinant = cofactors(d, c);
        code.volume[t] = determinant / 6.0;
        HOLDS(determinant > 0.0);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                code.inverse[9 * t + 3 * i + j] = c[3 * j + i] / determinant;
        for (int k = 0; k < CORNERS; k++)
            code.mass[code.tet[CORNERS * t + k]] += DENSITY * code.volume[t] / CORNERS;
    }
}

/* The forces of the elements, P = mu (F - F^-T) + lambda ln(J) F^-T. */
static void add_elements(void)
{
    for (size_t t = 0; t < code.tets; t++) {
        const int32_t *tet = code.tet + CORNERS * t;
        const double *inverse = code.inverse + 9 * t;
        double d[9], f[9], c[9], p[9];
        edges(t, d);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                f[3 * i + j] = d[3 * i] * inverse[j] + d[3 * i + 1] * inverse[3 + j] +
                               d[3 * i + 2] * inverse[6 + j];
        double determinant = cofactors(f, c);
        double factor = (LAMBDA * log(determinant) - MU) / determinant;
        for (int i = 0; i < 9; i++)
            p[i] = code.volume[t] * (MU * f[i] + factor * c[i]);
        for (int i = 0; i < 3; i++) {
            double sum = 0.0;
            for (int j = 0; j < 3; j++) {
                double force = p[3 * i] * inverse[3 * j] + p[3 * i + 1] * inverse[3 * j + 1] +
                               p[3 * i + 2] * inverse[3 * j + 2];
                code.f[3 * tet[j + 1] + i] -= force;
                sum += force;
            }
            code.f[3 * tet[0] + i] += sum;
        }
    }
}

/* The forces of contacts: a pressure against penetration. Returns how many push. */
static size_t add_contacts(const gapkit_contact *contacts, size_t count)
{
    size_t pushing = 0;
    double stiffness = PENALTY * (double)code.cells;
    for (size_t c = 0; c < count; c++) {
        const gapkit_contact *contact = &contacts[c];
        if (contact->gap >= 0.0)
            continue;
        pushing++;
        double push = -(stiffness * contact->area * contact->gap);
        for (int k = 0; k < 3; k++) {
            double along = push * contact->normal[k];
            for (int i = 0; i < contact->node_count_a; i++)
                code.f[3 * contact->node_a[i] + k] -= along * contact->weight_a[i];
            for (int i = 0; i < contact->node_count_b; i++)
                code.f[3 * contact->node_b[i] + k] += along * contact->weight_b[i];
        }
    }
    return pushing;
}

static void move(double dt)
{
    for (size_t i = 0; i < code.nodes; i++) {
        for (int k = 0; k < 3; k++) {
            code.v[3 * i + k] += dt * (code.f[3 * i + k] / code.mass[i]);
            code.x[3 * i + k] += dt * code.v[3 * i + k];
        }
    }
}

/* The vertical momentum of some nodes. */
static double momentum(size_t from, size_t to)
{
    double sum = 0.0;
    for (size_t i = from; i < to; i++)
        sum += code.mass[i] * code.v[3 * i + 2];
    return sum;
}

static gapkit_scene *make_scene(uint32_t body[2], uint32_t threads)
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    gapkit_mesh mesh;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.1 / (double)code.cells;
    config.threads = threads;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    CALL(gapkit_mesh_default(&mesh, sizeof mesh));
    mesh.x = code.x;
    mesh.node_count = code.nodes;
    mesh.element_count = code.lower_tets;
    for (int i = 0; i < 2; i++) {
        mesh.connectivity = code.tet + (size_t)i * CORNERS * code.lower_tets;
        CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[i]));
    }
    return scene;
}

/* One step; the seconds of its stages go to `seconds`. Returns how many contacts push. */
static size_t step(gapkit_scene *scene, const uint32_t body[2], double dt, double seconds[STAGES])
{
    const gapkit_contact *contacts;
    size_t count, pushing;
    double times[STAGES + 1];
    times[ELEMENTS] = now();
    memset(code.f, 0, 3 * code.nodes * sizeof *code.f);
    add_elements();
    times[DETECTION] = now();
    for (int i = 0; i < 2; i++)
        CALL(gapkit_scene_set_positions(scene, body[i], code.x, NULL, NULL, 3, code.nodes));
    CALL(gapkit_scene_detect(scene, &count));
    CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
    times[CONTACTS] = now();
    pushing = add_contacts(contacts, count);
    times[MOTION] = now();
    move(dt);
    times[STAGES] = now();
    for (int i = 0; i < STAGES; i++)
        seconds[i] = times[i + 1] - times[i];
    return pushing;
}

static int compare(const void *a, const void *b)
{
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

/* Prints the median and the shortest time of each stage, and what detection is beside elements. */
static void report(double *seconds, size_t steps)
{
    double median[STAGES], least[STAGES];
    double *list = numbers(steps);
    for (int stage = 0; stage < STAGES; stage++) {
        for (size_t i = 0; i < steps; i++)
            list[i] = seconds[STAGES * i + (size_t)stage];
        qsort(list, steps, sizeof *list, compare);
        median[stage] = 1e3 * list[steps / 2];
        least[stage] = 1e3 * list[0];
        printf("%-24s median %9.3f ms, least %9.3f ms\n", NAMES[stage], median[stage],
               least[stage]);
    }
    printf("detection over elements  median %9.3f,    least %9.3f\n",
           median[DETECTION] / median[ELEMENTS], least[DETECTION] / least[ELEMENTS]);
    free(list);
}

static size_t argument(int argc, char **argv, int place, size_t otherwise)
{
    return argc > place ? (size_t)strtoul(argv[place], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    size_t cells = argument(argc, argv, 1, 4), steps = argument(argc, argv, 3, 30), least = 0;
    uint32_t threads = (uint32_t)argument(argc, argv, 2, 1), body[2];
    HOLDS(cells >= 1 && cells <= 200 && threads >= 1 && steps >= 1 && steps <= MAX_STEPS);
    make_blocks(cells);
    prepare();
    gapkit_scene *scene = make_scene(body, threads);
    double before = momentum(0, code.nodes), dt = 0.1 / (double)cells;
    double *seconds = numbers(STAGES * steps);
    for (size_t i = 0; i < steps; i++) {
        size_t pushing = step(scene, body, dt, seconds + STAGES * i);
        least = i == 0 || pushing < least ? pushing : least;
    }
    printf("%zu tetrahedra, %zu steps, %u threads, at least %zu contacts that push\n", code.tets,
           steps, (unsigned)threads, least);
    report(seconds, steps);
    /* The whole face pushes at all times, the upper block is slowed down by what the lower one
     * gets. */
    HOLDS(least >= code.cells * code.cells);
    HOLDS(momentum(0, code.lower_nodes) < 0.0);
    HOLDS(fabs(momentum(0, code.nodes) - before) < 1e-9 * fabs(before));
    CALL(gapkit_scene_free(scene));
    free(seconds);
    free(code.x);
    free(code.v);
    free(code.f);
    free(code.mass);
    free(code.inverse);
    free(code.volume);
    free(code.tet);
    return EXIT_SUCCESS;
}
