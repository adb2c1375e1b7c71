/*
 * Two convex hulls: their distance with its certificate, whether they intersect, how deep they
 * overlap, the signed gap; many pairs in one call; and two polygons in the plane. Every answer is
 * known and checked.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -IPREFIX/include two_hulls.c \
 *         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o two_hulls
 *     ./two_hulls
 */
#include <math.h>

#include "check.h"

static const double TET[] = {0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 4};
static const double EDGE[] = {3, 4, 3, 4, 5, 4};

static void distance(void)
{
    gapkit_answer answer;
    CALL(gapkit_distance(TET, 4, EDGE, 2, NULL, &answer));
    printf("distance %.17g, at least %.17g\n", answer.distance, answer.lower_bound);
    HOLDS(answer.distance == 3.0 && answer.lower_bound <= 3.0 && answer.lower_bound > 3.0 - 1e-14);
    HOLDS(answer.outcome == GAPKIT_SEPARATED);

    /* The witness point of A is the weighted mean of its vertices. */
    double x = 0.0;
    for (int i = 0; i < answer.vertex_count; i++)
        x += answer.weight[i] * TET[3 * answer.vertex_a[i]];
    HOLDS(x == answer.point_a[0]);
}

/* Every sub-algorithm and every boolean test says the same. */
static void choices(void)
{
    gapkit_query query;
    CALL(gapkit_query_default(&query, sizeof query));
    for (int32_t sub = GAPKIT_SUB_SIGNED_VOLUMES; sub <= GAPKIT_SUB_LEAST_SQUARES; sub++) {
        gapkit_answer answer;
        query.sub_algorithm = sub;
        CALL(gapkit_distance(TET, 4, EDGE, 2, &query, &answer));
        HOLDS(fabs(answer.distance - 3.0) < 1e-14);
    }
    query.sub_algorithm = GAPKIT_SUB_SIGNED_VOLUMES;
    for (int32_t test = GAPKIT_BOOLEAN_GJK; test <= GAPKIT_BOOLEAN_HYBRID; test++) {
        int32_t intersects = -1;
        query.boolean_test = test;
        CALL(gapkit_intersects(TET, 4, EDGE, 2, &query, &intersects));
        HOLDS(intersects == 0);
        CALL(gapkit_intersects(TET, 4, TET, 4, &query, &intersects));
        HOLDS(intersects == 1);
    }
    printf("all sub-algorithms and boolean tests agree\n");
}

static void depth(void)
{
    /* A tip that is half a unit inside the tetrahedron, above its lower face. */
    const double tip[] = {1, 1, 0.5, 0, 1, -3, 1, 0, -3, 2, 2, -3};
    gapkit_depth depth;
    gapkit_gap gap;
    CALL(gapkit_penetration(TET, 4, tip, 4, NULL, &depth));
    CALL(gapkit_signed_gap(TET, 4, tip, 4, NULL, &gap));
    printf("depth %.17g along %g %g %g\n", depth.depth, depth.normal[0], depth.normal[1],
           depth.normal[2]);
    HOLDS(fabs(depth.depth - 0.5) < 1e-14 && fabs(depth.normal[2] + 1.0) < 1e-14);
    HOLDS(depth.outcome == GAPKIT_OVERLAPPING && fabs(gap.gap + depth.depth) < 1e-14);
}

static void batch(void)
{
    enum { PAIRS = 100 };
    static double a[12 * PAIRS], b[6 * PAIRS];
    static size_t a_offsets[PAIRS + 1], b_offsets[PAIRS + 1];
    static gapkit_answer answers[PAIRS];
    static int32_t intersects[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 0; k < 12; k++)
            a[12 * i + k] = TET[k];
        for (int k = 0; k < 6; k++)
            b[6 * i + k] = EDGE[k] + i - 2; /* Farther along (1, 1, 1) each time, first inside. */
        a_offsets[i + 1] = 4 * ((size_t)i + 1);
        b_offsets[i + 1] = 2 * ((size_t)i + 1);
    }
    CALL(gapkit_distance_batch(a, a_offsets, b, b_offsets, PAIRS, NULL, answers));
    CALL(gapkit_intersects_batch(a, a_offsets, b, b_offsets, PAIRS, NULL, intersects));
    for (int i = 0; i < PAIRS; i++) {
        gapkit_answer single;
        CALL(gapkit_distance(a + 12 * i, 4, b + 6 * i, 2, NULL, &single));
        HOLDS(single.distance == answers[i].distance);
        HOLDS(intersects[i] == (single.outcome != GAPKIT_SEPARATED) && intersects[i] == (i == 0));
    }
    printf("%d pairs in one call, the last %.17g apart\n", PAIRS, answers[PAIRS - 1].distance);
}

/* A pair that moves in small steps is found faster from where it was found last. */
static void tracked(void)
{
    gapkit_cache cache = {{0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0}, 0, 0};
    uint32_t first = 0, last = 0;
    for (int step = 0; step < 100; step++) {
        const double tip[] = {2 + 0.01 * step, 1, -1 - 0.01 * step};
        gapkit_answer answer;
        CALL(gapkit_distance_tracked(TET, 4, tip, 1, NULL, &cache, &answer));
        HOLDS(fabs(answer.distance - (1 + 0.01 * step)) < 1e-14);
        first = step == 0 ? answer.iterations : first;
        last = answer.iterations;
    }
    printf("tracked: %u support calls at first, %u at last\n", first, last);
    HOLDS(last < first);
}

static void plane(void)
{
    const double square[] = {0, 0, 1, 0, 1, 1, 0, 1};
    const double triangle[] = {3, 0, 5, -1, 5, 1};
    gapkit_planar_answer answer;
    gapkit_planar_depth depth;
    int32_t intersects = -1;
    CALL(gapkit_planar_distance(square, 4, triangle, 3, &answer));
    CALL(gapkit_planar_intersects(square, 4, triangle, 3, &intersects));
    CALL(gapkit_planar_penetration(square, 4, square, 4, &depth));
    HOLDS(answer.distance == 2.0 && intersects == 0 && depth.depth == 1.0);
    printf("polygons %g apart\n", answer.distance);
}

/* What is wrong with the input is a status and a text, and the answer stays as it was. */
static void refusal(void)
{
    const double bad[] = {0, 0, 0, 1, NAN, 0};
    gapkit_answer answer;
    answer.distance = 42.0;
    HOLDS(gapkit_distance(TET, 4, bad, 2, NULL, &answer) == GAPKIT_BAD_ARGUMENT);
    HOLDS(answer.distance == 42.0);
    printf("refused: %s\n", gapkit_last_error());
}

int main(void)
{
    printf("gapkit %s, ABI %u\n", gapkit_version(), gapkit_abi_version());
    HOLDS(gapkit_abi_version() == GAPKIT_ABI);
    distance();
    choices();
    depth();
    batch();
    tracked();
    plane();
    refusal();
    return EXIT_SUCCESS;
}
