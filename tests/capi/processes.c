/*
 * Processes: scenes in the child of a fork; calls that fail in the middle, after which everything
 * is as before; and states of other scenes.
 *
 * Usage: processes [failing|foreign|forks|amidst]     all unless one is named
 */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hosts.h"

/* A child that hangs is ended by its alarm, and then did not exit. */
enum { PATIENCE = 20 };

#define IN_CHILD(work)                                                                             \
    do {                                                                                           \
        int how;                                                                                   \
        pid_t child = fork();                                                                      \
        HOLDS(child >= 0);                                                                         \
        if (child == 0) {                                                                          \
            alarm(PATIENCE);                                                                       \
            work;                                                                                  \
            _exit(EXIT_SUCCESS);                                                                   \
        }                                                                                          \
        HOLDS(waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);        \
    } while (0)

static gapkit_scene *two_blocks(uint32_t threads)
{
    gapkit_scene *scene = new_scene(0.05, threads, 1);
    add_block(scene, 2, 0.0, 0.0);
    add_block(scene, 3, 0.13, 1.01);
    return scene;
}

/* The scene of the parent: told apart and not waited for; what needs no threads goes on. */
static void use_inherited(gapkit_scene *scene, uint64_t hash)
{
    const size_t cells[3] = {1, 1, 1};
    const double size[3] = {1, 1, 1}, point[3] = {0, 0, 0}, normal[3] = {0, 0, 1};
    const gapkit_contact *list;
    gapkit_demo *demo;
    gapkit_mesh mesh;
    gapkit_state *state;
    size_t count = 42;
    uint32_t body = 42;
    uint64_t now;
    HOLDS(gapkit_scene_detect(scene, &count) == GAPKIT_FORKED && count == 42);
    HOLDS(strstr(gapkit_last_error(), "fork") && strstr(gapkit_status_string(GAPKIT_FORKED), "fork"));
    HOLDS(gapkit_scene_overlaps(scene, &list, &count, sizeof *list) == GAPKIT_FORKED && count == 42);
    HOLDS(gapkit_scene_split(scene, 0, 0.1, &count) == GAPKIT_FORKED && count == 42);
    CALL(gapkit_demo_block(cells, size, &demo));
    CALL(gapkit_demo_mesh(demo, &mesh, sizeof mesh));
    HOLDS(gapkit_scene_add_mesh(scene, &mesh, NULL, &body) == GAPKIT_FORKED && body == 42);
    CALL(gapkit_demo_free(demo));
    CALL(gapkit_scene_hash(scene, &now));
    HOLDS(now == hash);
    CALL(gapkit_scene_contacts(scene, &list, &count, sizeof *list));
    HOLDS(count > 0);
    CALL(gapkit_scene_save(scene, &state));
    CALL(gapkit_scene_restore(scene, state));
    CALL(gapkit_state_free(state));
    CALL(gapkit_scene_add_plane(scene, point, normal, NULL, &body));
    CALL(gapkit_scene_free(scene));
}

/* A scene of the child's own finds what that of the parent found. */
static void use_own(uint64_t hash)
{
    gapkit_scene *own = two_blocks(2);
    HOLDS(detected(own, 1) == hash);
    CALL(gapkit_scene_free(own));
}

static atomic_int is_over;

static void *make_and_free(void *user)
{
    while (!is_over) {
        gapkit_shape *ball;
        CALL(gapkit_shape_sphere(1.0, &ball));
        CALL(gapkit_shape_free(ball));
    }
    return user;
}

/* Forks while other threads have handles made and freed, whose table they lock. */
static void amidst(void)
{
    pthread_t threads[3];
    for (size_t i = 0; i < COUNT(threads); i++)
        HOLDS(pthread_create(&threads[i], NULL, make_and_free, NULL) == 0);
    for (int i = 0; i < 100; i++) {
        gapkit_shape *ball;
        IN_CHILD(CALL(gapkit_shape_sphere(2.0, &ball)); CALL(gapkit_shape_free(ball)));
    }
    is_over = 1;
    for (size_t i = 0; i < COUNT(threads); i++)
        pthread_join(threads[i], NULL);
}

static void forks(void)
{
    for (uint32_t threads = 1; threads < 4; threads++) {
        gapkit_scene *scene = two_blocks(threads);
        IN_CHILD(HOLDS(gapkit_scene_detect(scene, NULL) == GAPKIT_FORKED));
        uint64_t hash = detected(scene, 1);
        IN_CHILD(use_inherited(scene, hash));
        IN_CHILD(use_own(hash));
        IN_CHILD(IN_CHILD(use_inherited(scene, hash)));
        /* The parent has all that it had. */
        gapkit_state *state;
        CALL(gapkit_scene_save(scene, &state));
        detected(scene, 1);
        CALL(gapkit_scene_restore(scene, state));
        CALL(gapkit_state_free(state));
        CALL(gapkit_scene_free(scene));
    }
}

/* A box that gives numbers that are none when it is told to: from the start, or but in the middle
 * of a search. */
static atomic_int is_broken;

static void box(void *user, const double *direction, double *point)
{
    (void)user;
    for (int k = 0; k < 3; k++)
        point[k] = direction[k] > 0.0 ? 0.5 : -0.5;
    int on_axis = (direction[0] != 0.0) + (direction[1] != 0.0) + (direction[2] != 0.0) == 1;
    if (is_broken == 2 || (is_broken == 1 && !on_axis))
        point[0] = NAN;
}

/* All that a host can see of a scene without changing it. */
typedef struct {
    gapkit_contact contacts[2048];
    double values[2048];
    gapkit_statistics statistics;
    const gapkit_contact *lent;
    uint64_t hash;
    size_t count, bodies;
} view;

static void snapshot(gapkit_scene *scene, view *seen)
{
    memset(seen, 0, sizeof *seen);
    CALL(gapkit_scene_contacts(scene, &seen->lent, &seen->count, sizeof *seen->lent));
    HOLDS(seen->count > 0 && seen->count <= COUNT(seen->contacts));
    memcpy(seen->contacts, seen->lent, seen->count * sizeof *seen->lent);
    CALL(gapkit_scene_get_values(scene, seen->values, seen->count));
    CALL(gapkit_scene_statistics(scene, &seen->statistics, sizeof seen->statistics));
    CALL(gapkit_scene_hash(scene, &seen->hash));
    CALL(gapkit_scene_body_count(scene, &seen->bodies));
}

#define REFUSED(scene, before, call, expected)                                                     \
    do {                                                                                           \
        view after;                                                                                \
        HOLDS((call) == (expected));                                                               \
        snapshot(scene, &after);                                                                   \
        HOLDS(memcmp(&after, before, sizeof after) == 0);                                          \
    } while (0)

static gapkit_scene *with_boxes(gapkit_shape *shape, uint32_t *first)
{
    gapkit_scene *scene = two_blocks(2);
    gapkit_pose pose = {{0.4, 0.4, 2.54}, {0.1, 0.2, 0, 1}};
    uint32_t body;
    CALL(gapkit_scene_add_shape(scene, shape, &pose, NULL, first));
    pose.translation[2] += 1.01;
    CALL(gapkit_scene_add_shape(scene, shape, &pose, NULL, &body));
    return scene;
}

/* Functions of the host that break their word in the middle of a call: contacts, ages, values and
 * statistics stay, and what is found after they are mended is what would have been found. */
static void failing(void)
{
    const double center[3] = {0, 0, 0};
    const gapkit_contact *list;
    gapkit_shape *shape;
    uint32_t first, body = 42;
    size_t count = 42;
    CALL(gapkit_shape_function(center, box, NULL, &shape));
    gapkit_scene *scene = with_boxes(shape, &first), *other = with_boxes(shape, &first);
    HOLDS(detected(scene, 5) == detected(other, 5));
    for (int step = 1; step < 6; step++) {
        gapkit_pose pose = {{0.4, 0.4, 2.54 - 0.004 * step * step}, {0.1, 0.2, 0, 1}};
        double bad[3] = {NAN, 0, 0};
        view before;
        snapshot(scene, &before);
        for (int value = 0; value < (int)before.count; value++)
            before.values[value] = 10.0 * step + value;
        CALL(gapkit_scene_set_values(scene, before.values, before.count));
        snapshot(scene, &before);
        CALL(gapkit_scene_set_pose(scene, first, &pose));
        CALL(gapkit_scene_set_pose(other, first, &pose));
        is_broken = step % 2 + 1;
        REFUSED(scene, &before, gapkit_scene_detect(scene, &count), GAPKIT_BAD_CALLBACK);
        REFUSED(scene, &before, gapkit_scene_overlaps(scene, &list, &count, sizeof *list), GAPKIT_BAD_CALLBACK);
        is_broken = 2;
        REFUSED(scene, &before, gapkit_scene_add_shape(scene, shape, NULL, NULL, &body), GAPKIT_BAD_CALLBACK);
        is_broken = 0;
        REFUSED(scene, &before, gapkit_scene_set_positions(scene, 0, bad, NULL, NULL, 3, 27), GAPKIT_BAD_ARGUMENT);
        REFUSED(scene, &before, gapkit_scene_set_positions(scene, first, bad, NULL, NULL, 3, 1), GAPKIT_BAD_ARGUMENT);
        REFUSED(scene, &before, gapkit_scene_add_plane(scene, bad, bad, NULL, &body), GAPKIT_BAD_ARGUMENT);
        HOLDS(count == 42 && body == 42);
        HOLDS(detected(scene, 5) == detected(other, 5));
    }
    CALL(gapkit_scene_free(scene));
    CALL(gapkit_scene_free(other));
    CALL(gapkit_shape_free(shape));
}

/* A state is taken by the scene that it is of, by one made alike, and by no other. */
static void foreign(void)
{
    const double point[3] = {0, 0, -0.01}, normal[3] = {0, 0, 1};
    gapkit_scene_config config;
    gapkit_scene *scene = two_blocks(1), *others[6];
    gapkit_state *state;
    uint32_t body;
    view before;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.05, config.history = 1, config.resolution = GAPKIT_RESOLUTION_PIECE;
    for (int i = 0; i < 5; i++)
        others[i] = new_scene(0.05, 1, i == 4 ? 2 : 1);
    CALL(gapkit_scene_new(&config, &others[5]));
    add_block(others[0], 2, 0, 0), add_block(others[0], 5, 0.13, 1.01); /* more nodes */
    add_block(others[1], 5, 0, 0), add_block(others[1], 2, 0.13, 1.01); /* another order */
    add_block(others[2], 2, 0, 0); /* a plane for a block */
    CALL(gapkit_scene_add_plane(others[2], point, normal, NULL, &body));
    add_block(others[3], 3, 0, 0);
    add_block(others[3], 3, 0.13, 1.01), add_block(others[3], 3, 0, -1.01);
    for (int i = 4; i < 6; i++) /* another history, another resolution */
        add_block(others[i], 2, 0, 0), add_block(others[i], 3, 0.13, 1.01);
    detected(scene, 1);
    snapshot(scene, &before);
    for (int i = 0; i < 6; i++) {
        detected(others[i], i == 2 ? 0 : 1);
        CALL(gapkit_scene_save(others[i], &state));
        REFUSED(scene, &before, gapkit_scene_restore(scene, state), GAPKIT_FOREIGN_STATE);
        HOLDS(strstr(gapkit_last_error(), "another scene"));
        CALL(gapkit_state_free(state));
        CALL(gapkit_scene_free(others[i]));
    }
    /* Its own, in itself, in one made alike, and after a body was added. */
    gapkit_scene *alike = two_blocks(2);
    CALL(gapkit_scene_save(scene, &state));
    CALL(gapkit_scene_restore(scene, state));
    CALL(gapkit_scene_restore(alike, state));
    HOLDS(detected(scene, 1) == detected(alike, 1));
    CALL(gapkit_scene_add_plane(scene, point, normal, NULL, &body));
    CALL(gapkit_scene_restore(scene, state));
    CALL(gapkit_state_free(state));
    CALL(gapkit_scene_free(scene));
    CALL(gapkit_scene_free(alike));
}

int main(int argc, char **argv)
{
    RUN(failing);
    RUN(foreign);
    RUN(forks);
    RUN(amidst);
    return EXIT_SUCCESS;
}
