/*
 * Every function of the header with arguments that are NULL, zero, huge, not a number or no such
 * constant: first one at a time, then in random combinations. Always a status, never a crash; and
 * after each call that failed, the scene has the contacts, values and statistics that it had
 * before, and finds the same again, to the last bit.
 *
 * Usage: abuse [COMBINATIONS]     10000 unless it is given
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holds.h"

/* How each argument is spoilt: 0 is good, and the others are ways to be bad. */
enum { ARGUMENTS = 24, WAYS = 8 };
static int way[ARGUMENTS];

static double number(int argument, double good)
{
    const double bad[WAYS] = {good, 0.0, -1.0, NAN, INFINITY, -INFINITY, 1e308, 5e-324};
    return bad[way[argument]];
}

static int32_t constant(int argument, int32_t good)
{
    const int32_t bad[WAYS] = {good, -1, 99, 2147483647, -2147483647 - 1, 8, 1000000, -7};
    return bad[way[argument]];
}

/* Counts are right, zero, or more than any memory holds. */
static size_t count(int argument, size_t good)
{
    const size_t most = (size_t)-1;
    const size_t bad[WAYS] = {good, 0, most, most / 2, most / 8, most / 24, most - 1, most / 2 + 1};
    return bad[way[argument]];
}

static uint32_t index_(int argument, uint32_t good)
{
    const uint32_t bad[WAYS] = {good, 77, 0xffffffffu, 0x7fffffffu, 0x80000000u, 1000, 3, 0xfffffffeu};
    return bad[way[argument]];
}

/* A pointer, or NULL. */
static int present(int argument)
{
    return way[argument] % 2 == 0;
}
#define POINTER(argument, good) (present(argument) ? (good) : NULL)

/* A struct whose size is right, or wrong. */
static size_t size(int argument, size_t good)
{
    const size_t bad[WAYS] = {good, 0, good - 1, good + 8, (size_t)-1, 1, good * 2, 7};
    return bad[way[argument]];
}

/* What the calls work on. */
static gapkit_scene *scene, *freed_scene;
static gapkit_shape *shape, *freed_shape;
static gapkit_state *state, *freed_state, *foreign_state;
static gapkit_demo *demo, *freed_demo;
static gapkit_file *file, *freed_file;
static gapkit_contact_list *list, *freed_list;
static gapkit_mesh mesh;
static uint32_t cube, ball, ground;
static uint64_t reference;

static gapkit_scene *any_scene(int argument)
{
    gapkit_scene *const handles[WAYS] = {scene,       NULL, freed_scene, (gapkit_scene *)shape,
                                         freed_scene, NULL, (gapkit_scene *)(size_t)16, freed_scene};
    return handles[way[argument]];
}

static gapkit_shape *any_shape(int argument)
{
    gapkit_shape *const handles[WAYS] = {shape,       NULL, freed_shape, NULL,
                                         freed_shape, NULL, (gapkit_shape *)(size_t)16, freed_shape};
    return handles[way[argument]];
}

static gapkit_state *any_state(int argument)
{
    gapkit_state *const handles[WAYS] = {state,       NULL, freed_state, NULL,
                                         freed_state, NULL, (gapkit_state *)(size_t)16, freed_state};
    return handles[way[argument]];
}

static gapkit_demo *any_demo(int argument)
{
    gapkit_demo *const handles[WAYS] = {demo,       NULL, freed_demo, NULL,
                                        freed_demo, NULL, (gapkit_demo *)(size_t)16, freed_demo};
    return handles[way[argument]];
}

static gapkit_file *any_file(int argument)
{
    gapkit_file *const handles[WAYS] = {file,       NULL, freed_file, (gapkit_file *)demo,
                                        freed_file, NULL, (gapkit_file *)(size_t)16, freed_file};
    return handles[way[argument]];
}

static gapkit_contact_list *any_list(int argument)
{
    gapkit_contact_list *const handles[WAYS] = {list, NULL, freed_list, (gapkit_contact_list *)state, freed_list,
                                                NULL, (gapkit_contact_list *)(size_t)16, freed_list};
    return handles[way[argument]];
}

static void support(void *user, const double *direction, double *point)
{
    (void)user;
    for (int k = 0; k < 3; k++)
        point[k] = direction[k] > 0.0 ? 1.0 : -1.0;
}

/* Breaks its word, but not along the axes, where it is tried. */
static void bad_support(void *user, const double *direction, double *point)
{
    support(user, direction, point);
    if (direction[0] != 0.0 && direction[1] != 0.0)
        point[1] = NAN;
}

static double mass(void *user, uint32_t body, int64_t node)
{
    (void)body, (void)node;
    return *(double *)user;
}

static void take_log(void *user, gapkit_log_level level, const char *message)
{
    (void)user, (void)level;
    HOLDS(message && strlen(message) > 0);
}

static const double TET[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double FAR[12] = {3, 0, 0, 4, 0, 0, 3, 1, 0, 3, 0, 1};
static const double SQUARE[8] = {0, 0, 1, 0, 1, 1, 0, 1};

/* Points with one coordinate spoilt. */
static const double *points(int argument, const double *good, size_t numbers, double *copy)
{
    if (way[argument] == 1)
        return NULL;
    memcpy(copy, good, numbers * sizeof *copy);
    copy[numbers / 2] = way[argument] == 2 ? copy[numbers / 2] : number(argument, copy[numbers / 2]);
    return copy;
}

static const gapkit_query *query(int argument)
{
    static gapkit_query q;
    CALL(gapkit_query_default(&q, sizeof q));
    q.size = size(argument, sizeof q);
    q.tolerance = number(argument + 1, 0.0);
    q.bound = number(argument + 2, INFINITY);
    q.depth_tolerance = number(argument + 3, -1.0);
    q.sub_algorithm = constant(argument + 4, GAPKIT_SUB_JOHNSON);
    q.boolean_test = constant(argument + 5, GAPKIT_BOOLEAN_DSS);
    q.depth_method = constant(argument + 6, GAPKIT_DEPTH_EPA);
    q.isa = constant(argument + 7, GAPKIT_ISA_PORTABLE);
    q.polish = constant(argument + 8, 1);
    q.verify = way[argument + 8] == 2 ? 2 : way[argument + 8] == 3;
    q.max_iterations = index_(argument + 9, 100);
    q.depth_max_iterations = way[argument + 9] ? 0 : 100;
    return &q;
}

static const gapkit_body_options *options(int argument)
{
    static gapkit_body_options o;
    CALL(gapkit_body_options_default(&o, sizeof o));
    o.size = size(argument, sizeof o);
    o.thickness = number(argument + 1, 0.01);
    o.self_contact = constant(argument + 2, 1);
    o.reserved = way[argument + 2] == 2;
    o.margin = number(argument + 1, 0.02);
    o.groups = index_(argument + 3, 1);
    return way[argument + 4] ? NULL : &o;
}

static const gapkit_pose *pose(int argument)
{
    static gapkit_pose p;
    p.translation[0] = number(argument, 1.0);
    p.translation[1] = p.translation[2] = 0.0;
    p.rotation[0] = p.rotation[1] = p.rotation[2] = 0.0;
    p.rotation[3] = number(argument + 1, 1.0);
    return way[argument + 2] ? NULL : &p;
}

/* One-shot queries: two sets of points, ten options, an output. */
#define ON_HULLS(name, type)                                                                       \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        double a[12], b[12];                                                                       \
        type out;                                                                                  \
        return gapkit_##name(points(0, TET, 12, a), count(1, 4), points(2, FAR, 12, b),            \
                             count(3, 4), way[4] ? NULL : query(5), POINTER(15, &out));            \
    }
ON_HULLS(distance, gapkit_answer)
ON_HULLS(intersects, int32_t)
ON_HULLS(penetration, gapkit_depth)
ON_HULLS(signed_gap, gapkit_gap)

#define ON_POLYGONS(name, type)                                                                    \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        double a[8], b[8];                                                                         \
        type out;                                                                                  \
        return gapkit_##name(points(0, SQUARE, 8, a), count(1, 4), points(2, SQUARE, 8, b),        \
                             count(3, 4), POINTER(4, &out));                                       \
    }
ON_POLYGONS(planar_distance, gapkit_planar_answer)
ON_POLYGONS(planar_intersects, int32_t)
ON_POLYGONS(planar_penetration, gapkit_planar_depth)

#define ON_SHAPES(name, type)                                                                      \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        type out;                                                                                  \
        return gapkit_##name(any_shape(0), pose(1), any_shape(4), NULL, way[5] ? NULL : query(6),  \
                             POINTER(16, &out));                                                   \
    }
ON_SHAPES(shape_distance, gapkit_answer)
ON_SHAPES(shape_intersects, int32_t)
ON_SHAPES(shape_penetration, gapkit_depth)
ON_SHAPES(shape_signed_gap, gapkit_gap)

#define ON_BATCH(name, type)                                                                       \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        double a[12], b[12];                                                                       \
        size_t offsets[2] = {0, 0}, others[2] = {0, 4};                                            \
        type out[1];                                                                               \
        offsets[0] = way[1] == 2 ? 3 : way[1] == 3 ? 5 : 0;                                        \
        offsets[1] = count(2, 4);                                                                  \
        return gapkit_##name(points(0, TET, 12, a), way[1] == 1 ? NULL : offsets,                  \
                             points(3, FAR, 12, b), POINTER(4, others), count(5, 1),               \
                             way[6] ? NULL : query(7), POINTER(17, out));                          \
    }
ON_BATCH(distance_batch, gapkit_answer)
ON_BATCH(within_batch, int32_t)
ON_BATCH(intersects_batch, int32_t)

#define ON_ELEMENTS(name, type)                                                                    \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        double nodes[12];                                                                          \
        int32_t a[4] = {0, 1, 2, 3}, b[3] = {1, 2, 3};                                             \
        type out[1];                                                                               \
        a[2] = (int32_t)index_(2, 2);                                                              \
        b[1] = (int32_t)index_(5, 2);                                                              \
        return gapkit_##name(points(0, TET, 12, nodes), count(1, 4), POINTER(3, a), count(4, 4),   \
                             POINTER(6, b), count(7, 3), count(8, 1), way[9] ? NULL : query(10),   \
                             POINTER(20, out));                                                    \
    }
ON_ELEMENTS(distance_elements, gapkit_answer)
ON_ELEMENTS(within_elements, int32_t)
ON_ELEMENTS(intersects_elements, int32_t)

static gapkit_status distance_tracked(void)
{
    double a[12], b[12];
    gapkit_cache cache = {{0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0}, 0, 0};
    gapkit_answer out;
    cache.direction[1] = number(17, 0.0);
    cache.vertex_a[0] = index_(18, 0);
    cache.vertex_count = index_(19, 0);
    return gapkit_distance_tracked(points(0, TET, 12, a), count(1, 4), points(2, FAR, 12, b), count(3, 4),
                                   way[4] ? NULL : query(5), POINTER(16, &cache), POINTER(15, &out));
}

static const gapkit_motion *motion(int argument)
{
    static gapkit_motion m;
    memset(&m, 0, sizeof m);
    m.translation[1] = number(argument, -9.0);
    m.rotation[3] = number(argument + 1, 1.0);
    m.displacement[1] = number(argument + 2, 20.0);
    m.turn[2] = number(argument + 3, 1.0);
    return way[argument + 4] ? NULL : &m;
}

static gapkit_status motion_between(void)
{
    static const gapkit_pose away = {{1, 2, 3}, {0, 0, 1, 1}};
    gapkit_motion out;
    return gapkit_motion_between(pose(0), &away, POINTER(3, &out));
}

static gapkit_status time_of_impact(void)
{
    double a[12], b[12];
    gapkit_impact out;
    return gapkit_time_of_impact(points(0, TET, 12, a), count(1, 4), motion(2), points(7, FAR, 12, b),
                                 count(8, 4), NULL, POINTER(9, &out));
}

static gapkit_status shape_time_of_impact(void)
{
    gapkit_impact out;
    return gapkit_shape_time_of_impact(any_shape(0), motion(1), any_shape(6), NULL, POINTER(7, &out));
}

#define ON_FEATURES(name, many)                                                                    \
    static gapkit_status name(void)                                                                \
    {                                                                                              \
        double start[12], end[12];                                                                 \
        gapkit_nodal_impact out;                                                                   \
        return gapkit_##name(points(0, TET, 12, start), points(1, FAR, 12, end), POINTER(2, &out)); \
    }                                                                                              \
    static gapkit_status many(void)                                                                \
    {                                                                                              \
        double start[12], end[12];                                                                 \
        int32_t nodes[4] = {0, 1, 2, 3};                                                           \
        gapkit_nodal_impact out[1];                                                                \
        nodes[2] = (int32_t)index_(3, 2);                                                          \
        return gapkit_##many(points(0, TET, 12, start), points(1, FAR, 12, end), count(2, 4),      \
                             POINTER(4, nodes), count(5, 1), POINTER(6, out));                     \
    }
/* gapkit_impact_node_facet(, gapkit_impact_node_facets(, gapkit_impact_edge_edge(, gapkit_impact_edge_edges( */
ON_FEATURES(impact_node_facet, impact_node_facets)
ON_FEATURES(impact_edge_edge, impact_edge_edges)

/* Shapes: what is made is freed at once. */
static gapkit_status kept(gapkit_status status, gapkit_shape *made)
{
    if (status == GAPKIT_OK)
        CALL(gapkit_shape_free(made));
    else
        HOLDS(made == NULL);
    return status;
}

static gapkit_status shape_sphere(void)
{
    gapkit_shape *made = NULL;
    return kept(gapkit_shape_sphere(number(0, 1.0), POINTER(1, &made)), made);
}

static gapkit_status shape_box(void)
{
    gapkit_shape *made = NULL;
    double half[3] = {1, 1, 1};
    half[1] = number(0, 1.0);
    return kept(gapkit_shape_box(POINTER(1, half), POINTER(2, &made)), made);
}

static gapkit_status shape_capsule(void)
{
    gapkit_shape *made = NULL;
    double from[3] = {0, 0, 0}, to[3] = {1, 0, 0};
    from[0] = number(0, 0.0);
    return kept(gapkit_shape_capsule(POINTER(1, from), POINTER(2, to), number(3, 1.0), POINTER(4, &made)),
                made);
}

static gapkit_status shape_ellipsoid(void)
{
    gapkit_shape *made = NULL;
    double half[3] = {1, 2, 3};
    half[1] = number(0, 1.0);
    return kept(gapkit_shape_ellipsoid(POINTER(1, half), POINTER(2, &made)), made);
}

static gapkit_status shape_cylinder(void)
{
    gapkit_shape *made = NULL;
    return kept(gapkit_shape_cylinder(number(0, 1.0), number(1, 1.0), POINTER(2, &made)), made);
}

static gapkit_status shape_cone(void)
{
    gapkit_shape *made = NULL;
    return kept(gapkit_shape_cone(number(0, 1.0), number(1, 1.0), POINTER(2, &made)), made);
}

static gapkit_status shape_polyhedron(void)
{
    gapkit_shape *made = NULL;
    double vertices[12];
    int32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    triangles[5] = constant(2, 3);
    return kept(gapkit_shape_polyhedron(points(0, TET, 12, vertices), count(1, 4),
                                        POINTER(3, triangles), count(4, 4), POINTER(5, &made)),
                made);
}

static gapkit_status shape_hull(void)
{
    gapkit_shape *made = NULL;
    double corners[12];
    return kept(gapkit_shape_hull(points(0, TET, 12, corners), count(1, 4), POINTER(2, &made)), made);
}

static gapkit_status shape_function(void)
{
    gapkit_shape *made = NULL;
    double center[3] = {0, 0, 0};
    center[2] = number(0, 0.0);
    return kept(gapkit_shape_function(POINTER(1, center), POINTER(2, support), NULL, POINTER(3, &made)),
                made);
}

static gapkit_status shape_rounded(void)
{
    gapkit_shape *made = NULL;
    return kept(gapkit_shape_rounded(any_shape(0), number(1, 0.5), POINTER(2, &made)), made);
}

static gapkit_status shape_zonotope(void)
{
    gapkit_shape *made = NULL;
    double center[3] = {0, 0, 0};
    double generators[12];
    return kept(gapkit_shape_zonotope(POINTER(0, center), points(1, TET, 12, generators), count(2, 4),
                                      POINTER(3, &made)),
                made);
}

static gapkit_status shape_sum(void)
{
    gapkit_shape *made = NULL, *ball = NULL;
    gapkit_status status;
    /* Only one of the two may be a function of the host. */
    if (gapkit_shape_sphere(0.1, &ball) != GAPKIT_OK) return GAPKIT_BAD_ARGUMENT;
    status = kept(gapkit_shape_sum(any_shape(0), way[1] ? any_shape(1) : ball, POINTER(2, &made)), made);
    gapkit_shape_free(ball);
    return status;
}

static gapkit_status shape_free(void)
{
    return way[0] ? gapkit_shape_free(any_shape(0)) : GAPKIT_OK;
}

/* A function that returns what is not a number. */
static gapkit_status broken_function(void)
{
    const double center[3] = {0, 0, 0};
    gapkit_shape *broken;
    gapkit_answer answer;
    gapkit_pose away = {{7, 5, 1}, {0, 0, 0, 1}};
    answer.distance = 42.0;
    CALL(gapkit_shape_function(center, bad_support, NULL, &broken));
    gapkit_status status = gapkit_shape_distance(broken, NULL, shape, &away, NULL, &answer);
    HOLDS(status == GAPKIT_BAD_CALLBACK && answer.distance == 42.0);
    CALL(gapkit_shape_free(broken));
    return status;
}

/* Demo bodies. */
static gapkit_status held(gapkit_status status, gapkit_demo *made)
{
    if (status == GAPKIT_OK)
        CALL(gapkit_demo_free(made));
    else
        HOLDS(made == NULL);
    return status;
}

static gapkit_status demo_block(void)
{
    gapkit_demo *made = NULL;
    size_t cells[3] = {1, 2, 1};
    double size[3] = {1, 1, 1};
    cells[1] = count(0, 2);
    size[2] = number(1, 1.0);
    return held(gapkit_demo_block(POINTER(2, cells), POINTER(3, size), POINTER(4, &made)), made);
}

static gapkit_status demo_sphere(void)
{
    gapkit_demo *made = NULL;
    return held(gapkit_demo_sphere(number(0, 1.0), count(1, 1), POINTER(2, &made)), made);
}

static gapkit_status demo_cylinder(void)
{
    gapkit_demo *made = NULL;
    return held(gapkit_demo_cylinder(number(0, 1.0), number(1, 1.0), count(2, 5), count(3, 1), count(4, 1),
                                     POINTER(5, &made)),
                made);
}

static gapkit_status demo_knot(void)
{
    gapkit_demo *made = NULL;
    return held(gapkit_demo_knot(count(0, 44), count(1, 5), count(2, 1), POINTER(3, &made)), made);
}

static gapkit_status demo_gear_tooth(void)
{
    gapkit_demo *made = NULL;
    return held(gapkit_demo_gear_tooth(index_(0, 50), count(1, 4), POINTER(2, &made)), made);
}

static gapkit_status demo_mesh(void)
{
    gapkit_mesh out;
    return gapkit_demo_mesh(any_demo(0), POINTER(1, &out), size(2, sizeof out));
}

static gapkit_status demo_free(void)
{
    return way[0] ? gapkit_demo_free(any_demo(0)) : GAPKIT_OK;
}

/* Files. */
static gapkit_status file_read(void)
{
    gapkit_file *made = NULL;
    const char *const paths[WAYS] = {"abuse.vtu", NULL, "", "no such file.vtu", "/", "abuse.c", "\xff\xfe.vtu", "."};
    gapkit_status status = gapkit_file_read(paths[way[0]], POINTER(1, &made));
    if (status == GAPKIT_OK)
        CALL(gapkit_file_free(made));
    else
        HOLDS(made == NULL);
    return status;
}

static gapkit_status file_mesh(void)
{
    gapkit_mesh out;
    return gapkit_file_mesh(any_file(0), POINTER(1, &out), size(2, sizeof out));
}

static gapkit_status file_node_numbers(void)
{
    const int64_t *numbers;
    size_t out;
    return gapkit_file_node_numbers(any_file(0), POINTER(1, &numbers), POINTER(2, &out));
}

static gapkit_status file_free(void)
{
    return way[0] ? gapkit_file_free(any_file(0)) : GAPKIT_OK;
}

/* Lists of contacts. */
static gapkit_status scene_keep_contacts(void)
{
    gapkit_contact_list *made = NULL;
    gapkit_status status = gapkit_scene_keep_contacts(any_scene(0), POINTER(1, &made));
    if (status == GAPKIT_OK)
        CALL(gapkit_contact_list_free(made));
    else
        HOLDS(made == NULL);
    return status;
}

static gapkit_status contact_list_view(void)
{
    const gapkit_contact *contacts;
    size_t out;
    return gapkit_contact_list_view(any_list(0), POINTER(1, &contacts), POINTER(2, &out),
                                    size(3, sizeof *contacts));
}

static gapkit_status contact_list_free(void)
{
    return way[0] ? gapkit_contact_list_free(any_list(0)) : GAPKIT_OK;
}

/* Defaults. */
#define ON_DEFAULTS(name)                                                                          \
    static gapkit_status name##_default(void)                                                      \
    {                                                                                              \
        gapkit_##name out;                                                                         \
        return gapkit_##name##_default(POINTER(0, &out), size(1, sizeof out));                     \
    }
ON_DEFAULTS(query)
ON_DEFAULTS(scene_config)
ON_DEFAULTS(body_options)
ON_DEFAULTS(mesh)

/* Scenes. */
static gapkit_status scene_new(void)
{
    gapkit_scene_config config;
    gapkit_scene *made = NULL;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.size = size(0, sizeof config);
    config.margin = number(1, 0.1);
    config.search_distance = number(2, 0.2);
    config.partition_tolerance = number(3, 0.1);
    config.partition_protrusion = number(4, -1.0);
    config.threads = way[5] ? index_(5, 1) : 1;
    config.threads = config.threads == 1000 || config.threads == 77 ? 3 : config.threads;
    config.history = index_(6, 2);
    config.resolution = constant(7, GAPKIT_RESOLUTION_PIECE);
    config.broad = constant(8, GAPKIT_BROAD_BRUTE);
    config.partition_build = constant(9, GAPKIT_BUILD_TRIVIAL);
    config.sub_algorithm = constant(10, GAPKIT_SUB_BACKUP);
    config.areas = constant(11, 0);
    config.skipping = constant(12, 0);
    config.partition_max_tets = count(13, 4);
    gapkit_status status = gapkit_scene_new(POINTER(14, &config), POINTER(15, &made));
    if (status == GAPKIT_OK)
        CALL(gapkit_scene_free(made));
    else
        HOLDS(made == NULL);
    return status;
}

static gapkit_status scene_free(void)
{
    return way[0] ? gapkit_scene_free(any_scene(0)) : GAPKIT_OK;
}

static gapkit_status scene_add_mesh(void)
{
    static double copy[3 * 64];
    static int32_t numbers[4 * 64];
    gapkit_mesh m = mesh;
    uint32_t body = 42;
    HOLDS(mesh.node_count <= 64 && mesh.element_count <= 64);
    m.size = size(0, sizeof m);
    m.x = points(1, mesh.x, 3 * mesh.node_count, copy);
    m.stride = count(2, 3);
    m.node_count = count(3, mesh.node_count);
    memcpy(numbers, mesh.connectivity, 4 * mesh.element_count * sizeof *numbers);
    numbers[5] = constant(4, numbers[5]);
    m.connectivity = POINTER(5, numbers);
    m.connectivity_count = count(6, mesh.connectivity_count);
    m.element_count = count(7, mesh.element_count);
    m.element_type = constant(8, GAPKIT_TET4);
    m.index_type = constant(9, GAPKIT_INT32);
    m.index_base = constant(10, 0);
    m.orientation = constant(11, GAPKIT_ORIENTATION_REPAIR);
    m.y = way[12] == 1 ? copy + 1 : NULL;
    gapkit_status status = gapkit_scene_add_mesh(any_scene(13), POINTER(14, &m), options(15), POINTER(20, &body));
    HOLDS(status == GAPKIT_OK || body == 42);
    return status;
}

static gapkit_status scene_replace_mesh(void)
{
    static int32_t numbers[4 * 64];
    gapkit_mesh m = mesh;
    HOLDS(mesh.element_count <= 64);
    m.size = size(2, sizeof m);
    memcpy(numbers, mesh.connectivity, 4 * mesh.element_count * sizeof *numbers);
    numbers[5] = constant(3, numbers[5]);
    m.connectivity = POINTER(4, numbers);
    m.element_count = count(5, mesh.element_count);
    m.element_type = constant(6, GAPKIT_TET4);
    m.orientation = constant(7, GAPKIT_ORIENTATION_REPAIR);
    return gapkit_scene_replace_mesh(any_scene(0), index_(1, cube), POINTER(8, &m));
}

static gapkit_status scene_add_shape(void)
{
    uint32_t body = 42;
    gapkit_status status =
        gapkit_scene_add_shape(any_scene(0), any_shape(1), pose(2), options(5), POINTER(10, &body));
    HOLDS(status == GAPKIT_OK || body == 42);
    return status;
}

static gapkit_status scene_add_plane(void)
{
    double point[3] = {0, 0, 0}, normal[3] = {0, 0, 1};
    uint32_t body = 42;
    point[1] = number(1, 0.0);
    normal[2] = number(2, 1.0);
    gapkit_status status = gapkit_scene_add_plane(any_scene(0), POINTER(3, point), POINTER(4, normal),
                                                  options(5), POINTER(10, &body));
    HOLDS(status == GAPKIT_OK || body == 42);
    return status;
}

static gapkit_status scene_add_surface(void)
{
    static double x[3 * 4] = {0, 0, 5, 1, 0, 5, 1, 1, 5, 0, 1, 5}, copy[3 * 4];
    static int32_t faces[2 * 3] = {0, 1, 2, 0, 2, 3}, numbers[2 * 3];
    double thickness[2] = {0.1, 0.2};
    gapkit_mesh m;
    uint32_t body = 42;
    CALL(gapkit_mesh_default(&m, sizeof m));
    m.size = size(0, sizeof m);
    m.x = points(1, x, 3 * 4, copy);
    m.stride = count(2, 3);
    m.node_count = count(3, 4);
    memcpy(numbers, faces, sizeof faces);
    numbers[5] = constant(4, 3);
    m.connectivity = POINTER(5, numbers);
    m.connectivity_count = count(6, 6);
    m.element_count = count(7, 2);
    m.element_type = constant(8, GAPKIT_TRI3);
    m.index_base = constant(9, 0);
    thickness[1] = number(10, 0.2);
    gapkit_status status = gapkit_scene_add_surface(any_scene(11), POINTER(12, &m), POINTER(13, thickness),
                                                    count(14, 2), options(15), POINTER(20, &body));
    HOLDS(status == GAPKIT_OK || body == 42);
    return status;
}

static gapkit_status scene_add_beams(void)
{
    static double x[3 * 3] = {0, 0, 5, 1, 0, 5, 1, 1, 5}, copy[3 * 3];
    static int32_t segments[2 * 2] = {0, 1, 1, 2}, numbers[2 * 2];
    double radius[2] = {0.1, 0.2};
    gapkit_mesh m;
    uint32_t body = 42;
    CALL(gapkit_mesh_default(&m, sizeof m));
    m.size = size(0, sizeof m);
    m.x = points(1, x, 3 * 3, copy);
    m.stride = count(2, 3);
    m.node_count = count(3, 3);
    memcpy(numbers, segments, sizeof segments);
    numbers[3] = constant(4, 2);
    m.connectivity = POINTER(5, numbers);
    m.connectivity_count = count(6, 4);
    m.element_count = count(7, 2);
    m.element_type = constant(8, GAPKIT_LINE2);
    m.index_base = constant(9, 0);
    radius[1] = number(10, 0.2);
    gapkit_status status = gapkit_scene_add_beams(any_scene(11), POINTER(12, &m), POINTER(13, radius),
                                                  count(14, 2), options(15), POINTER(20, &body));
    HOLDS(status == GAPKIT_OK || body == 42);
    return status;
}

static gapkit_status scene_set_active(void)
{
    int64_t element = constant(1, 0);
    size_t changed = 42;
    gapkit_status status = gapkit_scene_set_active(any_scene(0), index_(2, cube), POINTER(3, &element),
                                                   count(4, 1), constant(5, 0), POINTER(6, &changed));
    HOLDS(status == GAPKIT_OK || changed == 42);
    return status;
}

static gapkit_status scene_set_body_active(void)
{
    return gapkit_scene_set_body_active(any_scene(0), index_(1, ball), constant(2, 0));
}

static gapkit_status scene_remove_body(void)
{
    return gapkit_scene_remove_body(any_scene(0), index_(1, ball));
}

static gapkit_status scene_exclude(void)
{
    return gapkit_scene_exclude(any_scene(0), index_(1, cube), index_(2, ball));
}

static gapkit_status scene_set_margin(void)
{
    return gapkit_scene_set_margin(any_scene(0), index_(1, cube), index_(2, ball), number(3, 0.1));
}

static gapkit_status scene_set_one_sided(void)
{
    return gapkit_scene_set_one_sided(any_scene(0), index_(1, cube), index_(2, ball));
}

static gapkit_status scene_node_gaps(void)
{
    static double gaps[64];
    return gapkit_scene_node_gaps(any_scene(0), index_(1, cube), POINTER(2, gaps), count(3, mesh.node_count));
}

static gapkit_status scene_body_count(void)
{
    size_t out;
    return gapkit_scene_body_count(any_scene(0), POINTER(1, &out));
}

static gapkit_status scene_body_size(void)
{
    size_t out[3];
    return gapkit_scene_body_size(any_scene(0), index_(1, cube), POINTER(2, &out[0]), POINTER(3, &out[1]),
                                  POINTER(4, &out[2]));
}

static gapkit_status scene_tets(void)
{
    static int64_t nodes[4 * 64], elements[64];
    static uint32_t pieces[64];
    size_t out;
    return gapkit_scene_tets(any_scene(0), index_(1, cube), POINTER(2, nodes), POINTER(3, elements),
                             POINTER(4, pieces), way[5] == 1 ? 0 : 64, POINTER(6, &out));
}

static gapkit_status scene_facets(void)
{
    static int64_t nodes[3 * 64], elements[64];
    return gapkit_scene_facets(any_scene(0), index_(1, cube), POINTER(2, nodes), POINTER(3, elements),
                               way[4] == 1 ? 0 : 64);
}

static gapkit_status scene_split(void)
{
    size_t out;
    return gapkit_scene_split(any_scene(0), index_(1, cube), number(2, 0.1), POINTER(3, &out));
}

static gapkit_status scene_set_positions(void)
{
    static double copy[3 * 64];
    const double *x = points(2, mesh.x, 3 * mesh.node_count, copy);
    return gapkit_scene_set_positions(any_scene(0), index_(1, cube), x, way[3] ? copy + 1 : NULL,
                                      way[4] ? copy + 2 : NULL, count(5, 3), count(6, mesh.node_count));
}

static gapkit_status scene_set_velocities(void)
{
    static double copy[3 * 64];
    const double *x = points(2, mesh.x, 3 * mesh.node_count, copy);
    return gapkit_scene_set_velocities(any_scene(0), index_(1, cube), x, way[3] ? copy + 1 : NULL,
                                       way[4] ? copy + 2 : NULL, count(5, 3), count(6, mesh.node_count),
                                       number(7, 1e-3));
}

static gapkit_status scene_impact_times(void)
{
    static double times[4096];
    return gapkit_scene_impact_times(any_scene(0), POINTER(1, times), count(2, 4096));
}

static gapkit_status scene_clear_velocities(void)
{
    return gapkit_scene_clear_velocities(any_scene(0));
}

static gapkit_status scene_set_pose(void)
{
    return gapkit_scene_set_pose(any_scene(0), index_(1, ball), pose(2));
}

static gapkit_status scene_set_poses(void)
{
    static double places[2 * 7], copy[2 * 7];
    static uint32_t numbers[2];
    numbers[0] = cube;
    numbers[1] = index_(1, ball);
    for (int i = 0; i < 2; i++) {
        places[7 * i + 6] = 1.0;
    }
    const double *first = points(2, places, 14, copy);
    return gapkit_scene_set_poses(any_scene(0), numbers, 2, first, count(3, 7), POINTER(4, copy + 3), count(5, 7));
}

static gapkit_status scene_positions(void)
{
    static double copy[3 * 64];
    return gapkit_scene_positions(any_scene(0), index_(1, cube), POINTER(2, copy),
                                  way[3] ? count(3, 0) : 64);
}

static gapkit_status scene_detect(void)
{
    size_t out;
    return gapkit_scene_detect(any_scene(0), POINTER(1, &out));
}

/* Stops when it is asked for the last of some times. */
static int32_t enough(void *user)
{
    int32_t *left = user;
    return left && __atomic_sub_fetch(left, 1, __ATOMIC_RELAXED) <= 0;
}

static gapkit_status scene_detect_unless(void)
{
    size_t out;
    int32_t left = 3 * way[2] * way[2];
    return gapkit_scene_detect_unless(any_scene(0), POINTER(1, enough), way[2] ? &left : NULL,
                                      POINTER(3, &out));
}

static gapkit_status scene_contacts(void)
{
    const gapkit_contact *list;
    size_t out;
    return gapkit_scene_contacts(any_scene(0), POINTER(1, &list), POINTER(2, &out), size(3, sizeof *list));
}

static gapkit_status scene_copy_contacts(void)
{
    static gapkit_contact copy[512];
    size_t out;
    return gapkit_scene_copy_contacts(any_scene(0), POINTER(1, copy), way[2] ? count(2, 0) : 512,
                                      POINTER(3, &out), size(4, sizeof *copy));
}

static gapkit_status scene_overlaps(void)
{
    const gapkit_contact *list;
    size_t out;
    return gapkit_scene_overlaps(any_scene(0), POINTER(1, &list), POINTER(2, &out), size(3, sizeof *list));
}

static size_t contacts(void)
{
    size_t found = 0;
    CALL(gapkit_scene_copy_contacts(scene, NULL, 0, &found, sizeof(gapkit_contact)));
    return found;
}

static gapkit_status scene_update(void)
{
    gapkit_update out;
    return gapkit_scene_update(any_scene(0), POINTER(1, &out), size(2, sizeof out));
}

/* A contact of the cube with the plane, the last but one; those of the shape have no derivatives. */
static gapkit_status scene_derivatives(void)
{
    gapkit_derivatives out;
    return gapkit_scene_derivatives(any_scene(0), way[1] ? contacts() : contacts() - 2, POINTER(2, &out),
                                    size(3, sizeof out));
}

static gapkit_status scene_stiffness(void)
{
    static double matrix[18 * 18];
    return gapkit_scene_stiffness(any_scene(0), way[1] ? contacts() : contacts() - 2, number(2, 1), number(3, -1),
                                  POINTER(4, matrix));
}

static gapkit_status scene_changes(void)
{
    static gapkit_change copy[512];
    return gapkit_scene_changes(any_scene(0), POINTER(1, copy), count(2, contacts()));
}

static gapkit_status scene_hash(void)
{
    uint64_t out;
    return gapkit_scene_hash(any_scene(0), POINTER(1, &out));
}

static gapkit_status scene_get_values(void)
{
    static double copy[2 * 512];
    return gapkit_scene_get_values(any_scene(0), POINTER(1, copy), count(2, 2 * contacts()));
}

static gapkit_status scene_set_values(void)
{
    static double copy[2 * 512];
    return gapkit_scene_set_values(any_scene(0), POINTER(1, copy), count(2, 2 * contacts()));
}

static gapkit_status scene_save(void)
{
    gapkit_state *made = NULL;
    gapkit_status status = gapkit_scene_save(any_scene(0), POINTER(1, &made));
    if (status == GAPKIT_OK)
        CALL(gapkit_state_free(made));
    return status;
}

static gapkit_status scene_restore(void)
{
    return gapkit_scene_restore(any_scene(0), way[1] == 3 ? foreign_state : any_state(1));
}

static unsigned char state_bytes[1 << 18];

static gapkit_status state_write(void)
{
    size_t out;
    return gapkit_state_write(any_state(0), POINTER(1, state_bytes),
                              way[2] ? count(2, 0) : sizeof state_bytes, POINTER(3, &out));
}

static gapkit_status state_read(void)
{
    gapkit_state *made = NULL;
    size_t size = 0;
    CALL(gapkit_state_write(state, state_bytes, sizeof state_bytes, &size));
    gapkit_status status =
        gapkit_state_read(POINTER(0, state_bytes), way[1] ? size / 2 : size, POINTER(2, &made));
    if (status == GAPKIT_OK)
        CALL(gapkit_state_free(made));
    return status;
}

static gapkit_status state_free(void)
{
    return way[0] ? gapkit_state_free(any_state(0)) : GAPKIT_OK;
}

static gapkit_status scene_statistics(void)
{
    gapkit_statistics out;
    return gapkit_scene_statistics(any_scene(0), POINTER(1, &out), size(2, sizeof out));
}

static gapkit_status scene_set_log(void)
{
    gapkit_status status = gapkit_scene_set_log(any_scene(0), POINTER(1, take_log), NULL);
    return status;
}

static gapkit_status scene_resultants(void)
{
    static double forces[3 * 512];
    const double point[3] = {0, 0, 0};
    gapkit_resultant out[8];
    return gapkit_scene_resultants(any_scene(0), POINTER(1, forces), count(2, contacts()), POINTER(3, point),
                                   POINTER(4, out), way[5] ? count(5, 0) : 8);
}

static gapkit_status scene_stable_time_step(void)
{
    double weight = number(1, 1.0), out;
    size_t place;
    return gapkit_scene_stable_time_step(any_scene(0), number(2, 1e3), POINTER(3, mass), &weight,
                                         POINTER(4, &out), POINTER(5, &place));
}

/* The contact law of the library. */
static gapkit_status force_law_default(void)
{
    gapkit_force_law out;
    return gapkit_force_law_default(POINTER(0, &out), size(1, sizeof out));
}

static gapkit_status friction_default(void)
{
    gapkit_friction out;
    return gapkit_friction_default(POINTER(0, &out), size(1, sizeof out));
}

static gapkit_status scene_set_material(void)
{
    return gapkit_scene_set_material(any_scene(0), index_(1, cube), number(2, 1e6), number(3, 1e3));
}

static gapkit_status scene_set_masses(void)
{
    double masses[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    masses[5] = number(3, INFINITY);
    return gapkit_scene_set_masses(any_scene(0), index_(1, cube), POINTER(2, masses), count(4, 8));
}

static gapkit_status scene_set_force_law(void)
{
    gapkit_force_law law;
    CALL(gapkit_force_law_default(&law, sizeof law));
    law.size = size(2, sizeof law);
    law.offset = number(3, 0.06);
    law.time_step = number(4, 1e-3);
    law.stiffness_factor = number(5, 16);
    law.soft_bound = number(6, 32);
    law.damping = number(7, 0.1);
    law.friction = number(8, 0.5);
    law.kinetic_friction = number(9, 0.4);
    law.friction_decay = number(10, 1);
    law.max_shear_stress = number(11, 1e6);
    return gapkit_scene_set_force_law(any_scene(0), POINTER(1, &law));
}

static gapkit_status scene_set_friction(void)
{
    gapkit_friction friction;
    CALL(gapkit_friction_default(&friction, sizeof friction));
    friction.size = size(4, sizeof friction);
    friction.friction = number(5, 0.5);
    friction.kinetic_friction = number(6, 0.4);
    friction.friction_decay = number(7, 1);
    friction.max_shear_stress = number(8, 1e6);
    return gapkit_scene_set_friction(any_scene(0), index_(1, cube), index_(2, ground), POINTER(3, &friction));
}

static gapkit_status scene_set_rigid_velocity(void)
{
    double velocity[3] = {1, 0, 0}, spin[3] = {0, 0, 1}, point[3] = {0, 0, 0};
    velocity[1] = number(5, 1), spin[0] = number(6, 1), point[2] = number(7, 1);
    return gapkit_scene_set_rigid_velocity(any_scene(0), index_(1, ball), POINTER(2, velocity), POINTER(3, spin),
                                           POINTER(4, point));
}

static gapkit_status scene_forces(void)
{
    gapkit_forces out;
    return gapkit_scene_forces(any_scene(0), number(1, 1e-4), POINTER(2, &out), size(3, sizeof out));
}

static gapkit_status scene_add_forces(void)
{
    static double f[3 * 8];
    return gapkit_scene_add_forces(any_scene(0), index_(1, cube), POINTER(2, f), way[3] ? f + 8 : NULL,
                                   way[4] ? f + 16 : NULL, way[3] || way[4] ? 1 : 3, count(5, 8));
}

static gapkit_status scene_contact_forces(void)
{
    static double f[3 * 512];
    return gapkit_scene_contact_forces(any_scene(0), POINTER(1, f), way[2] == 1 ? 0 : 512);
}

static gapkit_status scene_force_pairs(void)
{
    static gapkit_force_pair pairs[8];
    size_t out;
    return gapkit_scene_force_pairs(any_scene(0), POINTER(1, pairs), way[2] == 1 ? 1 : 8, POINTER(3, &out));
}

static gapkit_status scene_write_vtk(void)
{
    const char *const paths[WAYS] = {"abuse.vtp", NULL, "", "abuse.txt", "/", "no/such/folder/a.vtu",
                                     "\xff\xfe.vtu", "abuse"};
    return gapkit_scene_write_vtk(any_scene(0), paths[way[1]]);
}

static gapkit_status struct_size(void)
{
    const char *const names[WAYS] = {"gapkit_contact", NULL, "", "gapkit", "\xff", "size_t", "contact", "gapkit_contac"};
    size_t out = 0;
    gapkit_status status = gapkit_struct_size(names[way[0]], POINTER(1, &out));
    HOLDS(status != GAPKIT_OK || out == sizeof(gapkit_contact));
    return status;
}

static gapkit_status texts(void)
{
    HOLDS(strlen(gapkit_version()) > 0 && gapkit_abi_version() == GAPKIT_ABI);
    HOLDS(strlen(gapkit_status_string(constant(0, 0))) > 0 && gapkit_last_error() != NULL);
    return GAPKIT_OK;
}

/* Every function; whether a call that goes well changes the scene; how many arguments can be
 * spoilt; whether it goes well if none is. */
typedef struct {
    const char *name;
    gapkit_status (*call)(void);
    int arguments, changes, good;
} function;

#define PLAIN(name, arguments) {#name, name, arguments, 0, 1}
#define CHANGES(name, arguments) {#name, name, arguments, 1, 1}
static const function FUNCTIONS[] = {
    PLAIN(distance, 16), PLAIN(intersects, 16), PLAIN(penetration, 16), PLAIN(signed_gap, 16),
    PLAIN(planar_distance, 5), PLAIN(planar_intersects, 5), PLAIN(planar_penetration, 5),
    PLAIN(shape_distance, 17), PLAIN(shape_intersects, 17), PLAIN(shape_penetration, 17),
    PLAIN(shape_signed_gap, 17), PLAIN(distance_batch, 18), PLAIN(within_batch, 18),
    PLAIN(intersects_batch, 18), PLAIN(distance_elements, 21), PLAIN(within_elements, 21), PLAIN(intersects_elements, 21),
    PLAIN(distance_tracked, 20), PLAIN(shape_sphere, 2), PLAIN(shape_box, 3),
    PLAIN(shape_capsule, 5), PLAIN(shape_ellipsoid, 3), PLAIN(shape_cylinder, 3), PLAIN(shape_cone, 3),
    PLAIN(shape_polyhedron, 6), PLAIN(shape_hull, 3), PLAIN(shape_function, 4), PLAIN(shape_rounded, 3), PLAIN(shape_zonotope, 4),
    PLAIN(shape_sum, 3), PLAIN(shape_free, 1),
    {"broken_function", broken_function, 1, 0, 0},
    PLAIN(demo_block, 5), PLAIN(demo_sphere, 3), PLAIN(demo_cylinder, 6), PLAIN(demo_knot, 4),
    PLAIN(demo_gear_tooth, 3), PLAIN(demo_mesh, 3), PLAIN(demo_free, 1), PLAIN(query_default, 2),
    PLAIN(scene_config_default, 2), PLAIN(body_options_default, 2), PLAIN(mesh_default, 2),
    PLAIN(scene_new, 16), PLAIN(scene_free, 1), CHANGES(scene_add_mesh, 21), CHANGES(scene_add_shape, 11),
    CHANGES(scene_add_plane, 11), CHANGES(scene_add_surface, 21), CHANGES(scene_add_beams, 21),
    CHANGES(scene_set_active, 7), CHANGES(scene_replace_mesh, 9),
    CHANGES(scene_set_body_active, 3), CHANGES(scene_remove_body, 2), CHANGES(scene_exclude, 3), CHANGES(scene_set_margin, 4),
    CHANGES(scene_set_one_sided, 3), PLAIN(scene_node_gaps, 4), PLAIN(scene_body_count, 2),
    PLAIN(scene_body_size, 5), PLAIN(scene_tets, 7), PLAIN(scene_facets, 5), CHANGES(scene_split, 4), CHANGES(scene_set_positions, 7),
    CHANGES(scene_set_velocities, 8), CHANGES(scene_clear_velocities, 1), CHANGES(scene_set_pose, 5),
    CHANGES(scene_set_poses, 6),
    PLAIN(scene_positions, 4), CHANGES(scene_detect, 2), CHANGES(scene_detect_unless, 4),
    PLAIN(scene_contacts, 4),
    PLAIN(scene_copy_contacts, 5), PLAIN(scene_overlaps, 4), CHANGES(scene_update, 3),
    PLAIN(scene_derivatives, 4), PLAIN(scene_stiffness, 5), PLAIN(scene_changes, 3), PLAIN(scene_hash, 2), PLAIN(scene_get_values, 3),
    CHANGES(scene_set_values, 3), PLAIN(scene_save, 2), PLAIN(scene_restore, 2), PLAIN(state_free, 1),
    PLAIN(state_write, 4), PLAIN(state_read, 3),
    PLAIN(scene_statistics, 3), CHANGES(scene_set_log, 2), PLAIN(scene_resultants, 6),
    PLAIN(scene_stable_time_step, 6), PLAIN(force_law_default, 2), PLAIN(friction_default, 2),
    PLAIN(scene_set_material, 4), PLAIN(scene_set_masses, 5), CHANGES(scene_set_force_law, 12),
    CHANGES(scene_set_friction, 9), CHANGES(scene_set_rigid_velocity, 8), CHANGES(scene_forces, 4),
    PLAIN(scene_add_forces, 6), PLAIN(scene_contact_forces, 3), PLAIN(scene_force_pairs, 4),
    PLAIN(scene_write_vtk, 2), PLAIN(texts, 1),
    PLAIN(motion_between, 4), PLAIN(time_of_impact, 10), PLAIN(shape_time_of_impact, 8),
    PLAIN(impact_node_facet, 3), PLAIN(impact_node_facets, 7), PLAIN(impact_edge_edge, 3),
    PLAIN(impact_edge_edges, 7), PLAIN(scene_impact_times, 3),
    PLAIN(file_read, 2), PLAIN(file_mesh, 3), PLAIN(file_node_numbers, 3), PLAIN(file_free, 1),
    PLAIN(scene_keep_contacts, 2), PLAIN(contact_list_view, 4), PLAIN(contact_list_free, 1), PLAIN(struct_size, 2),
};

/* A cube on the ground with a box of the host beside it. */
static gapkit_scene *make_scene(void)
{
    gapkit_scene_config config;
    gapkit_force_law law;
    gapkit_forces forces;
    gapkit_scene *made;
    const double point[3] = {0, 0, -0.05}, normal[3] = {0, 0, 1};
    const gapkit_pose beside = {{2.05, 0.5, 0.9}, {0, 0, 0, 1}};
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.1;
    config.threads = 1;
    config.history = 2;
    CALL(gapkit_scene_new(&config, &made));
    CALL(gapkit_scene_add_mesh(made, &mesh, NULL, &cube));
    CALL(gapkit_scene_add_shape(made, shape, &beside, NULL, &ball));
    CALL(gapkit_scene_add_plane(made, point, normal, NULL, &ground));
    CALL(gapkit_force_law_default(&law, sizeof law));
    law.offset = 0.06;
    law.time_step = 1e-3;
    CALL(gapkit_scene_set_material(made, cube, 1e6, 1e3));
    CALL(gapkit_scene_set_force_law(made, &law));
    CALL(gapkit_scene_detect(made, NULL));
    CALL(gapkit_scene_forces(made, 0, &forces, sizeof forces));
    HOLDS(forces.pushing > 0 && forces.energy > 0);
    return made;
}

/* The contacts of the scene as it is, from a state that is always the same. */
static uint64_t snapshot(void)
{
    uint64_t hash;
    CALL(gapkit_scene_restore(scene, state));
    CALL(gapkit_scene_detect(scene, NULL));
    CALL(gapkit_scene_hash(scene, &hash));
    return hash;
}

/* All that a host can see of the scene without changing it. */
typedef struct {
    gapkit_contact contacts[512];
    double values[2 * 512];
    gapkit_statistics statistics;
    const gapkit_contact *lent;
    uint64_t hash;
    size_t count, bodies;
} view;

static void see(view *seen)
{
    memset(seen, 0, sizeof *seen);
    CALL(gapkit_scene_contacts(scene, &seen->lent, &seen->count, sizeof *seen->lent));
    HOLDS(seen->count <= COUNT(seen->contacts));
    if (seen->count)
        memcpy(seen->contacts, seen->lent, seen->count * sizeof *seen->lent);
    CALL(gapkit_scene_get_values(scene, seen->values, 2 * seen->count));
    CALL(gapkit_scene_statistics(scene, &seen->statistics, sizeof seen->statistics));
    CALL(gapkit_scene_hash(scene, &seen->hash));
    CALL(gapkit_scene_body_count(scene, &seen->bodies));
}

static void check(const function *f)
{
    static view before, after;
    see(&before);
    gapkit_status status = f->call();
    see(&after);
    HOLDS(status == GAPKIT_OK || memcmp(&before, &after, sizeof before) == 0);
    HOLDS(status >= GAPKIT_OK && status <= GAPKIT_STOPPED);
    HOLDS(status != GAPKIT_PANIC && status != GAPKIT_POISONED);
    if (status == GAPKIT_OK && f->changes) {
        CALL(gapkit_scene_free(scene));
        scene = make_scene();
    }
    HOLDS(snapshot() == reference);
}

/* A communicator of one rank, whose functions fail from some call on. */
static int calls_left = 1 << 30;

static int32_t one_gather(void *context, const void *own, size_t bytes, void *all)
{
    (void)context;
    memcpy(all, own, bytes);
    return --calls_left < 0;
}

static int32_t one_all_to_all(void *context, const void *send, const size_t *send_bytes, void *receive, const size_t *receive_bytes)
{
    (void)context;
    if (send_bytes[0] != 0)
        memcpy(receive, send, receive_bytes[0]);
    return --calls_left < 0;
}

static int32_t one_exchange(void *context, size_t send_count, const int32_t *send_ranks, const void *const *send,
                            const size_t *send_bytes, size_t receive_count, const int32_t *receive_ranks,
                            void *const *receive, const size_t *receive_bytes)
{
    (void)context, (void)send_ranks, (void)send, (void)send_bytes, (void)receive_ranks, (void)receive, (void)receive_bytes;
    return send_count + receive_count != 0;
}

static int32_t one_reduce(void *context, double *numbers, size_t count, int32_t how)
{
    (void)context, (void)numbers, (void)count, (void)how;
    return --calls_left < 0;
}

static void one_fail(void *context)
{
    ++*(int *)context;
}

/* A scene over one rank: every argument that is wrong is a status, and failures of the communicator are
 * told once. */
static void abuse_ranks(void)
{
    int failures = 0;
    gapkit_comm comm = {sizeof comm, &failures, 0, 1, one_gather, one_all_to_all, one_exchange, one_reduce, one_fail};
    gapkit_comm wrong;
    gapkit_scene_config config;
    gapkit_distributed *ranks = NULL;
    const gapkit_contact *contacts;
    const gapkit_contact_nodes *nodes;
    gapkit_mesh part = mesh;
    int64_t numbers[64];
    double point[3] = {0, 0, -0.01}, up[3] = {0, 0, 1}, forces[3 * 64] = {0}, value[2];
    double *lists[2] = {forces, NULL};
    uint32_t body = 42, plane = 42;
    size_t count = 42, i;
    uint64_t hash;
    HOLDS(part.node_count <= COUNT(numbers) && part.element_count <= COUNT(numbers));
    for (i = 0; i < COUNT(numbers); i++)
        numbers[i] = 7 * (int64_t)i;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.1;
    config.history = 2;
    config.threads = 1;
    HOLDS(gapkit_distributed_new(&config, NULL, &ranks) == GAPKIT_NULL_POINTER);
    wrong = comm, wrong.rank = 1;
    HOLDS(gapkit_distributed_new(&config, &wrong, &ranks) == GAPKIT_BAD_ARGUMENT);
    wrong = comm, wrong.reduce = NULL;
    HOLDS(gapkit_distributed_new(&config, &wrong, &ranks) == GAPKIT_NULL_POINTER);
    wrong = comm, wrong.size = 8;
    HOLDS(gapkit_distributed_new(&config, &wrong, &ranks) == GAPKIT_BAD_SIZE);
    HOLDS(gapkit_distributed_new(NULL, &comm, &ranks) == GAPKIT_NULL_POINTER && failures == 1);
    config.resolution = GAPKIT_RESOLUTION_FACET;
    HOLDS(gapkit_distributed_new(&config, &comm, &ranks) == GAPKIT_NOT_SUPPORTED && ranks == NULL);
    config.resolution = GAPKIT_RESOLUTION_SURFACE;
    CALL(gapkit_distributed_new(&config, &comm, &ranks));
    HOLDS(gapkit_distributed_add_mesh(ranks, NULL, NULL, &body) == GAPKIT_NULL_POINTER);
    part.node_numbers = NULL;
    part.element_numbers = numbers;
    HOLDS(gapkit_distributed_add_mesh(ranks, &part, NULL, &body) == GAPKIT_NULL_POINTER && body == 42);
    part.node_numbers = numbers;
    HOLDS(gapkit_distributed_add_mesh(ranks, &part, NULL, NULL) == GAPKIT_NULL_POINTER);
    numbers[1] = -1;
    HOLDS(gapkit_distributed_add_mesh(ranks, &part, NULL, &body) == GAPKIT_BAD_MESH);
    numbers[1] = 0;
    HOLDS(gapkit_distributed_add_mesh(ranks, &part, NULL, &body) == GAPKIT_BAD_MESH && body == 42);
    numbers[1] = 7;
    CALL(gapkit_distributed_add_mesh(ranks, &part, NULL, &body));
    HOLDS(gapkit_distributed_add_plane(ranks, NULL, up, NULL, &plane) == GAPKIT_NULL_POINTER);
    CALL(gapkit_distributed_add_plane(ranks, point, up, NULL, &plane));
    HOLDS(body == 0 && plane == 1);
    HOLDS(gapkit_distributed_set_positions(ranks, 7, part.x, NULL, NULL, 3, part.node_count) == GAPKIT_NO_BODY);
    HOLDS(gapkit_distributed_detect(ranks, &count) == GAPKIT_BAD_ARGUMENT && count == 42);
    HOLDS(gapkit_distributed_set_velocities(ranks, 0, part.x, NULL, NULL, 3, part.node_count, -1) == GAPKIT_BAD_ARGUMENT);
    HOLDS(gapkit_distributed_detect(ranks, &count) == GAPKIT_BAD_ARGUMENT);
    CALL(gapkit_distributed_set_positions(ranks, 0, part.x, NULL, NULL, 3, part.node_count));
    CALL(gapkit_distributed_detect(ranks, &count));
    HOLDS(count > 0);
    HOLDS(gapkit_distributed_contacts(ranks, &contacts, &nodes, &count, 8, sizeof *nodes) == GAPKIT_BAD_SIZE);
    HOLDS(gapkit_distributed_contacts(ranks, NULL, &nodes, &count, sizeof *contacts, sizeof *nodes) == GAPKIT_NULL_POINTER);
    CALL(gapkit_distributed_contacts(ranks, &contacts, &nodes, &count, sizeof *contacts, sizeof *nodes));
    for (i = 0; i < count; i++)
        HOLDS(nodes[i].owner_a[0] == 0 && nodes[i].index_a[0] * 7 == contacts[i].node_a[0] && nodes[i].ghost_a[0] == -1);
    HOLDS(gapkit_distributed_values(ranks, count, value, 2, 0) == GAPKIT_BAD_ARGUMENT);
    HOLDS(gapkit_distributed_values(ranks, 0, NULL, 2, 0) == GAPKIT_NULL_POINTER);
    HOLDS(gapkit_distributed_values(ranks, 0, value, 2, 3) == GAPKIT_BAD_ARGUMENT);
    value[0] = 3, value[1] = 4;
    CALL(gapkit_distributed_values(ranks, 0, value, 2, 1));
    CALL(gapkit_distributed_detect(ranks, NULL));
    value[0] = 0;
    CALL(gapkit_distributed_values(ranks, 0, value, 2, 0));
    HOLDS(value[0] == 3 && value[1] == 4);
    HOLDS(gapkit_distributed_ghost_count(ranks, NULL) == GAPKIT_NULL_POINTER);
    CALL(gapkit_distributed_ghost_count(ranks, &count));
    HOLDS(count == 0);
    HOLDS(gapkit_distributed_exchange_forces(ranks, NULL, 0, (double *const *)lists, 1, 3) == GAPKIT_BAD_ARGUMENT);
    HOLDS(gapkit_distributed_exchange_forces(ranks, NULL, 4, (double *const *)lists, 2, 3) == GAPKIT_NULL_POINTER);
    CALL(gapkit_distributed_exchange_forces(ranks, NULL, 0, (double *const *)lists, 2, 3));
    HOLDS(gapkit_distributed_hash(ranks, NULL) == GAPKIT_NULL_POINTER);
    CALL(gapkit_distributed_hash(ranks, &hash));
    HOLDS(failures == 1);
    calls_left = 0;
    HOLDS(gapkit_distributed_detect(ranks, &count) == GAPKIT_COMMUNICATION && failures == 2);
    calls_left = 1 << 30;
    HOLDS(gapkit_distributed_detect(ranks, &count) == GAPKIT_COMMUNICATION && failures == 2);
    CALL(gapkit_distributed_free(ranks));
    CALL(gapkit_distributed_free(NULL));
    HOLDS(gapkit_distributed_free(ranks) == GAPKIT_BAD_HANDLE);
    HOLDS(gapkit_distributed_detect(ranks, &count) == GAPKIT_BAD_HANDLE);
}

static void prepare(void)
{
    const size_t cells[3] = {1, 1, 1};
    const double size[3] = {1, 1, 1}, center[3] = {0, 0, 0};
    CALL(gapkit_demo_block(cells, size, &demo));
    CALL(gapkit_demo_mesh(demo, &mesh, sizeof mesh));
    CALL(gapkit_shape_function(center, support, NULL, &shape));
    scene = make_scene();
    CALL(gapkit_scene_save(scene, &state));
    reference = snapshot();
    HOLDS(contacts() > 4);
    CALL(gapkit_scene_write_vtk(scene, "abuse.vtu"));
    CALL(gapkit_file_read("abuse.vtu", &file));
    CALL(gapkit_file_read("abuse.vtu", &freed_file));
    CALL(gapkit_file_free(freed_file));
    CALL(gapkit_scene_keep_contacts(scene, &list));
    CALL(gapkit_scene_keep_contacts(scene, &freed_list));
    CALL(gapkit_contact_list_free(freed_list));
    HOLDS(gapkit_file_free(NULL) == GAPKIT_OK && gapkit_contact_list_free(NULL) == GAPKIT_OK);

    CALL(gapkit_demo_block(cells, size, &freed_demo));
    CALL(gapkit_shape_sphere(1.0, &freed_shape));
    CALL(gapkit_scene_save(scene, &freed_state));
    freed_scene = make_scene();
    CALL(gapkit_demo_free(freed_demo));
    CALL(gapkit_shape_free(freed_shape));
    CALL(gapkit_state_free(freed_state));
    CALL(gapkit_scene_add_plane(freed_scene, center, size, NULL, &ground));
    CALL(gapkit_scene_save(freed_scene, &foreign_state));
    CALL(gapkit_scene_free(freed_scene));
    HOLDS(gapkit_scene_free(freed_scene) == GAPKIT_BAD_HANDLE);
    HOLDS(gapkit_scene_free(NULL) == GAPKIT_OK && gapkit_shape_free(NULL) == GAPKIT_OK);
    HOLDS(gapkit_state_free(NULL) == GAPKIT_OK && gapkit_demo_free(NULL) == GAPKIT_OK);
}

/* A generator of our own, for the same combinations everywhere. */
static uint32_t dice(uint32_t sides)
{
    static uint64_t seed = 2026;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

int main(int argc, char **argv)
{
    long combinations = argc > 1 ? atol(argv[1]) : 10000, single = 0;
    prepare();
    abuse_ranks();
    for (size_t f = 0; f < COUNT(FUNCTIONS); f++) {
        memset(way, 0, sizeof way);
        if (FUNCTIONS[f].good && FUNCTIONS[f].call() != GAPKIT_OK) {
            fprintf(stderr, "%s is refused: %s\n", FUNCTIONS[f].name, gapkit_last_error());
            return EXIT_FAILURE;
        }
        if (FUNCTIONS[f].changes) {
            CALL(gapkit_scene_free(scene));
            scene = make_scene();
        }
        for (int argument = 0; argument < FUNCTIONS[f].arguments; argument++) {
            for (int how = 1; how < WAYS; how++, single++) {
                memset(way, 0, sizeof way);
                way[argument] = how;
                check(&FUNCTIONS[f]);
            }
        }
    }
    for (long i = 0; i < combinations; i++) {
        for (int argument = 0; argument < ARGUMENTS; argument++)
            way[argument] = dice(3) ? 0 : (int)dice(WAYS);
        check(&FUNCTIONS[dice(COUNT(FUNCTIONS))]);
    }
    CALL(gapkit_scene_free(scene));
    CALL(gapkit_state_free(state));
    CALL(gapkit_state_free(foreign_state));
    CALL(gapkit_shape_free(shape));
    CALL(gapkit_demo_free(demo));
    CALL(gapkit_file_free(file));
    CALL(gapkit_contact_list_free(list));
    remove("abuse.vtp");
    remove("abuse.vtu");
    printf("%zu functions, %ld single faults, %ld combinations\n", COUNT(FUNCTIONS), single, combinations);
    return EXIT_SUCCESS;
}
