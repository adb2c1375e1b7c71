/*
 * Explicit steps of two blocks over MPI: each rank has some elements of both, cut by the list of
 * elements; contact is between any two ranks. The upper block falls on the lower one, whose bottom is
 * held. Forces of springs along the edges of elements stand for the elements of a real code.
 *
 *     mpicc -std=c99 -I include c_examples/mpi_fe_loop.c -L target/debug -lgapkit -lm -o mpi_fe_loop
 *     mpirun -n 4 ./mpi_fe_loop [STEPS]
 *
 * Forces are summed in the order of elements and of ranks, so that positions on several ranks are those
 * of one rank to rounding. "fault nan", "fault margin" and "fault call" instead of STEPS show what a
 * fault on one rank is on all.
 */
#include <math.h>
#include <stdio.h>

#include "gapkit_mpi.h"

#define CELLS 4
#define NODES ((CELLS + 1) * (CELLS + 1) * (CELLS + 1))
#define ELEMENTS (CELLS * CELLS * CELLS)

static int rank, ranks;

#define TRY(call)                                                                                    \
    do {                                                                                             \
        gapkit_status status_ = (call);                                                              \
        if (status_ != GAPKIT_OK) {                                                                  \
            fprintf(stderr, "rank %d: %s: status %d: %s\n", rank, #call, (int)status_, gapkit_last_error()); \
            return 1;                                                                                \
        }                                                                                            \
    } while (0)

/* One of the two blocks: all nodes are on all ranks, but each rank uses those of its elements only. */
struct block {
    double x[3 * NODES], v[3 * NODES], f[3 * NODES], rest[3 * NODES];
    int64_t node_numbers[NODES], element_numbers[ELEMENTS];
    int32_t connectivity[8 * ELEMENTS];
    int is_mine[NODES];
    size_t elements;
    uint32_t body;
};

static struct block blocks[2];

static int node_at(int i, int j, int k) { return i + (CELLS + 1) * (j + (CELLS + 1) * k); }

/* A block from a corner, of which this rank has every element from `first` on up to `end`. */
static void make(struct block *block, const double corner[3], double size, int first, int end) {
    int i, j, k, c, element = 0;
    for (k = 0; k <= CELLS; k++)
        for (j = 0; j <= CELLS; j++)
            for (i = 0; i <= CELLS; i++) {
                int node = node_at(i, j, k), at[3];
                at[0] = i, at[1] = j, at[2] = k;
                for (c = 0; c < 3; c++) block->x[3 * node + c] = corner[c] + size * at[c] / CELLS;
                block->node_numbers[node] = 1000 + node;
            }
    for (k = 0; k < CELLS; k++)
        for (j = 0; j < CELLS; j++)
            for (i = 0; i < CELLS; i++, element++) {
                static const int corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
                if (element < first || element >= end) continue;
                for (c = 0; c < 8; c++) {
                    int node = node_at(i + corners[c][0], j + corners[c][1], k + corners[c][2]);
                    block->connectivity[8 * block->elements + (size_t)c] = node;
                    block->is_mine[node] = 1;
                }
                block->element_numbers[block->elements++] = 1 + element;
            }
    memcpy(block->rest, block->x, sizeof block->rest);
}

static gapkit_status add(gapkit_distributed *scene, struct block *block) {
    gapkit_mesh mesh;
    gapkit_status status = gapkit_mesh_default(&mesh, sizeof mesh);
    if (status != GAPKIT_OK) return status;
    mesh.x = block->x;
    mesh.node_count = NODES;
    mesh.node_numbers = block->node_numbers;
    mesh.connectivity = block->connectivity;
    mesh.element_count = block->elements;
    mesh.element_numbers = block->element_numbers;
    mesh.element_type = GAPKIT_HEX8;
    return gapkit_distributed_add_mesh(scene, &mesh, NULL, &block->body);
}

/* The springs between all pairs of nodes of the elements of this rank. */
static void springs(struct block *block, double stiffness) {
    size_t e;
    for (e = 0; e < block->elements; e++) {
        const int32_t *nodes = block->connectivity + 8 * e;
        int i, j, c;
        for (i = 0; i < 8; i++)
            for (j = i + 1; j < 8; j++) {
                const double *p = block->x + 3 * nodes[i], *q = block->x + 3 * nodes[j];
                const double *p0 = block->rest + 3 * nodes[i], *q0 = block->rest + 3 * nodes[j];
                double length = 0, rest = 0, pull;
                for (c = 0; c < 3; c++) length += (q[c] - p[c]) * (q[c] - p[c]), rest += (q0[c] - p0[c]) * (q0[c] - p0[c]);
                length = sqrt(length), rest = sqrt(rest);
                pull = stiffness * (length - rest) / length;
                for (c = 0; c < 3; c++) {
                    block->f[3 * nodes[i] + c] += pull * (q[c] - p[c]);
                    block->f[3 * nodes[j] + c] -= pull * (q[c] - p[c]);
                }
            }
    }
}

/* A penalty on all contacts that are closed, or will be. */
static int push(gapkit_distributed *scene, double offset, double stiffness) {
    const gapkit_contact *contacts;
    const gapkit_contact_nodes *nodes;
    size_t count, ghost_count, i;
    double *ghosts, *forces[2];
    TRY(gapkit_distributed_contacts(scene, &contacts, &nodes, &count, sizeof *contacts, sizeof *nodes));
    TRY(gapkit_distributed_ghost_count(scene, &ghost_count));
    ghosts = (double *)calloc(3 * ghost_count + 1, sizeof *ghosts);
    if (ghosts == NULL) return 1;
    for (i = 0; i < count; i++) {
        const gapkit_contact *c = &contacts[i];
        double force = c->gap < offset ? stiffness * c->area * (offset - c->gap) : 0;
        int k, axis;
        for (k = 0; k < c->node_count_a; k++)
            for (axis = 0; axis < 3; axis++) {
                double *place = nodes[i].index_a[k] >= 0 ? &blocks[c->body_a].f[3 * nodes[i].index_a[k]] : &ghosts[3 * nodes[i].ghost_a[k]];
                place[axis] -= force * c->weight_a[k] * c->normal[axis];
            }
        for (k = 0; k < c->node_count_b; k++)
            for (axis = 0; axis < 3; axis++) {
                double *place = nodes[i].index_b[k] >= 0 ? &blocks[c->body_b].f[3 * nodes[i].index_b[k]] : &ghosts[3 * nodes[i].ghost_b[k]];
                place[axis] += force * c->weight_b[k] * c->normal[axis];
            }
    }
    forces[0] = blocks[0].elements > 0 ? blocks[0].f : NULL;
    forces[1] = blocks[1].elements > 0 ? blocks[1].f : NULL;
    TRY(gapkit_distributed_exchange_forces(scene, ghosts, ghost_count, (double *const *)forces, 2, 3));
    free(ghosts);
    return 0;
}

static int set_positions(gapkit_distributed *scene) {
    int b;
    for (b = 0; b < 2; b++)
        if (blocks[b].elements > 0) TRY(gapkit_distributed_set_positions(scene, blocks[b].body, blocks[b].x, NULL, NULL, 3, NODES));
    return 0;
}

/* A fault on rank 1: the status of all ranks, which is printed. */
static int fault(gapkit_distributed *scene, struct gapkit_mpi *mpi, const char *what) {
    double start = MPI_Wtime();
    gapkit_status status;
    if (strcmp(what, "nan") == 0) {
        int own = blocks[1].elements > 0 ? blocks[1].connectivity[0] : 0;
        if (rank == 1) {
            blocks[1].x[3 * own] = NAN;
            /* Told here, and by the detection on all ranks. */
            status = gapkit_distributed_set_positions(scene, blocks[1].body, blocks[1].x, NULL, NULL, 3, NODES);
            if (status == GAPKIT_OK) return 1;
        }
    } else if (strcmp(what, "call") == 0 && rank == 1) {
        gapkit_mpi_fail(mpi);
    }
    status = gapkit_distributed_detect(scene, NULL);
    printf("rank %d: status %d after %s second: %s\n", rank, (int)status, MPI_Wtime() - start < 1 ? "less than a" : "more than a", gapkit_last_error());
    fflush(stdout);
    return status == GAPKIT_OK;
}

int main(int argc, char **argv) {
    static const double below[3] = {0, 0, 0}, above[3] = {0.1, 0.15, 1.02};
    const double dt = 2e-3, stiffness = 50, mass = 1.0 / NODES, offset = 0.01;
    struct gapkit_mpi mpi;
    gapkit_comm comm;
    gapkit_scene_config config;
    gapkit_distributed *scene;
    gapkit_status status;
    uint64_t hash;
    int b, step, i, steps = argc > 1 && strcmp(argv[1], "fault") != 0 ? atoi(argv[1]) : 1000;
    double sums[4] = {0, 0, 0, 0}, all[4];
    size_t found = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    make(&blocks[0], below, 1.0, rank * ELEMENTS / ranks, (rank + 1) * ELEMENTS / ranks);
    /* The last ranks come first, so that contact is between ranks. */
    b = ranks - 1 - rank;
    make(&blocks[1], above, 0.8, b * ELEMENTS / ranks, (b + 1) * ELEMENTS / ranks);
    if (gapkit_mpi_comm(MPI_COMM_WORLD, &mpi, &comm) != MPI_SUCCESS) return 1;
    TRY(gapkit_scene_config_default(&config, sizeof config));
    config.margin = argc > 2 && strcmp(argv[2], "margin") == 0 && rank == 1 ? 0.06 : 0.05;
    config.threads = 1;
    status = gapkit_distributed_new(&config, &comm, &scene);
    if (status != GAPKIT_OK) {
        /* On all ranks, so that MPI can end in the ordinary way. */
        fprintf(stderr, "rank %d: status %d: %s\n", rank, (int)status, gapkit_last_error());
        MPI_Finalize();
        return 1;
    }
    TRY(add(scene, &blocks[0]));
    TRY(add(scene, &blocks[1]));
    if (argc > 2) {
        i = fault(scene, &mpi, argv[2]);
        gapkit_distributed_free(scene);
        MPI_Finalize();
        return i;
    }
    for (step = 0; step < steps; step++) {
        if (set_positions(scene) != 0) return 1;
        TRY(gapkit_distributed_detect(scene, &found));
        for (b = 0; b < 2; b++) {
            memset(blocks[b].f, 0, sizeof blocks[b].f);
            springs(&blocks[b], stiffness);
        }
        if (push(scene, offset, 2e4) != 0) return 1;
        for (b = 0; b < 2; b++) {
            /* The sum over the ranks that share a node; a real code does this with neighbours only. */
            MPI_Allreduce(MPI_IN_PLACE, blocks[b].f, 3 * NODES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            for (i = 0; i < 3 * NODES; i++) {
                blocks[b].f[i] -= i % 3 == 2 ? mass * 9.81 : 0;
                blocks[b].v[i] = (1 - 0.5 * dt) * blocks[b].v[i] + dt * blocks[b].f[i] / mass;
                if (b == 0 && i / 3 < (CELLS + 1) * (CELLS + 1)) blocks[b].v[i] = 0;
                blocks[b].x[i] += dt * blocks[b].v[i];
            }
        }
    }
    for (i = 0; i < NODES; i++) sums[3] += blocks[1].x[3 * i + 2], sums[0] += blocks[0].x[3 * i + 2], sums[1] += blocks[1].x[3 * i];
    sums[2] = (double)found;
    MPI_Allreduce(sums, all, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&sums[2], &all[2], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    TRY(gapkit_distributed_hash(scene, &hash));
    if (rank == 0)
        printf("%d steps, %.0f contacts, mean heights %.12f %.12f, place %.12f, hash %016llx\n", steps, all[2], all[0] / NODES, all[3] / NODES,
               all[1] / NODES, (unsigned long long)hash);
    TRY(gapkit_distributed_free(scene));
    gapkit_mpi_free(&mpi);
    MPI_Finalize();
    return 0;
}
