/*
 * An implicit finite-element code with contact: one block is pressed onto another of the same
 * section, with meshes that do not match. Newton's method finds the equilibrium; the search is
 * outside, and inside it the same contacts are evaluated again in each iteration. Without lateral
 * contraction the stress is uniform, and the force is known in closed form.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -O2 -IPREFIX/include newton.c \
 *         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o newton
 *     ./newton
 */
#include <math.h>
#include <string.h>

#include "check.h"

enum { MAX_NODES = 200, MAX_TETS = 900, MAX_DOFS = 3 * MAX_NODES, MAX_ITERATIONS = 8 };

static const double YOUNG = 100.0, PENALTY = 2e4, ONSET = 0.001, PRESSED = 0.02, MARGIN = 0.05;

/* All that the code knows: nodes of both blocks and their elements, the lower block first. */
static struct {
    size_t nodes, tets, lower_nodes, lower_tets;
    double rest[3 * MAX_NODES], x[3 * MAX_NODES];
    int32_t tet[4 * MAX_TETS];
    int held[MAX_DOFS];
} code;

/* The residual and the tangent. */
static double residual[MAX_DOFS], tangent[MAX_DOFS][MAX_DOFS];

static void add_block(const size_t cells[3], double bottom)
{
    const double size[3] = {1, 1, 1};
    gapkit_demo *block;
    gapkit_mesh mesh;
    CALL(gapkit_demo_block(cells, size, &block));
    CALL(gapkit_demo_mesh(block, &mesh, sizeof mesh));
    HOLDS(code.nodes + mesh.node_count <= MAX_NODES && code.tets + mesh.element_count <= MAX_TETS);
    for (size_t i = 0; i < 3 * mesh.node_count; i++)
        code.rest[3 * code.nodes + i] = mesh.x[i] + (i % 3 == 2 ? bottom : 0);
    const int32_t *connectivity = (const int32_t *)mesh.connectivity;
    for (size_t i = 0; i < 4 * mesh.element_count; i++)
        code.tet[4 * code.tets + i] = connectivity[i] + (int32_t)code.nodes;
    code.nodes += mesh.node_count;
    code.tets += mesh.element_count;
    CALL(gapkit_demo_free(block));
}

/* The lower face is held; the upper one is pressed down and held. */
static void prepare(void)
{
    memcpy(code.x, code.rest, sizeof code.x);
    for (size_t node = 0; node < code.nodes; node++) {
        double z = code.rest[3 * node + 2];
        if (z == 0 || z == 2)
            for (size_t axis = 0; axis < 3; axis++)
                code.held[3 * node + axis] = 1;
        if (z == 2)
            code.x[3 * node + 2] -= PRESSED;
    }
}

/* The gradients of the shape functions of an element, and its volume. */
static double gradients(size_t tet, double g[4][3])
{
    const int32_t *nodes = &code.tet[4 * tet];
    double e[3][3], c[3][3];
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++)
            e[i][k] = code.rest[3 * (size_t)nodes[i + 1] + k] - code.rest[3 * (size_t)nodes[0] + k];
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            const double *p = e[(i + 1) % 3], *q = e[(i + 2) % 3];
            c[i][k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
        }
    double six = e[0][0] * c[0][0] + e[0][1] * c[0][1] + e[0][2] * c[0][2];
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < 3; i++)
            g[i + 1][k] = c[i][k] / six;
        g[0][k] = -(g[1][k] + g[2][k] + g[3][k]);
    }
    return six / 6;
}

/* Linear elasticity without lateral contraction: the stress is Young's modulus times the strain. */
static void add_elements(void)
{
    for (size_t tet = 0; tet < code.tets; tet++) {
        double g[4][3], volume = gradients(tet, g);
        for (size_t a = 0; a < 4; a++)
            for (size_t b = 0; b < 4; b++) {
                size_t i = 3 * (size_t)code.tet[4 * tet + a], j = 3 * (size_t)code.tet[4 * tet + b];
                double dot = g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2];
                for (size_t p = 0; p < 3; p++)
                    for (size_t q = 0; q < 3; q++) {
                        double k = 0.5 * YOUNG * volume * (g[a][q] * g[b][p] + (p == q ? dot : 0));
                        tangent[i + p][j + q] += k;
                        residual[i + p] += k * (code.x[j + q] - code.rest[j + q]);
                    }
            }
    }
}

/* A pressure that begins quadratically and goes on linearly, and its derivative by the gap. */
static double pressure(double gap, double *slope)
{
    double depth = -gap;
    *slope = 0;
    if (depth <= 0)
        return 0;
    *slope = -PENALTY * fmin(depth / ONSET, 1);
    return depth < ONSET ? 0.5 * PENALTY * depth * depth / ONSET : PENALTY * (depth - 0.5 * ONSET);
}

/* The forces of all contacts, and their derivatives. */
static void add_contacts(gapkit_scene *scene)
{
    const gapkit_contact *contacts;
    size_t count;
    CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
    for (size_t c = 0; c < count; c++) {
        gapkit_derivatives by;
        double matrix[18][18], slope, p = pressure(contacts[c].gap, &slope);
        if (p == 0)
            continue;
        CALL(gapkit_scene_derivatives(scene, c, &by, sizeof by));
        CALL(gapkit_scene_stiffness(scene, c, p, slope, &matrix[0][0]));
        int64_t node[6];
        double weight[6];
        for (size_t k = 0; k < 3; k++) {
            node[k] = by.node_a[k], weight[k] = -by.weight_a[k];
            node[k + 3] = by.node_b[k], weight[k + 3] = by.weight_b[k];
        }
        for (size_t i = 0; i < 18; i++) {
            if (node[i / 3] < 0)
                continue;
            size_t row = 3 * (size_t)node[i / 3] + i % 3;
            residual[row] -= p * contacts[c].area * weight[i / 3] * contacts[c].normal[i % 3];
            for (size_t j = 0; j < 18; j++)
                if (node[j / 3] >= 0)
                    tangent[row][3 * (size_t)node[j / 3] + j % 3] -= matrix[i][j];
        }
    }
}

/* Gaussian elimination with pivots; the solution replaces the right-hand side. */
static void solve(size_t n, double *b)
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(tangent[i][k]) > fabs(tangent[pivot][k]))
                pivot = i;
        for (size_t j = k; j < n && pivot != k; j++) {
            double t = tangent[k][j];
            tangent[k][j] = tangent[pivot][j], tangent[pivot][j] = t;
        }
        double t = b[k];
        b[k] = b[pivot], b[pivot] = t;
        for (size_t i = k + 1; i < n; i++) {
            double factor = tangent[i][k] / tangent[k][k];
            if (factor == 0)
                continue;
            for (size_t j = k; j < n; j++)
                tangent[i][j] -= factor * tangent[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            b[k] -= tangent[k][j] * b[j];
        b[k] /= tangent[k][k];
    }
}

static void show(gapkit_scene *scene, const uint32_t body[2])
{
    for (size_t i = 0; i < 2; i++)
        CALL(gapkit_scene_set_positions(scene, body[i], code.x, NULL, NULL, 3, code.nodes));
}

/* One iteration. Returns the residual before it, relative to the force of reaction. */
static double iterate(gapkit_scene *scene, double *reaction)
{
    size_t n = 3 * code.nodes;
    double sum = 0;
    memset(residual, 0, sizeof residual);
    memset(tangent, 0, sizeof tangent);
    add_elements();
    add_contacts(scene);
    *reaction = 0;
    for (size_t i = 0; i < n; i++) {
        if (!code.held[i]) {
            sum += residual[i] * residual[i];
            continue;
        }
        if (i % 3 == 2 && code.rest[i] == 0)
            *reaction += residual[i];
        for (size_t j = 0; j < n; j++)
            tangent[i][j] = i == j;
        residual[i] = 0;
    }
    solve(n, residual);
    for (size_t i = 0; i < n; i++)
        code.x[i] -= residual[i];
    return sqrt(sum);
}

static gapkit_scene *make_scene(uint32_t body[2])
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = MARGIN;
    config.threads = 1;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    const size_t first[3] = {0, code.lower_tets, code.tets};
    for (size_t i = 0; i < 2; i++) {
        gapkit_mesh mesh;
        CALL(gapkit_mesh_default(&mesh, sizeof mesh));
        mesh.x = code.rest;
        mesh.node_count = code.nodes;
        mesh.connectivity = &code.tet[4 * first[i]];
        mesh.element_count = first[i + 1] - first[i];
        CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[i]));
    }
    return scene;
}

/* The force at which both blocks and the penalty together give way by what is pressed. */
static double exact_force(void)
{
    double low = 0, high = YOUNG;
    for (size_t i = 0; i < 200; i++) {
        double force = 0.5 * (low + high), depth = force / PENALTY + 0.5 * ONSET;
        if (depth < ONSET)
            depth = sqrt(2 * force * ONSET / PENALTY);
        if (2 * force / YOUNG + depth < PRESSED)
            low = force;
        else
            high = force;
    }
    return low;
}

int main(void)
{
    const size_t lower[3] = {3, 4, 2}, upper[3] = {4, 5, 2};
    add_block(lower, 0);
    code.lower_nodes = code.nodes, code.lower_tets = code.tets;
    add_block(upper, 1);
    uint32_t body[2];
    gapkit_scene *scene = make_scene(body);
    prepare();
    show(scene, body);
    size_t contacts;
    CALL(gapkit_scene_detect(scene, &contacts));
    printf("%zu contacts\n", contacts);
    double reaction = 0, norm = 1, exact = exact_force();
    int iterations = 0;
    gapkit_update update;
    while (norm > 1e-10 * exact) {
        HOLDS(iterations < MAX_ITERATIONS);
        double before = norm;
        norm = iterate(scene, &reaction);
        /* Near the solution each residual is of the order of the square of the one before. */
        HOLDS(iterations < 3 || norm < 1e-10 * exact || norm < 10 * before * before);
        printf("iteration %d: residual %.3e, force %.12f\n", iterations, norm, reaction);
        iterations++;
        show(scene, body);
        CALL(gapkit_scene_update(scene, &update, sizeof update));
    }
    printf("exact force %.12f; %llu contacts gained, %llu lost\n", exact,
           (unsigned long long)update.gained, (unsigned long long)update.lost);
    HOLDS(fabs(reaction - exact) < 1e-9 * exact && update.gained == 0);
    CALL(gapkit_scene_free(scene));
    return EXIT_SUCCESS;
}
