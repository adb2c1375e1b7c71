/*
 * Discrete elements: rigid grains of several shapes over a plane, one of them given by a function
 * of the host. The gaps are known in closed form and checked, first in a scene, where grains fall
 * and bounce, then shape against shape.
 *
 * Compile and run, from this folder, after scripts/install.sh PREFIX:
 *     cc -std=c99 -IPREFIX/include dem.c -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -lm -o dem
 *     ./dem
 */
#include <math.h>

#include "check.h"

/* An ellipsoid with half axes 3, 2 and 1: its farthest point along a direction. gapkit calls this
 * from several threads at once, so it only reads what it is given. */
static void ellipsoid(void *user, const double *direction, double *point)
{
    const double *axis = (const double *)user;
    double norm = 0.0;
    for (int k = 0; k < 3; k++)
        norm += axis[k] * direction[k] * axis[k] * direction[k];
    norm = sqrt(norm);
    for (int k = 0; k < 3; k++)
        point[k] = axis[k] * axis[k] * direction[k] / norm;
}

static gapkit_pose at(double x, double y, double z)
{
    gapkit_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    pose.translation[0] = x;
    pose.translation[1] = y;
    pose.translation[2] = z;
    return pose;
}

/* How high above the plane the grains begin, from their lowest points. */
static const double DROP = 0.05;

enum { GRAINS = 5, STEPS = 400 };

int main(void)
{
    double axes[3] = {3.0, 2.0, 1.0};
    const double half[3] = {0.5, 0.5, 0.25}, center[3] = {0.0, 0.0, 0.0};
    const double left[3] = {-1.0, 0.0, 0.0}, right[3] = {1.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};
    const double below[GRAINS] = {1.0, 0.25, 0.5, 0.75, 1.0}; /* from centre to lowest point */

    gapkit_shape *shape[GRAINS];
    CALL(gapkit_shape_sphere(1.0, &shape[0]));
    CALL(gapkit_shape_box(half, &shape[1]));
    CALL(gapkit_shape_capsule(left, right, 0.5, &shape[2]));
    CALL(gapkit_shape_cylinder(1.0, 0.75, &shape[3]));
    CALL(gapkit_shape_function(center, ellipsoid, axes, &shape[4]));

    gapkit_scene_config config;
    gapkit_scene *scene;
    uint32_t ground, body[GRAINS];
    CALL(gapkit_scene_config_default(&config, sizeof config));
    config.margin = 0.1;
    config.threads = 2;
    config.isa = ISA;
    CALL(gapkit_scene_new(&config, &scene));
    CALL(gapkit_scene_add_plane(scene, center, up, NULL, &ground));
    for (int i = 0; i < GRAINS; i++) {
        gapkit_pose pose = at(10.0 * i, 0.0, below[i] + DROP);
        CALL(gapkit_scene_add_shape(scene, shape[i], &pose, NULL, &body[i]));
    }

    /* Each grain falls by itself; a stiff spring throws it back. */
    double z[GRAINS], v[GRAINS] = {0.0}, lowest[GRAINS];
    const double dt = 1e-3, gravity = 10.0, stiffness = 1e5;
    for (int i = 0; i < GRAINS; i++)
        z[i] = lowest[i] = below[i] + DROP;
    for (int step = 0; step < STEPS; step++) {
        double force[GRAINS] = {0.0};
        const gapkit_contact *contacts;
        size_t count;
        gapkit_pose poses[GRAINS];
        for (int i = 0; i < GRAINS; i++)
            poses[i] = at(10.0 * i, 0.0, z[i]);
        /* All of them in one call; a pose is seven numbers. */
        CALL(gapkit_scene_set_poses(scene, body, GRAINS, poses[0].translation, 7, poses[0].rotation, 7));
        CALL(gapkit_scene_detect(scene, NULL));
        CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
        for (size_t c = 0; c < count; c++) {
            int i = (int)(contacts[c].body_b - body[0]);
            HOLDS(contacts[c].body_a == ground && i >= 0 && i < GRAINS);
            HOLDS(fabs(contacts[c].gap - (z[i] - below[i])) < 1e-12);
            /* The points of the box share its face, whose area is 1; others are alone. */
            double share = contacts[c].kind == GAPKIT_KIND_AREA ? contacts[c].area : 1.0;
            if (contacts[c].gap < 0.0)
                force[i] -= stiffness * share * contacts[c].gap;
        }
        for (int i = 0; i < GRAINS; i++) {
            v[i] += dt * (force[i] - gravity);
            z[i] += dt * v[i];
            lowest[i] = fmin(lowest[i], z[i]);
        }
    }
    for (int i = 0; i < GRAINS; i++) {
        printf("grain %d went down to %.6f and is at %.6f\n", i, lowest[i] - below[i],
               z[i] - below[i]);
        HOLDS(lowest[i] < below[i] && z[i] > below[i] - 0.01 && z[i] < below[i] + DROP + 1e-9);
    }

    /* The host's ellipsoid against the library's, and the tip of one against a sphere. */
    gapkit_shape *own;
    gapkit_answer answer, other;
    gapkit_depth depth;
    gapkit_pose pose = at(5.0, 0.5, 0.25);
    int32_t intersects = -1;
    CALL(gapkit_shape_ellipsoid(axes, &own));
    CALL(gapkit_shape_distance(shape[4], NULL, shape[0], &pose, NULL, &answer));
    CALL(gapkit_shape_distance(own, NULL, shape[0], &pose, NULL, &other));
    HOLDS(fabs(answer.distance - other.distance) < 1e-12);
    pose = at(4.5, 0.0, 0.0);
    CALL(gapkit_shape_distance(shape[4], NULL, shape[0], &pose, NULL, &answer));
    HOLDS(fabs(answer.distance - 0.5) < 1e-12);
    pose = at(3.5, 0.0, 0.0);
    CALL(gapkit_shape_penetration(shape[4], NULL, shape[0], &pose, NULL, &depth));
    CALL(gapkit_shape_intersects(shape[4], NULL, shape[0], &pose, NULL, &intersects));
    printf("ellipsoid and sphere: %.12f apart, or %.6f deep\n", answer.distance, depth.depth);
    HOLDS(fabs(depth.depth - 0.5) < 1e-5 && intersects == 1);

    for (int i = 0; i < GRAINS; i++)
        CALL(gapkit_shape_free(shape[i]));
    CALL(gapkit_shape_free(own));
    CALL(gapkit_scene_free(scene));
    return EXIT_SUCCESS;
}
