/*
 * The time loop of an explicit finite-element code with contact: a block falls onto another of the
 * same section, whose lower face is held, and bounces off. The code has one array of nodes for
 * everything, and each body is a list of elements that refers to it; gapkit reads both in place.
 * The elements here are springs along the edges of tetrahedra, to keep the example short.
 * fe_loop.f90 is the same in Fortran, with the same contacts to the last bit.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -O2 -ffp-contract=off -IPREFIX/include fe_loop.c \
 *         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o fe_loop
 *     ./fe_loop
 *
 * It writes fe_loop.vtu, the blocks at their deepest, for ParaView.
 */
#include <math.h>
#include <string.h>

#include "check.h"

enum { STEPS = 300, MAX_NODES = 128, MAX_TETS = 512, MAX_PAIRS = 8192 };

static const double DT = 1e-3, DENSITY = 1.0, SPRING = 200.0, PENALTY = 5e4, MARGIN = 0.02;

/* All that the code knows: nodes of both blocks, and their elements, the lower block first. */
static struct {
    size_t nodes, tets, lower_nodes, lower_tets;
    double x[3 * MAX_NODES], v[3 * MAX_NODES], f[3 * MAX_NODES], mass[MAX_NODES];
    int held[MAX_NODES];
    int32_t tet[4 * MAX_TETS];
    double rest[6 * MAX_TETS];
} code;

static const int EDGES[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* Adds a block of the library to the arrays of the code, moved by a shift. */
static void add_block(const size_t cells[3], const double size[3], const double shift[3])
{
    gapkit_demo *block;
    gapkit_mesh mesh;
    CALL(gapkit_demo_block(cells, size, &block));
    CALL(gapkit_demo_mesh(block, &mesh, sizeof mesh));
    HOLDS(code.nodes + mesh.node_count <= MAX_NODES && code.tets + mesh.element_count <= MAX_TETS);
    for (size_t i = 0; i < 3 * mesh.node_count; i++)
        code.x[3 * code.nodes + i] = mesh.x[i] + shift[i % 3];
    const int32_t *connectivity = (const int32_t *)mesh.connectivity;
    for (size_t i = 0; i < 4 * mesh.element_count; i++)
        code.tet[4 * code.tets + i] = connectivity[i] + (int32_t)code.nodes;
    code.nodes += mesh.node_count;
    code.tets += mesh.element_count;
    CALL(gapkit_demo_free(block));
}

static double length(const double *d)
{
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* From one end of an edge of an element to the other. */
static void along(size_t tet, int edge, double d[3])
{
    const double *p = code.x + 3 * code.tet[4 * tet + EDGES[edge][0]];
    const double *q = code.x + 3 * code.tet[4 * tet + EDGES[edge][1]];
    for (int k = 0; k < 3; k++)
        d[k] = q[k] - p[k];
}

/* Masses of nodes, lengths of springs, and which nodes are held. */
static void prepare(void)
{
    for (size_t t = 0; t < code.tets; t++) {
        double a[3], b[3], c[3], volume;
        along(t, 0, a);
        along(t, 1, b);
        along(t, 2, c);
        volume = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                  a[2] * (b[0] * c[1] - b[1] * c[0])) / 6.0;
        for (int k = 0; k < 4; k++)
            code.mass[code.tet[4 * t + k]] += DENSITY * volume / 4.0;
        for (int e = 0; e < 6; e++) {
            along(t, e, a);
            code.rest[6 * t + e] = length(a);
        }
    }
    for (size_t i = 0; i < code.nodes; i++) {
        code.held[i] = code.x[3 * i + 2] == 0.0;
        code.v[3 * i + 2] = i < code.lower_nodes ? 0.0 : -1.0;
    }
}

/* The forces of the elements. */
static void add_springs(void)
{
    for (size_t t = 0; t < code.tets; t++) {
        for (int e = 0; e < 6; e++) {
            double d[3];
            along(t, e, d);
            double l = length(d);
            double pull = SPRING * (l - code.rest[6 * t + e]) / l;
            for (int k = 0; k < 3; k++) {
                code.f[3 * code.tet[4 * t + EDGES[e][0]] + k] += pull * d[k];
                code.f[3 * code.tet[4 * t + EDGES[e][1]] + k] -= pull * d[k];
            }
        }
    }
}

/* The forces of contacts: a pressure against penetration, shared among the nodes by their weights.
 * The nodes are those of the code's own arrays. Returns the deepest penetration. */
static double add_contacts(const gapkit_contact *contacts, size_t count)
{
    double deepest = 0.0;
    for (size_t c = 0; c < count; c++) {
        const gapkit_contact *contact = &contacts[c];
        if (contact->gap >= 0.0)
            continue;
        double push = -(PENALTY * contact->area * contact->gap);
        const double *a = contact->weight_a, *b = contact->weight_b, *n = contact->normal;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < contact->node_count_a; i++)
                code.f[3 * contact->node_a[i] + k] -= push * a[i] * n[k];
            for (int i = 0; i < contact->node_count_b; i++)
                code.f[3 * contact->node_b[i] + k] += push * b[i] * n[k];
        }
        deepest = fmax(deepest, -contact->gap);
    }
    return deepest;
}

/* Velocities half a step later, positions a step later. */
static void move(void)
{
    for (size_t i = 0; i < code.nodes; i++) {
        for (int k = 0; k < 3 && !code.held[i]; k++) {
            code.v[3 * i + k] += DT * (code.f[3 * i + k] / code.mass[i]);
            code.x[3 * i + k] += DT * code.v[3 * i + k];
        }
    }
}

/* The vertical momentum of the upper block. */
static double momentum(void)
{
    double sum = 0.0;
    for (size_t i = code.lower_nodes; i < code.nodes; i++)
        sum += code.mass[i] * code.v[3 * i + 2];
    return sum;
}

/* The distance of the blocks, from every element of one against every element of the other: all
 * pairs in one call to see which can be near, and those in another for their distances. The
 * elements are the code's own numbers. */
static double apart(void)
{
    static int32_t a[4 * MAX_PAIRS], b[4 * MAX_PAIRS], near[MAX_PAIRS];
    static gapkit_answer answers[MAX_PAIRS];
    size_t pairs = 0, left = 0;
    for (size_t i = 0; i < code.lower_tets; i++) {
        for (size_t j = code.lower_tets; j < code.tets; j++, pairs++) {
            HOLDS(pairs < MAX_PAIRS);
            memcpy(a + 4 * pairs, code.tet + 4 * i, 4 * sizeof *a);
            memcpy(b + 4 * pairs, code.tet + 4 * j, 4 * sizeof *b);
        }
    }
    gapkit_query query;
    CALL(gapkit_query_default(&query, sizeof query));
    query.bound = 0.5;
    CALL(gapkit_within_elements(code.x, code.nodes, a, 4, b, 4, pairs, &query, near));
    for (size_t i = 0; i < pairs; i++) {
        if (near[i]) {
            memmove(a + 4 * left, a + 4 * i, 4 * sizeof *a);
            memmove(b + 4 * left, b + 4 * i, 4 * sizeof *b);
            left++;
        }
    }
    HOLDS(left > 0 && left < pairs);
    CALL(gapkit_distance_elements(code.x, code.nodes, a, 4, b, 4, left, NULL, answers));
    double least = answers[0].distance;
    for (size_t i = 1; i < left; i++)
        least = fmin(least, answers[i].distance);
    printf("%zu of %zu pairs of elements are near, the nearest %.5f apart\n", left, pairs, least);
    return least;
}

static gapkit_scene *make_scene(uint32_t body[2])
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    gapkit_mesh mesh;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = MARGIN;
    config.threads = 2;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));

    CALL(gapkit_mesh_default(&mesh, sizeof mesh));
    mesh.x = code.x; /* x y z side by side; all nodes, though each body uses a part of them */
    mesh.node_count = code.nodes;
    mesh.connectivity = code.tet;
    mesh.element_count = code.lower_tets;
    CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[0]));
    mesh.connectivity = code.tet + 4 * code.lower_tets;
    mesh.element_count = code.tets - code.lower_tets;
    CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[1]));
    return scene;
}

int main(void)
{
    const size_t lower_cells[3] = {3, 3, 2}, upper_cells[3] = {2, 2, 2};
    const double lower_size[3] = {1.2, 1.2, 0.8}, upper_size[3] = {1.2, 1.2, 0.7};
    const double origin[3] = {0.0, 0.0, 0.0}, shift[3] = {0.0, 0.0, 0.81};
    add_block(lower_cells, lower_size, origin);
    code.lower_nodes = code.nodes;
    code.lower_tets = code.tets;
    add_block(upper_cells, upper_size, shift);
    prepare();

    uint32_t body[2];
    gapkit_scene *scene = make_scene(body);
    double before = momentum(), deepest = 0.0;
    uint64_t all = 0;
    size_t most = 0;
    for (int step = 0; step < STEPS; step++) {
        const gapkit_contact *contacts;
        size_t count;
        uint64_t hash;
        for (int i = 0; i < 2; i++)
            CALL(gapkit_scene_set_positions(scene, body[i], code.x, NULL, NULL, 3, code.nodes));
        CALL(gapkit_scene_detect(scene, &count));
        CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
        CALL(gapkit_scene_hash(scene, &hash));
        all = (all << 1 | all >> 63) ^ hash;
        most = count > most ? count : most;

        memset(code.f, 0, sizeof code.f);
        add_springs();
        double depth = add_contacts(contacts, count);
        if (depth > deepest) {
            deepest = depth;
            CALL(gapkit_scene_write_vtk(scene, "fe_loop.vtu"));
        }
        move();
    }
    printf("momentum %.6f before, %.6f after; at most %zu contacts, %.5f deep\n", before,
           momentum(), most, deepest);
    printf("hash of all contacts %016llx\n", (unsigned long long)all);
    HOLDS(momentum() > 0.5 * -before);
    HOLDS(apart() > 0.0); /* it has bounced off */
    HOLDS(most > 0 && deepest > 0.0 && deepest < 0.02);
    CALL(gapkit_scene_free(scene));
    return EXIT_SUCCESS;
}
