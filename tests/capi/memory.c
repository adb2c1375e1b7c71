/*
 * A host whose memory is limited: a mesh that does not fit is a status, and the scene still works.
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

int main(void)
{
    const size_t cells[3] = {48, 48, 48};
    const double size[3] = {1, 1, 1};
    gapkit_scene *scene = new_scene(0.05, 1, 1);
    gapkit_demo *demo;
    gapkit_mesh mesh;
    uint32_t body = 42;
    size_t bodies;
    add_block(scene, 3, 0.0, 0.0);
    add_block(scene, 4, 0.13, 1.01);
    uint64_t before = detected(scene, 1);
    CALL(gapkit_demo_block(cells, size, &demo));
    CALL(gapkit_demo_mesh(demo, &mesh, sizeof mesh));
    struct rlimit limit;
    HOLDS(getrlimit(RLIMIT_AS, &limit) == 0);
    rlim_t whole = limit.rlim_cur;
    limit.rlim_cur = address_space() + ((size_t)150 << 20);
    HOLDS(setrlimit(RLIMIT_AS, &limit) == 0);
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
    limit.rlim_cur = whole;
    HOLDS(setrlimit(RLIMIT_AS, &limit) == 0);
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
