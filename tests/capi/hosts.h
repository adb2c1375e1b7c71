/* What the hosts among the tests have in common. */
#ifndef HOSTS_H
#define HOSTS_H

#include <string.h>

#include "holds.h"

/* Runs one of the checks of a host, or that which was asked for. */
#define RUN(check)                                                                                 \
    do {                                                                                           \
        if (argc < 2 || strcmp(argv[1], #check) == 0)                                              \
            check();                                                                               \
    } while (0)

static gapkit_scene *new_scene(double margin, uint32_t threads, uint32_t history)
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = margin;
    config.threads = threads;
    config.history = history;
    CALL(gapkit_scene_new(&config, &scene));
    return scene;
}

/* A block with this number of cells along each axis, moved. */
static uint32_t add_block(gapkit_scene *scene, size_t n, double dx, double dz)
{
    const size_t cells[3] = {n, n, n};
    const double size[3] = {1, 1, 1};
    gapkit_pose pose = {{dx, 0.04, dz}, {0, 0, 0, 1}};
    gapkit_demo *demo;
    gapkit_mesh mesh;
    uint32_t body;
    CALL(gapkit_demo_block(cells, size, &demo));
    CALL(gapkit_demo_mesh(demo, &mesh, sizeof mesh));
    CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body));
    CALL(gapkit_scene_set_pose(scene, body, &pose));
    CALL(gapkit_demo_free(demo));
    return body;
}

static uint64_t detected(gapkit_scene *scene, size_t least)
{
    uint64_t hash;
    size_t count;
    CALL(gapkit_scene_detect(scene, &count));
    HOLDS(count >= least);
    CALL(gapkit_scene_hash(scene, &hash));
    return hash;
}

#endif
