/*
 * Beams: one across another, one in a groove of two shells, and one that lies on a half-space and
 * then breaks. Gaps, normals and areas are known and checked.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -IPREFIX/include beams.c -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o beams
 *     ./beams
 */
#include <math.h>

#include "check.h"

static const double RADIUS = 0.1, GAP = 0.004;
static const int32_t CHAIN[] = {1, 2, 2, 3};

static gapkit_scene *new_scene(void)
{
    gapkit_scene_config config;
    gapkit_scene *scene;
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.01;
    config.resolution = GAPKIT_RESOLUTION_SURFACE;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    return scene;
}

/* A straight chain of two segments, whose nodes are numbered from 1. */
static uint32_t add_chain(gapkit_scene *scene, const double from[3], const double to[3])
{
    gapkit_mesh mesh;
    double x[9];
    uint32_t body;
    for (int k = 0; k < 3; k++)
        x[k] = from[k], x[3 + k] = from[k] + 0.4 * (to[k] - from[k]), x[6 + k] = to[k];
    CALL(gapkit_mesh_default(&mesh, sizeof mesh));
    mesh.x = x;
    mesh.node_count = 3;
    mesh.connectivity = CHAIN;
    mesh.element_count = 2;
    mesh.element_type = GAPKIT_LINE2;
    mesh.index_base = 1;
    CALL(gapkit_scene_add_beams(scene, &mesh, &RADIUS, 1, NULL, &body));
    return body;
}

/* The area of all contacts with this normal, whose gap is the only one. */
static double area_along(gapkit_scene *scene, double x, double y, double z)
{
    const gapkit_contact *list;
    size_t count, found;
    double area = 0.0;
    CALL(gapkit_scene_detect(scene, &found));
    CALL(gapkit_scene_contacts(scene, &list, &count, sizeof *list));
    for (size_t i = 0; i < count; i++) {
        const double *n = list[i].normal;
        HOLDS(fabs(list[i].gap - GAP) < 1e-14);
        if (fabs(n[0] - x) + fabs(n[1] - y) + fabs(n[2] - z) < 1e-12)
            area += list[i].area;
    }
    return area;
}

static void across(void)
{
    const double low[2][3] = {{-1, 0, 0}, {1, 0, 0}};
    const double high[2][3] = {{0.3, -1, 2 * RADIUS + GAP}, {0.3, 1, 2 * RADIUS + GAP}};
    gapkit_scene *scene = new_scene();
    add_chain(scene, low[0], low[1]);
    add_chain(scene, high[0], high[1]);
    double area = area_along(scene, 0, 0, 1);
    printf("across another: %.15g\n", area);
    HOLDS(fabs(area - 4 * RADIUS * RADIUS) < 1e-14);
    CALL(gapkit_scene_free(scene));
}

static void in_a_groove(void)
{
    const double h = sqrt(0.5), thickness = 0.02;
    const double x[] = {0, -h, h, 2, -h, h, 2, 0, 0, 0, 0, 0, 2, h, h, 0, h, h};
    const int32_t faces[] = {0, 1, 2, 3, 3, 2, 4, 5};
    const double height = (RADIUS + 0.5 * thickness + GAP) / h;
    const double ends[2][3] = {{0.3, 0, height}, {1.6, 0, height}};
    gapkit_scene *scene = new_scene();
    gapkit_mesh mesh;
    uint32_t body;
    CALL(gapkit_mesh_default(&mesh, sizeof mesh));
    mesh.x = x;
    mesh.node_count = 6;
    mesh.connectivity = faces;
    mesh.element_count = 2;
    mesh.element_type = GAPKIT_QUAD4;
    CALL(gapkit_scene_add_surface(scene, &mesh, &thickness, 1, NULL, &body));
    add_chain(scene, ends[0], ends[1]);
    double left = area_along(scene, 0, h, h), right = area_along(scene, 0, -h, h);
    printf("in a groove: %.15g and %.15g\n", left, right);
    HOLDS(fabs(left - 2 * RADIUS * 1.3) < 1e-13 && fabs(right - 2 * RADIUS * 1.3) < 1e-13);
    CALL(gapkit_scene_free(scene));
}

static void that_breaks(void)
{
    const double point[3] = {0, 0, 0}, up[3] = {0, 0, 1};
    const double ends[2][3] = {{0, 0, RADIUS + GAP}, {1, 0, RADIUS + GAP}};
    const int64_t first = 1;
    gapkit_scene *scene = new_scene();
    size_t changed;
    uint32_t ground, chain = add_chain(scene, ends[0], ends[1]);
    CALL(gapkit_scene_add_plane(scene, point, up, NULL, &ground));
    HOLDS(fabs(area_along(scene, 0, 0, -1) - 2 * RADIUS) < 1e-14);
    CALL(gapkit_scene_set_active(scene, chain, &first, 1, 0, &changed));
    double left = area_along(scene, 0, 0, -1);
    printf("what is left: %.15g\n", left);
    HOLDS(changed == 1 && fabs(left - 2 * RADIUS * 0.6) < 1e-14);
    CALL(gapkit_scene_free(scene));
}

int main(void)
{
    across();
    in_a_groove();
    that_breaks();
    return 0;
}
