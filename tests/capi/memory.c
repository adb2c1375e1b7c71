/*
 * A host whose memory is limited: a mesh that does not fit is a status, and so is a detection for
 * whose contacts there is no room; the scene still works.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/resource.h>

#include "hosts.h"

/* What the process has of its address space, in bytes. */
static size_t address_space(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    size_t pages;
    HOLDS(file && fscanf(file, "%zu", &pages) == 1 && fclose(file) == 0);
    return 4096 * pages;
}

static void limit_to(size_t more)
{
    struct rlimit limit;
    HOLDS(getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = more == RLIM_INFINITY ? limit.rlim_max : address_space() + more;
    HOLDS(setrlimit(RLIMIT_AS, &limit) == 0);
}

/* Contacts that take some ten megabytes, and no room for as many again. */
static void check_detection(void)
{
    const gapkit_contact *before, *after;
    gapkit_update update;
    size_t count, found = 42;
    gapkit_scene *scene = new_scene(0.05, 1, 1);
    add_block(scene, 20, 0.0, 0.0);
    add_block(scene, 21, 0.0, 0.99);
    uint64_t hash = detected(scene, 8000), later;
    CALL(gapkit_scene_contacts(scene, &before, &count, sizeof *before));
    limit_to((size_t)4 << 20);
    HOLDS(gapkit_scene_detect(scene, &found) == GAPKIT_NO_MEMORY && found == 42);
    HOLDS(strstr(gapkit_last_error(), "a detection"));
    HOLDS(gapkit_scene_update(scene, &update, sizeof update) == GAPKIT_NO_MEMORY);
    HOLDS(gapkit_scene_overlaps(scene, &after, &found, sizeof *after) == GAPKIT_NO_MEMORY && found == 42);
    CALL(gapkit_scene_contacts(scene, &after, &found, sizeof *after));
    CALL(gapkit_scene_hash(scene, &later));
    HOLDS(after == before && found == count && later == hash);
    limit_to(RLIM_INFINITY);
    detected(scene, count);
    CALL(gapkit_scene_free(scene));
}

int main(void)
{
    const size_t cells[3] = {48, 48, 48};
    const double size[3] = {1, 1, 1};
    gapkit_scene *scene = new_scene(0.05, 1, 1);
    gapkit_demo *demo;
    gapkit_mesh mesh;
    uint32_t body = 42;
    size_t bodies;
    /* First, while nothing that was given back lies about. */
    check_detection();
    add_block(scene, 3, 0.0, 0.0);
    add_block(scene, 4, 0.13, 1.01);
    uint64_t before = detected(scene, 1);
    CALL(gapkit_demo_block(cells, size, &demo));
    CALL(gapkit_demo_mesh(demo, &mesh, sizeof mesh));
    limit_to((size_t)150 << 20);
    HOLDS(gapkit_scene_add_mesh(scene, &mesh, NULL, &body) == GAPKIT_NO_MEMORY && body == 42);
    HOLDS(strstr(gapkit_last_error(), "663552 elements"));
    CALL(gapkit_scene_body_count(scene, &bodies));
    HOLDS(bodies == 2);
    gapkit_state *state;
    CALL(gapkit_scene_save(scene, &state));
    detected(scene, 1);
    add_block(scene, 2, 5.0, 5.0);
    detected(scene, 1);
    CALL(gapkit_scene_restore(scene, state));
    CALL(gapkit_state_free(state));
    /* With its memory back, it goes on. */
    limit_to(RLIM_INFINITY);
    CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body));
    HOLDS(body == 3);
    CALL(gapkit_demo_free(demo));
    CALL(gapkit_scene_free(scene));
    gapkit_scene *again = new_scene(0.05, 1, 1);
    add_block(again, 3, 0.0, 0.0);
    add_block(again, 4, 0.13, 1.01);
    HOLDS(detected(again, 1) == before);
    CALL(gapkit_scene_free(again));
    return EXIT_SUCCESS;
}
