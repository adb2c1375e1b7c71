/*
 * Numbers: floating-point traps, other rounding and subnormal numbers as zero, which hosts may
 * have; and functions of the host that take the header at its word.
 *
 * Usage: numbers [environment|support]     both unless one is named
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>

#include "hosts.h"

static uint64_t seed = 2026;
static double dice(double from, double to)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return from + (to - from) * (double)(seed >> 11) / 9007199254740992.0;
}

/* FNV-1a over bytes. */
static uint64_t mixed(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    return hash;
}

/* All that is to be had of a scene: blocks that touch, overlap and are apart, shapes, a plane. */
static uint64_t of_scene(int32_t resolution)
{
    const double point[3] = {0, 0, 0.01}, normal[3] = {0, 0, 1}, half[3] = {0.2, 0.3, 0.4};
    gapkit_pose place = {{0.4, 0.3, 1.1}, {0.1, 0.2, 0.3, 0.9}};
    gapkit_scene_config config;
    gapkit_scene *scene;
    gapkit_shape *ball, *box;
    uint64_t hash;
    uint32_t body;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.05, config.threads = 2, config.resolution = resolution;
    CALL(gapkit_scene_new(&config, &scene));
    add_block(scene, 3, 0.0, 0.0);
    add_block(scene, 4, 0.11, 0.999);
    add_block(scene, 2, 0.57, 1.7);
    CALL(gapkit_shape_sphere(0.3, &ball));
    CALL(gapkit_shape_box(half, &box));
    CALL(gapkit_scene_add_shape(scene, ball, &place, NULL, &body));
    CALL(gapkit_scene_add_shape(scene, box, &place, NULL, &body));
    CALL(gapkit_scene_add_plane(scene, point, normal, NULL, &body));
    hash = detected(scene, 10);
    for (int step = 0; step < 3; step++) {
        const double heights[] = {1.09, 1.08, 1.07};
        place.translation[2] = heights[step];
        CALL(gapkit_scene_set_pose(scene, 3, &place));
        uint64_t next = detected(scene, 10);
        hash = mixed(hash, &next, sizeof next);
    }
    CALL(gapkit_shape_free(ball));
    CALL(gapkit_shape_free(box));
    CALL(gapkit_scene_free(scene));
    return hash;
}

/* Pairs that are apart, touching, overlapping, equal, flat, tiny and huge. */
static struct pair {
    double a[12], b[12], p[8], q[8];
} pairs[400];

/* Made once, since the environment would change them. */
static void make_pairs(void)
{
    const double tet[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    const double scales[] = {1.0, 1e-300, 1e290, 5e-323};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        double shift = i % 4 ? dice(-2, 2) : 0.0, scale = scales[i / 8 % 4];
        for (int k = 0; k < 12; k++) {
            pairs[i].a[k] = scale * tet[k];
            pairs[i].b[k] = scale * (i % 5 ? tet[k] + shift : dice(-1, 1) * (k % 3 < 2));
            pairs[i].p[k % 8] = scale * square[k % 8];
            pairs[i].q[k % 8] = scale * (square[k % 8] + shift);
        }
    }
}

static uint64_t of_queries(void)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const double *a = pairs[i].a, *b = pairs[i].b;
        const size_t offsets[2] = {0, 4};
        gapkit_answer answer, batch[1];
        gapkit_depth depth;
        gapkit_gap gap;
        gapkit_planar_answer planar;
        int32_t meets;
        CALL(gapkit_distance(a, 4, b, 4, NULL, &answer));
        CALL(gapkit_distance_batch(a, offsets, b, offsets, 1, NULL, batch));
        CALL(gapkit_intersects(a, 4, b, 4, NULL, &meets));
        CALL(gapkit_penetration(a, 4, b, 4, NULL, &depth));
        CALL(gapkit_signed_gap(a, 4, b, 4, NULL, &gap));
        CALL(gapkit_planar_distance(pairs[i].p, 4, pairs[i].q, 4, &planar));
        hash = mixed(hash, &answer.distance, sizeof(double));
        hash = mixed(hash, answer.weight, sizeof answer.weight);
        hash = mixed(hash, &batch[0].distance, sizeof(double));
        hash = mixed(hash, &meets, sizeof meets);
        hash = mixed(hash, depth.normal, sizeof depth.normal);
        hash = mixed(hash, &gap.gap, sizeof(double));
        hash = mixed(hash, &planar.distance, sizeof(double));
    }
    return hash;
}

static uint64_t everything(void)
{
    uint64_t hash = of_queries(), facets = of_scene(GAPKIT_RESOLUTION_FACET);
    uint64_t pieces = of_scene(GAPKIT_RESOLUTION_PIECE);
    return mixed(mixed(hash, &facets, sizeof facets), &pieces, sizeof pieces);
}

/* Traps, other rounding, tiny numbers taken for zero: the same answers, and all of it as it was
 * afterwards. */
static void environment(void)
{
    const int traps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
    const int rounding[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    make_pairs();
    const uint64_t reference = everything();
    HOLDS(fetestexcept(traps) == 0);
    for (size_t i = 0; i < COUNT(rounding); i++) {
        HOLDS(fesetround(rounding[i]) == 0);
        uint64_t hash = everything();
        HOLDS(fegetround() == rounding[i]);
        fesetround(FE_TONEAREST);
        HOLDS(hash == reference);
    }
    feraiseexcept(FE_UNDERFLOW);
    HOLDS(everything() == reference && fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT) == FE_UNDERFLOW);
    feclearexcept(FE_ALL_EXCEPT);
#if defined(__x86_64__)
    const unsigned tiny_is_zero = 0x8040;
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | tiny_is_zero);
    uint64_t flushed = everything();
    HOLDS((__builtin_ia32_stmxcsr() & tiny_is_zero) == tiny_is_zero);
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~tiny_is_zero);
    HOLDS(flushed == reference);
#endif
    /* As `gfortran -ffpe-trap=invalid,zero,overflow` does before the main program. */
    HOLDS(feenableexcept(traps) != -1);
    uint64_t trapped = everything();
    HOLDS(fegetexcept() == traps);
    fedisableexcept(traps);
    HOLDS(trapped == reference);
}

/* A sphere as in textbooks: centre and radius, and no thought of what else a direction could be. */
static void sphere(void *user, const double *direction, double *point)
{
    const double *ball = user;
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        if (!isfinite(direction[k]))
            abort();
        square += direction[k] * direction[k];
    }
    if (!(square > 0.0) || !isfinite(square))
        abort();
    for (int k = 0; k < 3; k++)
        point[k] = ball[k] + ball[3] * direction[k] / sqrt(square);
}

static void ask_all(gapkit_shape *a, gapkit_shape *b, const gapkit_pose *pose, double exact, double size)
{
    gapkit_query query;
    gapkit_answer answer;
    gapkit_depth depth;
    gapkit_gap gap;
    int32_t meets;
    const double close = 1e-6 * size;
    CALL(gapkit_shape_distance(a, NULL, b, pose, NULL, &answer));
    HOLDS(fabs(answer.distance - fmax(exact, 0.0)) <= close);
    CALL(gapkit_shape_penetration(a, NULL, b, pose, NULL, &depth));
    CALL(gapkit_shape_signed_gap(a, NULL, b, pose, NULL, &gap));
    HOLDS(isfinite(gap.gap) && isfinite(depth.depth));
    CALL(gapkit_query_default(&query, sizeof query));
    for (int sub = GAPKIT_SUB_SIGNED_VOLUMES; sub <= GAPKIT_SUB_LEAST_SQUARES; sub++) {
        query.sub_algorithm = sub;
        CALL(gapkit_shape_distance(a, NULL, b, pose, &query, &answer));
        CALL(gapkit_shape_signed_gap(a, NULL, b, pose, &query, &gap));
    }
    const int32_t tests[] = {GAPKIT_BOOLEAN_GJK, GAPKIT_BOOLEAN_DSS, GAPKIT_BOOLEAN_HYBRID};
    CALL(gapkit_query_default(&query, sizeof query));
    for (size_t t = 0; t < COUNT(tests); t++) {
        query.boolean_test = tests[t];
        CALL(gapkit_shape_intersects(a, NULL, b, pose, &query, &meets));
        HOLDS(fabs(exact) <= close || meets == (exact < 0.0));
    }
}

static void in_scene(gapkit_shape *a, gapkit_shape *b, const gapkit_pose *pose, double exact, double size)
{
    const double point[3] = {0, 0, 0}, normal[3] = {0, 0, 1};
    gapkit_scene *scene = new_scene(0.1 * size, 1, 0);
    uint32_t body[3];
    size_t count;
    CALL(gapkit_scene_add_shape(scene, a, NULL, NULL, &body[0]));
    CALL(gapkit_scene_add_shape(scene, b, pose, NULL, &body[1]));
    CALL(gapkit_scene_add_plane(scene, point, normal, NULL, &body[2]));
    CALL(gapkit_scene_exclude(scene, body[0], body[2]));
    CALL(gapkit_scene_exclude(scene, body[1], body[2]));
    CALL(gapkit_scene_detect(scene, &count));
    HOLDS(exact > 0.09 * size || count == 1);
    CALL(gapkit_scene_free(scene));
}

/* Directions are never zero and always finite, and can be divided by their length: concentric,
 * touching, equal. */
static void support(void)
{
    const double sizes[] = {1.0, 1e-6, 1e-200, 1e9, 1e140};
    for (int i = 0; i < 200; i++) {
        double size = sizes[i % 5], center[3] = {0, 0, 0}, one[4], two[4];
        gapkit_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
        gapkit_shape *a, *b, *ball;
        for (int k = 0; k < 3; k++)
            one[k] = two[k] = center[k] = i % 3 ? size * dice(-1, 1) : 0.0;
        one[3] = size * dice(0.5, 1);
        two[3] = i % 4 ? size * dice(0.5, 1) : one[3];
        double way = i % 7 == 0 ? 0.0 : i % 7 == 1 ? one[3] + two[3] : size * dice(0, 3);
        pose.translation[i % 3] = way;
        CALL(gapkit_shape_function(center, sphere, one, &a));
        CALL(gapkit_shape_function(center, sphere, two, &b));
        CALL(gapkit_shape_sphere(one[3], &ball));
        ask_all(a, b, &pose, way - one[3] - two[3], size);
        ask_all(a, a, &pose, way - 2 * one[3], size);
        gapkit_pose there = {{one[0] + pose.translation[0], one[1] + pose.translation[1],
                              one[2] + pose.translation[2]}, {0, 0, 0, 1}};
        ask_all(b, ball, &there, way - one[3] - two[3], size);
        if (size < 1e49) /* scenes have coordinates up to 1e50 */
            in_scene(a, b, &pose, way - one[3] - two[3], size);
        CALL(gapkit_shape_free(a));
        CALL(gapkit_shape_free(b));
        CALL(gapkit_shape_free(ball));
    }
}

int main(int argc, char **argv)
{
    RUN(environment);
    RUN(support);
    return EXIT_SUCCESS;
}
