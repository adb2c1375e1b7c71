/*
 * A host with threads of its own: each has a scene, in which a ball sinks into another. All of them
 * find the same contacts, to the last bit, though their scenes have 1, 2, 3 and 4 threads.
 * Afterwards two threads are on one scene, which is refused and does no harm.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -IPREFIX/include threads.c \
 *         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -lpthread -o threads
 *     ./threads
 */
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, STEPS = 20 };

typedef struct {
    uint32_t threads;
    uint64_t hash;
    size_t contacts;
} job;

static gapkit_scene *make_scene(uint32_t threads, uint32_t body[2])
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    gapkit_demo *ball;
    gapkit_mesh mesh;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.05;
    config.threads = threads;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    CALL(gapkit_demo_sphere(1.0, 3, &ball));
    CALL(gapkit_demo_mesh(ball, &mesh, sizeof mesh));
    for (int i = 0; i < 2; i++)
        CALL(gapkit_scene_add_mesh(scene, &mesh, NULL, &body[i]));
    CALL(gapkit_demo_free(ball));
    return scene;
}

static void *work(void *argument)
{
    job *own = (job *)argument;
    uint32_t body[2];
    gapkit_scene *scene = make_scene(own->threads, body);
    own->hash = 0;
    for (int step = 0; step < STEPS; step++) {
        gapkit_pose pose = {{0.1, 0.0, 0.0}, {0.0, 0.1, 0.0, 1.0}};
        uint64_t hash;
        pose.translation[2] = 2.1 - 0.01 * step;
        CALL(gapkit_scene_set_pose(scene, body[1], &pose));
        CALL(gapkit_scene_detect(scene, &own->contacts));
        CALL(gapkit_scene_hash(scene, &hash));
        own->hash = (own->hash << 1 | own->hash >> 63) ^ hash;
    }
    CALL(gapkit_scene_free(scene));
    return NULL;
}

/* Detects again and again; other threads may be in the way. */
static void *crowd(void *scene)
{
    for (int step = 0; step < STEPS; step++) {
        gapkit_status status = gapkit_scene_detect((gapkit_scene *)scene, NULL);
        HOLDS(status == GAPKIT_OK || status == GAPKIT_BUSY);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    job jobs[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        jobs[i].threads = i + 1;
        HOLDS(pthread_create(&thread[i], NULL, work, &jobs[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        HOLDS(pthread_join(thread[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        HOLDS(jobs[i].hash == jobs[0].hash && jobs[i].contacts == jobs[0].contacts);
    printf("%d threads found the same %zu contacts, hash %016llx\n", THREADS, jobs[0].contacts,
           (unsigned long long)jobs[0].hash);
    HOLDS(jobs[0].contacts > 0);

    uint32_t body[2];
    gapkit_scene *scene = make_scene(2, body);
    for (int i = 0; i < 2; i++)
        HOLDS(pthread_create(&thread[i], NULL, crowd, scene) == 0);
    for (int i = 0; i < 2; i++)
        HOLDS(pthread_join(thread[i], NULL) == 0);
    CALL(gapkit_scene_detect(scene, NULL));
    CALL(gapkit_scene_free(scene));
    HOLDS(gapkit_scene_detect(scene, NULL) == GAPKIT_BAD_HANDLE);
    return EXIT_SUCCESS;
}
