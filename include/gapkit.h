/*
 * gapkit: contact detection for finite-element and discrete-element codes.
 *
 * Licence: MIT or Apache-2.0. The rules of the binary interface are in docs/abi.md.
 *
 * Status. Every function that can fail returns a gapkit_status: GAPKIT_OK, which is 0, or what went
 * wrong. gapkit_status_string has a text for each, and gapkit_last_error the details of the last failure
 * on the thread, with the argument, element or node at fault. Outputs are written only on GAPKIT_OK.
 * Nothing is printed. No exception or panic leaves the library.
 *
 * Pointers. A pointer is NULL, which is a status unless the function says that it may be, or points to as
 * many values as the function says. Arrays of the caller are read during the call and not kept.
 *
 * Ownership. What a function hands out through a pointer to a handle belongs to the caller, who frees it
 * with the function that is named there. Freeing NULL is fine; freeing twice is GAPKIT_BAD_HANDLE. What is
 * lent belongs to the library, for as long as the function says.
 *
 * Structs that the caller fills begin with their size. Set them by the function that ends with _default,
 * which takes sizeof(struct); then change what should differ. They may grow at the end: a program that was
 * compiled before keeps working.
 *
 * Threads. Functions on different handles may run at once. A scene is for one call at a time; a second one
 * is refused with GAPKIT_BUSY. Scenes have their own threads, as many as they were told. A child of fork can
 * make scenes of its own, and read and free those of its parent, whose threads it does not have.
 *
 * Numbers. Whatever floating-point environment the caller has (traps, rounding, subnormal numbers as zero), the
 * library computes in the default one, and so do functions of the host that it calls; the answers are the same to
 * the last bit. When a call returns, the environment is as it was, and no exception has been raised.
 *
 * Units. None: lengths are in the unit of the coordinates, and no tolerance is absolute. Coordinates must
 * be finite and at most 2^1000 in magnitude, in scenes at most 1e50. Points are x y z side by side unless a
 * stride is given.
 *
 * @since 0.1.0, with everything below.
 */

#ifndef GAPKIT_H
#define GAPKIT_H

/* Made by cbindgen from src/capi; see cbindgen.toml. Do not change it here. */

#include <stddef.h>
#include <stdint.h>

/*
 * Contents:
 *   1. Version and status
 *   2. Queries
 *   3. Shapes
 *   4. Meshes
 *   5. Scenes
 *   6. Contacts
 *   7. The same contacts again: Newton's method, restarts
 *   8. Forces
 *   9. Time of impact
 *  10. Several ranks
 *  11. Output
 *  12. In the plane
 *  13. Demo bodies: not stable
 */

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 * 1. Version and status
 *
 * What every function that can fail returns, and which library this is.
 */

/**
 * What every function that can fail returns: GAPKIT_OK or what went wrong. The numbers are fixed.
 */
typedef int32_t gapkit_status;

/**
 * All went well.
 */
#define GAPKIT_OK 0

/**
 * A pointer that is needed is NULL.
 */
#define GAPKIT_NULL_POINTER 1

/**
 * The `size` of a struct is not one that this library knows.
 */
#define GAPKIT_BAD_SIZE 2

/**
 * A number is not one of the constants that are meant.
 */
#define GAPKIT_BAD_ENUM 3

/**
 * An argument is out of range, not finite, or does not fit the others.
 */
#define GAPKIT_BAD_ARGUMENT 4

/**
 * A mesh was refused; the text names the element or node.
 */
#define GAPKIT_BAD_MESH 5

/**
 * A handle was freed before, or is none.
 */
#define GAPKIT_BAD_HANDLE 6

/**
 * Another call is at work on the scene: on another thread, or the one that called back.
 */
#define GAPKIT_BUSY 7

/**
 * There is no body of that number.
 */
#define GAPKIT_NO_BODY 8

/**
 * The buffer is too small; the text says how large it must be.
 */
#define GAPKIT_BUFFER_TOO_SMALL 9

/**
 * A file could not be written.
 */
#define GAPKIT_IO 10

/**
 * The library was built without this, the machine does not have it, or the algorithm does not do
 * it for these shapes.
 */
#define GAPKIT_NOT_SUPPORTED 11

/**
 * A bug in the library. Where it was in a scene, that scene can only be freed; everything else
 * goes on.
 */
#define GAPKIT_PANIC 12

/**
 * The scene had a GAPKIT_PANIC before.
 */
#define GAPKIT_POISONED 13

/**
 * A function of the host returned a number that is not finite.
 */
#define GAPKIT_BAD_CALLBACK 14

/**
 * The scene was made before a fork, and its threads are in the other process. Its contacts can be
 * read, and it can be freed; to find contacts here, make another one.
 */
#define GAPKIT_FORKED 15

/**
 * The threads of a scene could not be started.
 */
#define GAPKIT_NO_THREADS 16

/**
 * The state is that of another scene.
 */
#define GAPKIT_FOREIGN_STATE 17

/**
 * Bytes are not those of a state: cut, changed, or of another version.
 */
#define GAPKIT_DAMAGED_STATE 18

/**
 * There is not enough memory.
 */
#define GAPKIT_NO_MEMORY 19

/**
 * Ranks could not talk to each other: a function of the communicator failed here, or another rank
 * has given up. The scene can only be freed.
 */
#define GAPKIT_COMMUNICATION 20

/**
 * The host stopped the detection.
 */
#define GAPKIT_STOPPED 21

/**
 * What a status means, in a few words. The text is static: do not free it. Never NULL.
 */
const char *gapkit_status_string(gapkit_status status);

/**
 * What went wrong in the last call on this thread that failed, with the argument, element or node
 * at fault; empty if none has failed. The text belongs to the library and lasts until the next
 * call on this thread that fails. Never NULL.
 */
const char *gapkit_last_error(void);

/**
 * The number of the binary interface that this header belongs to. It is apart from the version of
 * the library and is raised only when a program that was compiled before would no longer work; see
 * docs/abi.md. It is also the number in the soname.
 */
#define GAPKIT_ABI 1

/**
 * The version of the library, such as "0.1.0". The text is static: do not free it.
 */
const char *gapkit_version(void);

/**
 * The number of the binary interface of the library that is running. A host that links dynamically
 * may compare it with GAPKIT_ABI, which is that of its header.
 */
uint32_t gapkit_abi_version(void);

/**
 * Tells the size of a struct of this header, by its name, in bytes: for hosts in languages that do
 * not read the header, to compare with their own declarations.
 */
gapkit_status gapkit_struct_size(const char *name,
                                 size_t *size);

/*
 * 2. Queries
 *
 * The distance, overlap and gap of two sets of points, of many pairs, and of a pair that moves.
 */

/**
 * A sub-algorithm of GJK: one of GAPKIT_SUB_...
 */
typedef int32_t gapkit_sub_algorithm;

/**
 * Signed Volumes in the tuned form: the default.
 */
#define GAPKIT_SUB_SIGNED_VOLUMES 0

/**
 * Signed Volumes as published.
 */
#define GAPKIT_SUB_LITERAL_SIGNED_VOLUMES 1

/**
 * Signed Volumes with the signs of exact predicates.
 */
#define GAPKIT_SUB_EXACT_SIGNS 2

/**
 * Signed Volumes with the barycode search in its faces.
 */
#define GAPKIT_SUB_BARYCODE 3

/**
 * Johnson's algorithm, which may fail and then says so.
 */
#define GAPKIT_SUB_JOHNSON 4

/**
 * Johnson's algorithm with the backup procedure where it fails.
 */
#define GAPKIT_SUB_JOHNSON_BACKUP 5

/**
 * The backup procedure alone.
 */
#define GAPKIT_SUB_BACKUP 6

/**
 * Least squares by divide and conquer.
 */
#define GAPKIT_SUB_LEAST_SQUARES 7

/**
 * A test whether bodies intersect: one of GAPKIT_BOOLEAN_...
 */
typedef int32_t gapkit_boolean_test;

/**
 * GJK that ends at the first separating plane: the default.
 */
#define GAPKIT_BOOLEAN_GJK 0

/**
 * Decision sphere search.
 */
#define GAPKIT_BOOLEAN_DSS 1

/**
 * Decision sphere search with exact signs, for hulls of points: always right.
 */
#define GAPKIT_BOOLEAN_EXACT_DSS 2

/**
 * Four steps of GJK, then decision sphere search.
 */
#define GAPKIT_BOOLEAN_HYBRID 3

/**
 * Separating axes, for two tetrahedra only.
 */
#define GAPKIT_BOOLEAN_TETRAHEDRA 4

/**
 * Separating axes, for two boxes only: shapes, or the eight corners in any order.
 */
#define GAPKIT_BOOLEAN_BOXES 5

/**
 * All faces and pairs of edges of two bodies with vertices. Polyhedra keep them; of any other body
 * the hull is made in each call.
 */
#define GAPKIT_BOOLEAN_POLYHEDRA 6

/**
 * Greene's test of a box and a body with vertices, whose faces and edges are taken in the same way.
 */
#define GAPKIT_BOOLEAN_BOX_POLYHEDRON 7

/**
 * A way to the depth of overlapping bodies: one of GAPKIT_DEPTH_...
 */
typedef int32_t gapkit_depth_method;

/**
 * Separating axes for tetrahedra and less, the expanding polytope for everything else: the
 * default.
 */
#define GAPKIT_DEPTH_AUTO 0

/**
 * The expanding polytope.
 */
#define GAPKIT_DEPTH_EPA 1

/**
 * Separating axes for small point sets, the expanding polytope beyond.
 */
#define GAPKIT_DEPTH_SAT 2

/**
 * An instruction set: one of GAPKIT_ISA_... The answers do not depend on it.
 */
typedef int32_t gapkit_isa;

/**
 * The fastest that the machine has: the default.
 */
#define GAPKIT_ISA_AUTO 0

/**
 * What every machine of the architecture has.
 */
#define GAPKIT_ISA_PORTABLE 1

/**
 * 256-bit lanes.
 */
#define GAPKIT_ISA_AVX2 2

/**
 * 512-bit lanes.
 */
#define GAPKIT_ISA_AVX512 3

/**
 * The options of a query. Set all by `gapkit_query_default`, then change what should differ.
 */
typedef struct gapkit_query {
    /**
     * sizeof(gapkit_query)
     */
    size_t size;
    /**
     * The search may end once distance - lower_bound <= tolerance * distance; 0, the default,
     * means machine precision.
     */
    double tolerance;
    /**
     * The search may end once the bodies are proven to be farther apart than this; INFINITY by
     * default.
     */
    double bound;
    /**
     * The same as `tolerance` for the depth of overlapping bodies. Negative, the default, means
     * machine precision for points and 1e-6 for smooth shapes.
     */
    double depth_tolerance;
    /**
     * The largest number of support calls; 256 by default.
     */
    uint32_t max_iterations;
    /**
     * The same for the depth of overlapping bodies; 1024 by default.
     */
    uint32_t depth_max_iterations;
    /**
     * One of GAPKIT_SUB_...
     */
    gapkit_sub_algorithm sub_algorithm;
    /**
     * One of GAPKIT_BOOLEAN_...
     */
    gapkit_boolean_test boolean_test;
    /**
     * One of GAPKIT_DEPTH_...
     */
    gapkit_depth_method depth_method;
    /**
     * One of GAPKIT_ISA_...
     */
    gapkit_isa isa;
    /**
     * 1 to finish every distance in double-double arithmetic, 0 by default.
     */
    int32_t polish;
    /**
     * 1 to hold every distance, before it is given, against all vertices once more, in arithmetic apart
     * from the search; 0 by default.
     */
    int32_t verify;
} gapkit_query;

/**
 * Sets all options to their defaults. `size` is sizeof(gapkit_query) of the caller's header.
 */
gapkit_status gapkit_query_default(struct gapkit_query *query,
                                   size_t size);

/**
 * How two bodies lie to each other: one of the four below.
 */
typedef int32_t gapkit_outcome;

/**
 * Apart, by more than rounding.
 */
#define GAPKIT_SEPARATED 0

/**
 * At distance zero up to rounding, without overlap that could be told from zero.
 */
#define GAPKIT_TOUCHING 1

/**
 * They share interior points.
 */
#define GAPKIT_OVERLAPPING 2

/**
 * The search ended without a proof. The answer is what it had by then; it is no error.
 */
#define GAPKIT_ITERATION_LIMIT 3

/**
 * The answer of a distance query. Lengths are in the unit of the input.
 */
typedef struct gapkit_answer {
    /**
     * The distance of the witness points; 0 for overlapping bodies. An upper bound.
     */
    double distance;
    /**
     * No two points of the bodies are nearer than this.
     */
    double lower_bound;
    /**
     * The nearest point of A; for overlapping bodies a common point.
     */
    double point_a[3];
    /**
     * The nearest point of B.
     */
    double point_b[3];
    /**
     * The unit vector from A to B; for overlapping bodies the last direction of the search.
     */
    double direction[3];
    /**
     * The vertices of A that carry the witness points, from 0; -1 for smooth shapes. The first
     * `vertex_count` entries count.
     */
    int32_t vertex_a[4];
    /**
     * Those of B.
     */
    int32_t vertex_b[4];
    /**
     * Their weights: >= 0, with sum 1.
     */
    double weight[4];
    /**
     * How many vertices there are of each body.
     */
    int32_t vertex_count;
    /**
     * GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
     */
    gapkit_outcome outcome;
    /**
     * How many support calls were made.
     */
    uint32_t iterations;
} gapkit_answer;

/**
 * How deep two bodies overlap.
 */
typedef struct gapkit_depth {
    /**
     * B moved by depth * normal leaves A; 0 for bodies that do not overlap.
     */
    double depth;
    /**
     * The bodies overlap at least so much.
     */
    double lower_bound;
    /**
     * B moved by this along the normal leaves A for certain.
     */
    double upper_bound;
    /**
     * The unit vector along which B leaves A, from A to B.
     */
    double normal[3];
    /**
     * The point of A that is deepest in B; for bodies apart, the nearest.
     */
    double point_a[3];
    /**
     * The point of B likewise: point_b - point_a = -depth * normal where they overlap.
     */
    double point_b[3];
    /**
     * GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
     */
    gapkit_outcome outcome;
} gapkit_depth;

/**
 * The distance of two bodies, or their depth with a minus sign.
 */
typedef struct gapkit_gap {
    /**
     * The distance where the bodies are apart, minus the depth where they overlap.
     */
    double gap;
    /**
     * The gap is at least this.
     */
    double lower_bound;
    /**
     * The gap is at most this.
     */
    double upper_bound;
    /**
     * The unit vector from A to B. It does not flip when the bodies pass through contact.
     */
    double normal[3];
    /**
     * The witness point on A.
     */
    double point_a[3];
    /**
     * The witness point on B: point_b - point_a = gap * normal.
     */
    double point_b[3];
    /**
     * As in `gapkit_answer`.
     */
    int32_t vertex_a[4];
    /**
     * As in `gapkit_answer`.
     */
    int32_t vertex_b[4];
    /**
     * As in `gapkit_answer`.
     */
    double weight[4];
    /**
     * As in `gapkit_answer`.
     */
    int32_t vertex_count;
    /**
     * GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
     */
    gapkit_outcome outcome;
    /**
     * How many support calls were made.
     */
    uint32_t iterations;
} gapkit_gap;

/**
 * The distance of the convex hulls of two sets of points, with witness points, vertices and
 * weights.
 *
 * `a` and `b` are interleaved coordinates, x y z for each of `a_count` and `b_count` points, which
 * may be in any order, repeated, coplanar or a single one. `query` may be NULL for the defaults.
 * Nothing is allocated; any threads may call at once.
 */
gapkit_status gapkit_distance(const double *a,
                              size_t a_count,
                              const double *b,
                              size_t b_count,
                              const struct gapkit_query *query,
                              struct gapkit_answer *answer);

/**
 * Whether two hulls touch or overlap: `intersects` becomes 1 or 0. 0 is a proof that they do not;
 * 1 may also mean that they are within rounding of each other, or that the test could not decide.
 * The test is `query->boolean_test`. Inputs as for `gapkit_distance`.
 */
gapkit_status gapkit_intersects(const double *a,
                                size_t a_count,
                                const double *b,
                                size_t b_count,
                                const struct gapkit_query *query,
                                int32_t *intersects);

/**
 * How deep two hulls overlap, with its bounds, the normal and the deepest points. Inputs as for
 * `gapkit_distance`.
 */
gapkit_status gapkit_penetration(const double *a,
                                 size_t a_count,
                                 const double *b,
                                 size_t b_count,
                                 const struct gapkit_query *query,
                                 struct gapkit_depth *depth);

/**
 * The signed gap of two hulls: their distance, or minus their depth; continuous through contact.
 * Inputs as for `gapkit_distance`.
 */
gapkit_status gapkit_signed_gap(const double *a,
                                size_t a_count,
                                const double *b,
                                size_t b_count,
                                const struct gapkit_query *query,
                                struct gapkit_gap *gap);

/**
 * What one query leaves behind for the next on the same pair. All zeros are a valid cache, and so
 * is that of any other pair: whatever is in it, the answer is right, and only the time differs.
 */
typedef struct gapkit_cache {
    /**
     * The last direction of the search.
     */
    double direction[3];
    /**
     * The last vertices of A.
     */
    uint32_t vertex_a[4];
    /**
     * The last vertices of B.
     */
    uint32_t vertex_b[4];
    /**
     * The last support vertices of A and of B.
     */
    uint32_t hint[2];
    /**
     * How many vertices there are of each body.
     */
    uint32_t vertex_count;
    /**
     * Always 0.
     */
    uint32_t reserved;
} gapkit_cache;

/**
 * The same as `gapkit_distance` for a pair that moves in small steps: starts from where the last
 * query with this cache ended, and leaves there where this one did. The caller has a cache for
 * each pair, all zeros at first.
 */
gapkit_status gapkit_distance_tracked(const double *a,
                                      size_t a_count,
                                      const double *b,
                                      size_t b_count,
                                      const struct gapkit_query *query,
                                      struct gapkit_cache *cache,
                                      struct gapkit_answer *answer);

/**
 * The distances of many pairs of hulls.
 *
 * The points of the bodies A of all pairs are one after the other in `a`, x y z for each; those of
 * pair i are the points `a_offsets[i]` up to, but without, `a_offsets[i + 1]`. So there are
 * `pair_count + 1` offsets, counted in points. Likewise `b`. `answers` has the length
 * `pair_count`; `query` may be NULL. All input is checked before the first answer is written. The
 * answers are those of `gapkit_distance`, bit for bit; hulls of up to 16 points are searched
 * several at a time where as many in a row have the same number of points. The call uses one
 * thread; several may each work on a part of the arrays.
 */
gapkit_status gapkit_distance_batch(const double *a,
                                    const size_t *a_offsets,
                                    const double *b,
                                    const size_t *b_offsets,
                                    size_t pair_count,
                                    const struct gapkit_query *query,
                                    struct gapkit_answer *answers);

/**
 * The distances of many pairs of elements or facets, as a finite-element code has them: by the
 * numbers of their nodes.
 *
 * `nodes` has x y z for each of `node_count` nodes. Body A of pair i is the hull of the nodes
 * `a[i * a_corners]` up to, but without, `a[(i + 1) * a_corners]`, counted from 0: 4 corners for
 * tetrahedra, 3 for triangles, 1 for points, up to 16. Likewise `b`. The vertices in the answers
 * are those of the bodies, from 0. Everything else as for `gapkit_distance_batch`.
 */
gapkit_status gapkit_distance_elements(const double *nodes,
                                       size_t node_count,
                                       const int32_t *a,
                                       size_t a_corners,
                                       const int32_t *b,
                                       size_t b_corners,
                                       size_t pair_count,
                                       const struct gapkit_query *query,
                                       struct gapkit_answer *answers);

/**
 * Which of many pairs of hulls may be nearer than `query->bound`: `within` becomes 1 or 0 for
 * each. 0 is a proof that they are farther apart; with a bound of 0, that they neither touch nor
 * overlap. This takes a fraction of the time of a distance. Everything else as for
 * `gapkit_distance_batch`.
 */
gapkit_status gapkit_within_batch(const double *a,
                                  const size_t *a_offsets,
                                  const double *b,
                                  const size_t *b_offsets,
                                  size_t pair_count,
                                  const struct gapkit_query *query,
                                  int32_t *within);

/**
 * The same for elements or facets: bodies as for `gapkit_distance_elements`, output as for
 * `gapkit_within_batch`.
 */
gapkit_status gapkit_within_elements(const double *nodes,
                                     size_t node_count,
                                     const int32_t *a,
                                     size_t a_corners,
                                     const int32_t *b,
                                     size_t b_corners,
                                     size_t pair_count,
                                     const struct gapkit_query *query,
                                     int32_t *within);

/**
 * Which of many pairs of hulls touch or overlap: `intersects` becomes 1 or 0 for each, as by
 * `gapkit_intersects` with GAPKIT_BOOLEAN_GJK, whatever `query->boolean_test` is. Everything else
 * as for `gapkit_distance_batch`.
 */
gapkit_status gapkit_intersects_batch(const double *a,
                                      const size_t *a_offsets,
                                      const double *b,
                                      const size_t *b_offsets,
                                      size_t pair_count,
                                      const struct gapkit_query *query,
                                      int32_t *intersects);

/**
 * The same for elements or facets: bodies as for `gapkit_distance_elements`, output as for
 * `gapkit_intersects_batch`.
 */
gapkit_status gapkit_intersects_elements(const double *nodes,
                                         size_t node_count,
                                         const int32_t *a,
                                         size_t a_corners,
                                         const int32_t *b,
                                         size_t b_corners,
                                         size_t pair_count,
                                         const struct gapkit_query *query,
                                         int32_t *intersects);

/*
 * 3. Shapes
 *
 * Rigid convex shapes, for queries and for scenes.
 */

/**
 * The support map of a convex body: sets `point` (x y z) to the point of the body that is farthest
 * along `direction` (x y z: finite, with its largest number between 2^-256 and 2^256 in magnitude,
 * so that neither it nor its square is zero or overflows).
 *
 * It is called from several threads at once, those of a scene and those that query the shape; so
 * it must not change anything without a lock. It must return in the ordinary way: no exception and
 * no longjmp. Calls of the library from inside it are allowed, but not on the scene that is at
 * work, which is GAPKIT_BUSY. It runs in the default floating-point environment: see the head of
 * this file.
 */
typedef void (*gapkit_support)(void *user,
                               const double *direction,
                               double *point);

/**
 * A rigid convex shape, for scenes and for queries. Made by one of the functions below, and freed
 * with `gapkit_shape_free`. A shape does not change: any threads may use it at once, and one shape
 * may be in any number of bodies and scenes, which keep what they need of it when it is freed.
 */
typedef struct gapkit_shape gapkit_shape;

/**
 * A sphere around the origin of its frame.
 */
gapkit_status gapkit_shape_sphere(double radius,
                                  struct gapkit_shape **shape);

/**
 * A box around the origin of its frame; `half_extents` are half its lengths along x, y and z.
 */
gapkit_status gapkit_shape_box(const double *half_extents,
                               struct gapkit_shape **shape);

/**
 * All points within `radius` of the segment from `from` to `to` (x y z each).
 */
gapkit_status gapkit_shape_capsule(const double *from,
                                   const double *to,
                                   double radius,
                                   struct gapkit_shape **shape);

/**
 * An ellipsoid around the origin of its frame with `half_axes` along x, y and z.
 */
gapkit_status gapkit_shape_ellipsoid(const double *half_axes,
                                     struct gapkit_shape **shape);

/**
 * A cylinder around the z axis of its frame, from -half_height to half_height.
 */
gapkit_status gapkit_shape_cylinder(double radius,
                                    double half_height,
                                    struct gapkit_shape **shape);

/**
 * A cone around the z axis of its frame, with its base at -half_height and its tip at half_height.
 */
gapkit_status gapkit_shape_cone(double radius,
                                double half_height,
                                struct gapkit_shape **shape);

/**
 * A convex polyhedron, by its vertices (x y z each) and the triangles of its surface: three
 * vertices each, from 0, counter-clockwise as seen from outside. The arrays are copied. That the
 * surface is closed and convex is checked exactly.
 */
gapkit_status gapkit_shape_polyhedron(const double *vertices,
                                      size_t vertex_count,
                                      const int32_t *triangles,
                                      size_t triangle_count,
                                      struct gapkit_shape **shape);

/**
 * The convex hull of points (x y z each), exactly: its vertices are those that are extreme, in the
 * order given. Points may be there twice, inside the hull, or inside its faces and edges; that all
 * of them lie in one plane is an error. The array is copied.
 */
gapkit_status gapkit_shape_hull(const double *points,
                                size_t count,
                                struct gapkit_shape **shape);

/**
 * A convex body given by a function of the host; see `gapkit_support` for what it must do.
 * `center` (x y z) is a point in or near the body. `user` is handed to the function; it and what
 * it points to must last as long as the shape and every scene that has it. The function is called
 * here already, along the axes.
 */
gapkit_status gapkit_shape_function(const double *center,
                                    gapkit_support support,
                                    void *user,
                                    struct gapkit_shape **shape);

/**
 * All points within `radius` of another shape, which may be freed afterwards.
 */
gapkit_status gapkit_shape_rounded(const struct gapkit_shape *core,
                                   double radius,
                                   struct gapkit_shape **shape);

/**
 * All points `center + sum(t * generator)` with every `t` from -1 to 1: a segment, a box in any
 * orientation, a rhombic dodecahedron. 1 to 16 generators, x y z each.
 */
gapkit_status gapkit_shape_zonotope(const double *center,
                                    const double *generators,
                                    size_t count,
                                    struct gapkit_shape **shape);

/**
 * All sums of a point of one shape and a point of another, which may both be freed afterwards. Two
 * shapes with vertices must not have more than 65,536 pairs of them, and only one of the shapes may
 * be a function of the host.
 */
gapkit_status gapkit_shape_sum(const struct gapkit_shape *a,
                               const struct gapkit_shape *b,
                               struct gapkit_shape **shape);

/**
 * Frees a shape; NULL is fine.
 */
gapkit_status gapkit_shape_free(struct gapkit_shape *shape);

/**
 * A rotation followed by a translation.
 */
typedef struct gapkit_pose {
    /**
     * The translation.
     */
    double translation[3];
    /**
     * The rotation as a quaternion x, y, z, w; no rotation is 0, 0, 0, 1. It need not have unit
     * length, as one that is integrated over time drifts away from it.
     */
    double rotation[4];
} gapkit_pose;

/**
 * The distance of two shapes in their poses; a pose may be NULL for where the shape was made,
 * `query` for the defaults. Any threads may call at once.
 */
gapkit_status gapkit_shape_distance(const struct gapkit_shape *a,
                                    const struct gapkit_pose *pose_a,
                                    const struct gapkit_shape *b,
                                    const struct gapkit_pose *pose_b,
                                    const struct gapkit_query *query,
                                    struct gapkit_answer *answer);

/**
 * Whether two shapes touch or overlap; see `gapkit_intersects`. Inputs as for
 * `gapkit_shape_distance`.
 */
gapkit_status gapkit_shape_intersects(const struct gapkit_shape *a,
                                      const struct gapkit_pose *pose_a,
                                      const struct gapkit_shape *b,
                                      const struct gapkit_pose *pose_b,
                                      const struct gapkit_query *query,
                                      int32_t *intersects);

/**
 * How deep two shapes overlap; see `gapkit_penetration`. Inputs as for `gapkit_shape_distance`.
 */
gapkit_status gapkit_shape_penetration(const struct gapkit_shape *a,
                                       const struct gapkit_pose *pose_a,
                                       const struct gapkit_shape *b,
                                       const struct gapkit_pose *pose_b,
                                       const struct gapkit_query *query,
                                       struct gapkit_depth *depth);

/**
 * The signed gap of two shapes; see `gapkit_signed_gap`. Inputs as for `gapkit_shape_distance`.
 */
gapkit_status gapkit_shape_signed_gap(const struct gapkit_shape *a,
                                      const struct gapkit_pose *pose_a,
                                      const struct gapkit_shape *b,
                                      const struct gapkit_pose *pose_b,
                                      const struct gapkit_query *query,
                                      struct gapkit_gap *gap);

/*
 * 4. Meshes
 *
 * Meshes in the arrays of the host, and from files.
 */

/**
 * A kind of element, by its number among the cell types of VTK: one of those below. Nodes are
 * in the order of VTK.
 */
typedef int32_t gapkit_element_type;

/**
 * Tetrahedron with four nodes.
 */
#define GAPKIT_TET4 10

/**
 * Hexahedron with eight nodes.
 */
#define GAPKIT_HEX8 12

/**
 * Wedge with six nodes, in either sense.
 */
#define GAPKIT_WEDGE6 13

/**
 * Pyramid with five nodes, the apex last.
 */
#define GAPKIT_PYRAMID5 14

/**
 * Tetrahedron with ten nodes: the corners, then those on its edges. This and the other quadratic
 * elements are cut at all of their nodes, between which they are flat; all share in contact forces.
 */
#define GAPKIT_TET10 24

/**
 * Hexahedron with twenty nodes.
 */
#define GAPKIT_HEX20 25

/**
 * Wedge with fifteen nodes.
 */
#define GAPKIT_WEDGE15 26

/**
 * Pyramid with thirteen nodes.
 */
#define GAPKIT_PYRAMID13 27

/**
 * Hexahedron with 27 nodes, which are also on its faces and inside.
 */
#define GAPKIT_HEX27 29

/**
 * Wedge with eighteen nodes, which are also on its quadrangles.
 */
#define GAPKIT_WEDGE18 32

/**
 * Segment of a beam, between two nodes: see `gapkit_scene_add_beams`.
 */
#define GAPKIT_LINE2 3

/**
 * Triangle with three nodes: a face of a surface, see `gapkit_scene_add_surface`.
 */
#define GAPKIT_TRI3 5

/**
 * Quadrangle with four nodes: a face of a surface.
 */
#define GAPKIT_QUAD4 9

/**
 * Triangle with six nodes.
 */
#define GAPKIT_TRI6 22

/**
 * Quadrangle with eight nodes.
 */
#define GAPKIT_QUAD8 23

/**
 * Quadrangle with nine nodes, the last in the middle.
 */
#define GAPKIT_QUAD9 28

/**
 * The type of the numbers in an array: one of the two below.
 */
typedef int32_t gapkit_index_type;

/**
 * int32_t, integer(c_int32_t): the default.
 */
#define GAPKIT_INT32 32

/**
 * int64_t, integer(c_int64_t)
 */
#define GAPKIT_INT64 64

/**
 * What to do with elements whose nodes are in the mirrored order: one of GAPKIT_ORIENTATION_...
 */
typedef int32_t gapkit_orientation;

/**
 * They are refused: the default.
 */
#define GAPKIT_ORIENTATION_REFUSE 0

/**
 * They are turned over.
 */
#define GAPKIT_ORIENTATION_REPAIR 1

/**
 * A mesh in the arrays of the host, which are read and not kept. Set all by `gapkit_mesh_default`,
 * then fill in what is there.
 *
 * The connectivity may refer to a part of the nodes only, such as one body of all that the host
 * has: nodes that no element uses are no part of the body. Contacts have the numbers of the host.
 */
typedef struct gapkit_mesh {
    /**
     * sizeof(gapkit_mesh)
     */
    size_t size;
    /**
     * The x coordinate of the first node. Node i has `x[i * stride]`, `y[i * stride]`,
     * `z[i * stride]`.
     */
    const double *x;
    /**
     * The y coordinate of the first node; NULL for x + 1, where the three are side by side.
     */
    const double *y;
    /**
     * The z coordinate of the first node; NULL for x + 2.
     */
    const double *z;
    /**
     * How many doubles there are from one node to the next: 3, the default, for x y z side by
     * side, 1 for three arrays.
     */
    size_t stride;
    /**
     * How many nodes the arrays have.
     */
    size_t node_count;
    /**
     * The nodes of all elements, one element after the other: int32_t or int64_t, see
     * `index_type`.
     */
    const void *connectivity;
    /**
     * How many numbers the connectivity has; 0, the default, for as many as the elements need. With
     * a `connectivity_stride` that is `element_count` times as many.
     */
    size_t connectivity_count;
    /**
     * How many elements there are.
     */
    size_t element_count;
    /**
     * The type of each element as in VTK files; NULL, the default, if all are of `element_type`.
     */
    const uint8_t *element_types;
    /**
     * The number by which the host calls each element; NULL, the default, for counting from
     * `index_base`.
     */
    const int64_t *element_numbers;
    /**
     * The region of each element, >= 0, which pieces do not cross; NULL, the default, for one
     * region.
     */
    const int32_t *regions;
    /**
     * The type of all elements; GAPKIT_TET4 by default.
     */
    gapkit_element_type element_type;
    /**
     * GAPKIT_INT32, the default, or GAPKIT_INT64
     */
    gapkit_index_type index_type;
    /**
     * The number of the first node, 0 (the default) or 1; of elements too.
     */
    int32_t index_base;
    /**
     * GAPKIT_ORIENTATION_REFUSE, the default, or GAPKIT_ORIENTATION_REPAIR
     */
    gapkit_orientation orientation;
    /**
     * How many numbers of the connectivity there are from one element to the next, where it has
     * others between the nodes, such as materials; 0, the default, for none.
     */
    size_t connectivity_stride;
    /**
     * The number of each node, >= 0 and different, by which the ids of contacts name it, wherever
     * it is in the arrays; NULL, the default, for its place in the body. With them a contact has the
     * same id after elements were deleted or nodes renumbered, in another run and on another
     * machine.
     */
    const int64_t *node_numbers;
} gapkit_mesh;

/**
 * Sets all fields to their defaults, without any arrays. `size` is sizeof(gapkit_mesh) of the
 * caller's header.
 */
gapkit_status gapkit_mesh_default(struct gapkit_mesh *mesh,
                                  size_t size);

/**
 * A mesh that was read from a file. Made by `gapkit_file_read` and freed with `gapkit_file_free`.
 * It does not change: any threads may use it at once.
 */
typedef struct gapkit_file gapkit_file;

/**
 * Reads a mesh from a file of a kind that docs/files.md lists; `path` is UTF-8. A file that is
 * missing or cannot be read is GAPKIT_IO, one with wrong content GAPKIT_BAD_MESH; the text has the
 * line or the byte. To be freed with `gapkit_file_free`.
 */
gapkit_status gapkit_file_read(const char *path,
                               struct gapkit_file **file);

/**
 * Lends the arrays of a file as a mesh: all nodes of the file, elements with the numbers and
 * regions of the file. They last until the file is freed, and must not be changed. `size` is
 * sizeof(gapkit_mesh) of the caller's header.
 */
gapkit_status gapkit_file_mesh(const struct gapkit_file *file,
                               struct gapkit_mesh *mesh,
                               size_t size);

/**
 * Lends the number that the file gives to each node; until the file is freed.
 */
gapkit_status gapkit_file_node_numbers(const struct gapkit_file *file,
                                       const int64_t **numbers,
                                       size_t *count);

/**
 * Frees a file; NULL is fine.
 */
gapkit_status gapkit_file_free(struct gapkit_file *file);

/*
 * 5. Scenes
 *
 * Bodies that move: gapkit_scene_new, gapkit_scene_add_mesh, then in each step
 * gapkit_scene_set_positions and gapkit_scene_detect.
 */

/**
 * What a contact is between: one of GAPKIT_RESOLUTION_...
 */
typedef int32_t gapkit_resolution;

/**
 * The locally nearest pairs of nodes, edges and facets: to ask for geometry. No list of nodes and
 * edges passes a patch test; push with GAPKIT_RESOLUTION_SURFACE.
 */
#define GAPKIT_RESOLUTION_FACET 0

/**
 * One contact for each pair of convex pieces, for rigid bodies.
 */
#define GAPKIT_RESOLUTION_PIECE 1

/**
 * Points of the area that two facing facets have in common, and sharp nodes, for finite elements:
 * the default. A pressure times the area of each, along its normal, is continuous in the
 * coordinates, exact at flush interfaces through zero gap, and passes the patch test.
 */
#define GAPKIT_RESOLUTION_SURFACE 2

/**
 * How candidates are found: one of GAPKIT_BROAD_... The contacts do not depend on it.
 */
typedef int32_t gapkit_broad;

/**
 * An R-tree: the default.
 */
#define GAPKIT_BROAD_RTREE 0

/**
 * Every pair of facets, in every detection: to compare with.
 */
#define GAPKIT_BROAD_BRUTE 1

/**
 * How convex pieces are found: one of GAPKIT_BUILD_... The contacts of facets do not depend on it.
 */
typedef int32_t gapkit_build;

/**
 * Pieces grow from the boundary inwards: the default.
 */
#define GAPKIT_BUILD_FAST 0

/**
 * Each tetrahedron is a piece.
 */
#define GAPKIT_BUILD_TRIVIAL 1

/**
 * Fewer pieces, in far longer time.
 */
#define GAPKIT_BUILD_OPTIMISED 2

/**
 * Upper limit of history values per contact.
 */
#define GAPKIT_MAX_HISTORY 1024

/**
 * The settings of a scene. Set all by `gapkit_scene_config_default`, then change what should
 * differ; `margin` must be set.
 */
typedef struct gapkit_scene_config {
    /**
     * sizeof(gapkit_scene_config)
     */
    size_t size;
    /**
     * The largest gap that is reported, in the unit of the coordinates; 0 by default.
     */
    double margin;
    /**
     * Bodies nearer than this are candidates; at least the margin. Negative, the default, lets the
     * library choose and adapt it.
     */
    double search_distance;
    /**
     * How deep a piece may be bent inwards, in mean edges. Negative for the default.
     */
    double partition_tolerance;
    /**
     * How far the hull of a piece may stick out of the body, in mean edges, instead of the
     * tolerance. Negative, the default, for no such rule.
     */
    double partition_protrusion;
    /**
     * Where the random numbers of GAPKIT_BUILD_OPTIMISED start.
     */
    uint64_t partition_seed;
    /**
     * The maximum number of tetrahedra of a piece; 0 for the default.
     */
    uint64_t partition_max_tets;
    /**
     * The maximum number of nodes of a piece; 0, the default, for no limit.
     */
    uint64_t partition_max_vertices;
    /**
     * The threads of the scene's own pool, at most 1024; 0, the default, means one for each
     * processor. The contacts do not depend on it. Hosts with MPI or OpenMP set it.
     */
    uint32_t threads;
    /**
     * How many numbers of the host are carried along with each contact, at most
     * GAPKIT_MAX_HISTORY; 0 by default.
     */
    uint32_t history;
    /**
     * One of GAPKIT_RESOLUTION_...
     */
    gapkit_resolution resolution;
    /**
     * One of GAPKIT_BROAD_...
     */
    gapkit_broad broad;
    /**
     * One of GAPKIT_BUILD_...
     */
    gapkit_build partition_build;
    /**
     * One of GAPKIT_SUB_...: the sub-algorithm of the queries that decide which pieces and facets
     * are near.
     */
    gapkit_sub_algorithm sub_algorithm;
    /**
     * At GAPKIT_RESOLUTION_FACET: 1, the default, to compute the areas of contacts; 0 leaves them 0
     * and saves time.
     */
    int32_t areas;
    /**
     * 1, the default, to skip pairs that cannot have come near; 0 to examine all. The contacts do
     * not depend on it.
     */
    int32_t skipping;
    /**
     * One of GAPKIT_ISA_...; GAPKIT_ISA_PORTABLE under tools that do not know all instructions, as
     * valgrind. The contacts do not depend on it.
     */
    gapkit_isa isa;
    /**
     * At GAPKIT_RESOLUTION_SURFACE: how many contacts stand for the area that two facets have in
     * common: 3, the default, by which linear pressure is integrated exactly, or 1.
     */
    int32_t points;
} gapkit_scene_config;

/**
 * Sets all settings to their defaults. `size` is sizeof(gapkit_scene_config) of the caller's
 * header.
 */
gapkit_status gapkit_scene_config_default(struct gapkit_scene_config *config,
                                          size_t size);

/**
 * How a body takes part in contact. Set all by `gapkit_body_options_default`, then change what
 * should differ.
 */
typedef struct gapkit_body_options {
    /**
     * sizeof(gapkit_body_options)
     */
    size_t size;
    /**
     * A layer all around the body: gaps are measured from its outside; 0 by default.
     */
    double thickness;
    /**
     * The groups that the body belongs to, as bits; by default the first.
     */
    uint32_t groups;
    /**
     * The groups that the body can touch; by default all. Two bodies make contact only if each is
     * in a group that the other can touch.
     */
    uint32_t mask;
    /**
     * 1 if parts of the body can touch each other; 0 by default.
     */
    int32_t self_contact;
    /**
     * Must be 0.
     */
    int32_t reserved;
    /**
     * The number by which the ids of contacts name the body; -1, the default, for that by which it
     * is added.
     */
    int64_t number;
    /**
     * The largest gap that is reported, instead of that of the scene; negative, the default, for
     * that of the scene. Of two bodies the larger one counts, unless `gapkit_scene_set_margin` says
     * otherwise.
     */
    double margin;
} gapkit_body_options;

/**
 * Sets all options to their defaults. `size` is sizeof(gapkit_body_options) of the caller's
 * header.
 */
gapkit_status gapkit_body_options_default(struct gapkit_body_options *options,
                                          size_t size);

/**
 * Bodies that move, and the contacts between them. Made by `gapkit_scene_new` and freed with
 * `gapkit_scene_free`.
 *
 * Bodies are numbered from 0 in the order in which they were added. Different scenes may be used
 * on different threads at once; one scene by one call at a time, from any thread. A call that
 * meets another one at work on the same scene is refused with GAPKIT_BUSY.
 *
 * A process that is forked has the scenes of its parent, but not their threads: there, calls that
 * find contacts, add meshes or split pieces are refused with GAPKIT_FORKED. The scenes can be read
 * and freed, and new ones made.
 */
typedef struct gapkit_scene gapkit_scene;

/**
 * Makes an empty scene with its own threads; to be freed with `gapkit_scene_free`.
 */
gapkit_status gapkit_scene_new(const struct gapkit_scene_config *config,
                               struct gapkit_scene **scene);

/**
 * Frees a scene and all that was borrowed from it; NULL is fine. A scene that was freed before is
 * GAPKIT_BAD_HANDLE, and nothing happens.
 */
gapkit_status gapkit_scene_free(struct gapkit_scene *scene);

/**
 * Adds a mesh, deformable or rigid, and tells its number. The arrays are read and not kept.
 * `options` may be NULL for the defaults.
 */
gapkit_status gapkit_scene_add_mesh(struct gapkit_scene *scene,
                                    const struct gapkit_mesh *mesh,
                                    const struct gapkit_body_options *options,
                                    uint32_t *body);

/**
 * Adds a rigid convex shape in a pose (NULL for where it was made) and tells its number. `options`
 * may be NULL. The shape may be freed afterwards.
 */
gapkit_status gapkit_scene_add_shape(struct gapkit_scene *scene,
                                     const struct gapkit_shape *shape,
                                     const struct gapkit_pose *pose,
                                     const struct gapkit_body_options *options,
                                     uint32_t *body);

/**
 * Adds the half-space below the plane through `point` with `normal` (x y z each, of any length but
 * zero), and tells its number. `options` may be NULL.
 */
gapkit_status gapkit_scene_add_plane(struct gapkit_scene *scene,
                                     const double *point,
                                     const double *normal,
                                     const struct gapkit_body_options *options,
                                     uint32_t *body);

/**
 * Tells how many bodies there are.
 */
gapkit_status gapkit_scene_body_count(const struct gapkit_scene *scene,
                                      size_t *count);

/**
 * Tells how many nodes, exposed facets and convex pieces a body has; shapes and planes have no
 * nodes and facets and are one piece. Each of the three may be NULL.
 */
gapkit_status gapkit_scene_body_size(const struct gapkit_scene *scene,
                                     uint32_t body,
                                     size_t *nodes,
                                     size_t *facets,
                                     size_t *pieces);

/**
 * Splits the pieces of a mesh that have been bent by more than `limit`, in mean edges, and tells
 * how many there were (`split` may be NULL). It may save time; the contacts of facets do not
 * depend on it.
 */
gapkit_status gapkit_scene_split(struct gapkit_scene *scene,
                                 uint32_t body,
                                 double limit,
                                 size_t *split);

/**
 * Adds a surface, deformable or rigid, and tells its number: faces of the types GAPKIT_TRI3,
 * GAPKIT_QUAD4, GAPKIT_TRI6, GAPKIT_QUAD8 and GAPKIT_QUAD9 in `mesh`, whose arrays are read and not
 * kept; `regions` and `orientation` do not count. Contacts must be those of surfaces, GAPKIT_RESOLUTION_SURFACE.
 *
 * With `thickness` NULL it is the skin of a solid: closed, and counterclockwise as seen from outside,
 * which is checked. Its contacts are those of a volume mesh with the same facets.
 *
 * Else it is a shell with a thickness for each face, or one for all: `thickness_count` is the number
 * of faces, or 1. Both sides act, gaps are smaller by half of the thickness, and there is no inside.
 * Edges may be free, or belong to any number of faces, and faces need not be turned alike.
 *
 * `options` may be NULL for the defaults; the `thickness` in them is a layer on top.
 */
gapkit_status gapkit_scene_add_surface(struct gapkit_scene *scene,
                                       const struct gapkit_mesh *mesh,
                                       const double *thickness,
                                       size_t thickness_count,
                                       const struct gapkit_body_options *options,
                                       uint32_t *body);

/**
 * Adds beams, deformable or rigid, and tells the number of the body: round segments of the type
 * GAPKIT_LINE2 in `mesh`, whose arrays are read and not kept; `regions` and `orientation` do not
 * count. `radius` has one number for each segment, or one for all: `radius_count` is the number of
 * segments, or 1. Contacts must be those of surfaces, GAPKIT_RESOLUTION_SURFACE.
 *
 * They have contacts with everything, and with each other if `self_contact` is set, but with
 * segments that they overlapped as they were added. Areas are lengths times the diameter, as seen
 * along the normal; of beams that cross what both cover; of ends that point at something the cross
 * section.
 *
 * `options` may be NULL for the defaults; the `thickness` in them is a layer on top.
 */
gapkit_status gapkit_scene_add_beams(struct gapkit_scene *scene,
                                     const struct gapkit_mesh *mesh,
                                     const double *radius,
                                     size_t radius_count,
                                     const struct gapkit_body_options *options,
                                     uint32_t *body);

/**
 * Switches elements of a mesh, or faces of a shell, off (`active` 0) or on (1): `count` of them, by
 * the host's numbers. What is behind elements that are off is exposed; the contacts are those of a
 * scene made anew without them. `changed`, which may be NULL, becomes how many were not so before.
 *
 * There are no contacts until the next detection. Those that are there again have the same ids, and
 * keep their ages and values. Contacts must not be those of pieces.
 */
gapkit_status gapkit_scene_set_active(struct gapkit_scene *scene,
                                      uint32_t body,
                                      const int64_t *elements,
                                      size_t count,
                                      int32_t active,
                                      size_t *changed);

/**
 * Switches a body as a whole off (`active` 0) or on (1). A body that is off has no contacts.
 */
gapkit_status gapkit_scene_set_body_active(struct gapkit_scene *scene,
                                           uint32_t body,
                                           int32_t active);

/**
 * Removes a body for good. Its number stays taken, so that those of other bodies do not change.
 */
gapkit_status gapkit_scene_remove_body(struct gapkit_scene *scene,
                                       uint32_t body);

/**
 * Exchanges the mesh of a body for another one, as after remeshing: with other nodes and elements,
 * which are called by the numbers in `mesh` from now on. The body is where the new mesh is, with all of
 * its elements on; it keeps its number and its options, and other bodies stay as they are.
 *
 * There are no contacts until the next detection. Those that are there again, by the `node_numbers` of
 * the meshes, have the same ids, and keep their ages and values. If it fails, nothing has changed.
 */
gapkit_status gapkit_scene_replace_mesh(struct gapkit_scene *scene,
                                        uint32_t body,
                                        const struct gapkit_mesh *mesh);

/**
 * Leaves out the contacts of two bodies.
 */
gapkit_status gapkit_scene_exclude(struct gapkit_scene *scene,
                                   uint32_t a,
                                   uint32_t b);

/**
 * Sets the margin of two bodies, or of the contacts of one body with itself: the largest gap that
 * is reported between them. Negative for the larger of the margins of the two, which are those of
 * their options or of the scene. Their contacts are those that a scene with this margin for all
 * would have between them, to the last bit.
 */
gapkit_status gapkit_scene_set_margin(struct gapkit_scene *scene,
                                      uint32_t a,
                                      uint32_t b,
                                      double margin);

/**
 * Makes a pair of bodies one-sided: its contacts are those of the exposed nodes of the body
 * `nodes`, which must be a mesh, with the surface of the body `facets`, and no others: slave nodes
 * and master facets. Set once more with the bodies exchanged, nodes of both count.
 *
 * There is one contact of GAPKIT_KIND_NODE for each node whose signed gap, as
 * `gapkit_scene_node_gaps` has it, is within the margin, at any resolution: with the nearest point
 * of the surface, however deep the node is. Its area is a third of the areas of the facets around
 * the node, as seen along the normal; nodes whose facets face away have none. Its id is that of
 * the node and the body: it keeps age and values while the node slides from facet to facet.
 */
gapkit_status gapkit_scene_set_one_sided(struct gapkit_scene *scene,
                                         uint32_t nodes,
                                         uint32_t facets);

/**
 * Tells the signed gap of each node of a mesh to the nearest surface of the other bodies, at the
 * present positions: the least over the bodies that it can touch of the distance of the node from
 * the surface of the body, negative if the node is inside, less the thickness of both. INFINITY
 * where that is more than the margin of the two bodies for all of them, and for nodes that are not
 * exposed or no part of the body.
 *
 * A node is inside a mesh if it is in one of its elements, and however deep it is, the distance is
 * that of the nearest point of the facets that the node faces, if there are any, or of all.
 * Velocities do not count. Of a one-sided pair only the nodes of that side have gaps. `gaps` has
 * one place for each node of the host's arrays: `count` is the `node_count` that was given for the
 * body. The contacts do not change.
 */
gapkit_status gapkit_scene_node_gaps(struct gapkit_scene *scene,
                                     uint32_t body,
                                     double *gaps,
                                     size_t count);

/**
 * Moves the nodes of a mesh.
 *
 * Node i is at `x[i * stride]`, `y[i * stride]`, `z[i * stride]`; `y` and `z` may be NULL for x +
 * 1 and x + 2. `stride` and pointers may differ from those of `gapkit_scene_add_mesh`, but `count`
 * must be the `node_count` that was given there. The arrays are read in place and not kept. If a
 * coordinate is not finite or beyond 1e50 in magnitude, no node has moved.
 */
gapkit_status gapkit_scene_set_positions(struct gapkit_scene *scene,
                                         uint32_t body,
                                         const double *x,
                                         const double *y,
                                         const double *z,
                                         size_t stride,
                                         size_t count);

/**
 * Tells how the nodes of a mesh move in the time step `dt` ahead. Contacts are then also reported
 * where the gap will be within the margin at its end; with `dt` 0 they are not, and the velocities
 * are only those of `gapkit_scene_forces`. Bodies without velocities do not move.
 * Arrays as for `gapkit_scene_set_positions`. Velocities may be up to 1e150 in magnitude and move
 * nodes by up to 1e50; if one is not, none has changed.
 */
gapkit_status gapkit_scene_set_velocities(struct gapkit_scene *scene,
                                          uint32_t body,
                                          const double *x,
                                          const double *y,
                                          const double *z,
                                          size_t stride,
                                          size_t count,
                                          double dt);

/**
 * Forgets all velocities.
 */
gapkit_status gapkit_scene_clear_velocities(struct gapkit_scene *scene);

/**
 * Moves a shape, or a mesh as a whole, from where it was made; NULL moves it back there.
 */
gapkit_status gapkit_scene_set_pose(struct gapkit_scene *scene,
                                    uint32_t body,
                                    const struct gapkit_pose *pose);

/**
 * Moves many shapes, or meshes as a whole, from where they were made: all of them, or none if one is
 * refused.
 *
 * Number i of `count` is the body `bodies[i]`, or body i if `bodies` is NULL. Its translation is at
 * `translations[i * translation_stride]`, x y z; its rotation at `rotations[i * rotation_stride]`, a
 * quaternion x y z w as in `gapkit_pose`, of any length but 0. Without `rotations`, which may be
 * NULL, bodies are not turned. Strides are in numbers, at least 3 and 4: for an array of
 * `gapkit_pose` both are 7. The arrays are read in place and not kept.
 */
gapkit_status gapkit_scene_set_poses(struct gapkit_scene *scene,
                                     const uint32_t *bodies,
                                     size_t count,
                                     const double *translations,
                                     size_t translation_stride,
                                     const double *rotations,
                                     size_t rotation_stride);

/**
 * Copies where the nodes of a body are now, x y z for each node that its elements use, in the
 * order of the host's arrays. `capacity` is the length of `positions`, in nodes;
 * `gapkit_scene_body_size` tells how many there are.
 */
gapkit_status gapkit_scene_positions(const struct gapkit_scene *scene,
                                     uint32_t body,
                                     double *positions,
                                     size_t capacity);

/**
 * Copies the tetrahedra of a mesh: into `nodes` the four nodes of each, into `elements` the element
 * that each is a part of, both by the host's numbers, and into `pieces` the convex piece that each
 * is in, from 0. Each of the three may be NULL. `capacity` is the number of tetrahedra that there
 * is room for; `count` becomes how many there are: 0 for shapes and planes. With all three NULL
 * the capacity does not matter.
 */
gapkit_status gapkit_scene_tets(const struct gapkit_scene *scene,
                                uint32_t body,
                                int64_t *nodes,
                                int64_t *elements,
                                uint32_t *pieces,
                                size_t capacity,
                                size_t *count);

/**
 * Copies the exposed facets of a mesh, which the facets of contacts number: into `nodes` the three
 * nodes of each, counter-clockwise as seen from outside, and into `elements` its element, both by
 * the host's numbers. Each of the two may be NULL. `capacity` is the number of facets that there
 * is room for; `gapkit_scene_body_size` tells how many there are.
 */
gapkit_status gapkit_scene_facets(const struct gapkit_scene *scene,
                                  uint32_t body,
                                  int64_t *nodes,
                                  int64_t *elements,
                                  size_t capacity);

/**
 * How much a message matters: one of GAPKIT_LOG_...
 */
typedef int32_t gapkit_log_level;

/**
 * A call was refused or failed.
 */
#define GAPKIT_LOG_ERROR 0

/**
 * What a detection did.
 */
#define GAPKIT_LOG_DEBUG 1

/**
 * Takes a message: its level, one of GAPKIT_LOG_..., and a text that lasts for the call. It is
 * called on the thread that called the scene, before that call returns. It must return in the
 * ordinary way, without exception or longjmp, and must not call the scene. It runs in the default
 * floating-point environment: see the head of this file.
 */
typedef void (*gapkit_log)(void *user,
                           gapkit_log_level level,
                           const char *message);

/**
 * Has messages of a scene sent to a function of the host; NULL for none, as at first. `user` is
 * handed to it. The library prints nothing by itself.
 */
gapkit_status gapkit_scene_set_log(struct gapkit_scene *scene,
                                   gapkit_log log,
                                   void *user);

/*
 * 6. Contacts
 *
 * What a detection finds, and what stays with contacts from one detection to the next.
 */

/**
 * Whether the bodies overlap at a contact: one of GAPKIT_CONTACT_...
 */
typedef int32_t gapkit_contact_status;

/**
 * The gap is positive.
 */
#define GAPKIT_CONTACT_OPEN 0

/**
 * The gap is zero or negative.
 */
#define GAPKIT_CONTACT_CLOSED 1

/**
 * The bodies overlap deeper than surface contacts see: a warning, one for each such overlap, with
 * area 0.
 */
#define GAPKIT_CONTACT_DEEP 2

/**
 * How a contact came about: one of GAPKIT_KIND_...
 */
typedef int32_t gapkit_contact_kind;

/**
 * Features, pieces or shapes that are locally nearest to each other.
 */
#define GAPKIT_KIND_NEAREST 0

/**
 * A point of the area that two facets have in common, or of the length of a beam near something.
 */
#define GAPKIT_KIND_AREA 1

/**
 * A sharp node near a surface, or the end of a beam. Its area has a weight that depends on where it points: a force law
 * that keeps energy takes the least area since the contact came into being.
 */
#define GAPKIT_KIND_CORNER 2

/**
 * Bodies that overlap deeper than surface contacts see.
 */
#define GAPKIT_KIND_DEEP 3

/**
 * Closed features with no normal in the normal cones of both, as deep inside a body: the nearest
 * point of the surface.
 */
#define GAPKIT_KIND_FALLBACK 4

/**
 * A node of one side of a one-sided pair and the nearest point of the other side.
 */
#define GAPKIT_KIND_NODE 5

/**
 * A contact: a point of the area that two facets have in common, or two features that are nearer
 * than the margin. `body_a <= body_b`. Lengths are in the unit of the coordinates.
 *
 * The nodes of a side tell where it is: on a node, an edge or a facet; none is a shape or plane. A force f along the normal is spread as f * weight over the nodes of B and as -f
 * * weight over those of A; this keeps linear and angular momentum.
 */
typedef struct gapkit_contact {
    /**
     * The distance of the surfaces; negative where the bodies overlap.
     */
    double gap;
    /**
     * The share of the contact area that belongs to this contact: a pressure times this is a force.
     */
    double area;
    /**
     * The unit vector from A to B.
     */
    double normal[3];
    /**
     * The point on the surface of A.
     */
    double point_a[3];
    /**
     * The point on the surface of B: point_b - point_a = gap * normal.
     */
    double point_b[3];
    /**
     * The weights of the nodes of A: > 0, with sum 1. The first `node_count_a` count; the others
     * are 0.
     */
    double weight_a[3];
    /**
     * Those of B.
     */
    double weight_b[3];
    /**
     * The nodes of A, by the host's numbers, in ascending order; -1 beyond `node_count_a`.
     */
    int64_t node_a[3];
    /**
     * Those of B.
     */
    int64_t node_b[3];
    /**
     * The element of A, by the host's number; -1 for shapes and planes.
     */
    int64_t element_a;
    /**
     * That of B.
     */
    int64_t element_b;
    /**
     * The facet of the boundary of A, its segment if it is a beam, or its piece at
     * GAPKIT_RESOLUTION_PIECE, from 0; -1 for shapes and planes.
     */
    int64_t facet_a;
    /**
     * That of B.
     */
    int64_t facet_b;
    /**
     * A number that stays the same while the features are in contact, in any run.
     */
    uint64_t id;
    /**
     * The index, from 0, of the same contact in the list of the detection before; -1 if it is new.
     */
    int64_t previous;
    /**
     * The body A.
     */
    uint32_t body_a;
    /**
     * The body B.
     */
    uint32_t body_b;
    /**
     * How many nodes of A there are, 0 to 3.
     */
    int32_t node_count_a;
    /**
     * Those of B.
     */
    int32_t node_count_b;
    /**
     * For how many detections before this one the features have been in contact.
     */
    uint32_t age;
    /**
     * One of GAPKIT_CONTACT_...
     */
    gapkit_contact_status status;
    /**
     * One of GAPKIT_KIND_...
     */
    gapkit_contact_kind kind;
    /**
     * The number of the point among those of the same two facets, from 0; of GAPKIT_KIND_CORNER and
     * GAPKIT_KIND_NODE 0 if the node is that of A, 1 if it is that of B.
     */
    uint32_t point;
} gapkit_contact;

/**
 * Finds the contacts at the present positions, and tells how many there are (`count` may be NULL).
 * What `gapkit_scene_contacts` handed out before is no longer valid. The call returns when the
 * threads of the scene are done. If it fails, the contacts, their ages and the statistics are
 * those of the detection before, and what was handed out stays valid. Where bodies were added, or
 * contacts have become more than ever, and there is no memory for as many again, it is
 * GAPKIT_NO_MEMORY.
 */
gapkit_status gapkit_scene_detect(struct gapkit_scene *scene,
                                  size_t *count);

/**
 * Tells whether a detection is to end: 0 to go on. It is called again and again while contacts are
 * found, from all threads of the scene at once, and should take no longer than to look at a clock
 * or a flag. It must return in the ordinary way, without exception or longjmp, and must not call
 * the scene. It runs in the default floating-point environment: see the head of this file.
 */
typedef int32_t (*gapkit_stop)(void *user);

/**
 * As `gapkit_scene_detect`, but ends with GAPKIT_STOPPED soon after `stop` says so: positions that
 * make no sense, as of a step that went wrong, can bring every facet near every other, and take
 * hours. The contacts, their ages and the statistics are those of the detection before then, and
 * what was handed out stays valid. `user` is handed to `stop`.
 */
gapkit_status gapkit_scene_detect_unless(struct gapkit_scene *scene,
                                         gapkit_stop stop,
                                         void *user,
                                         size_t *count);

/**
 * Lends the contacts of the last detection, in the order of bodies and nodes. They belong to the
 * scene, and stay where they are until the next call of `gapkit_scene_detect`,
 * `gapkit_scene_update`, `gapkit_scene_restore` or `gapkit_scene_free`; see
 * `gapkit_scene_keep_contacts` for what lasts longer. Without contacts `contacts` becomes NULL and
 * `count` 0. `size` is sizeof(gapkit_contact) of the caller's header: contacts are lent as structs
 * of that size, so that `contacts[i]` is right in programs that were compiled before the struct
 * grew.
 */
gapkit_status gapkit_scene_contacts(const struct gapkit_scene *scene,
                                    const struct gapkit_contact **contacts,
                                    size_t *count,
                                    size_t size);

/**
 * Copies the contacts of the last detection. `capacity` is the length of `contacts`, `count`
 * becomes their number. With `contacts` NULL and capacity 0 only `count` is set. Too small a
 * capacity is GAPKIT_BUFFER_TOO_SMALL. `size` is sizeof(gapkit_contact) of the caller's header.
 */
gapkit_status gapkit_scene_copy_contacts(const struct gapkit_scene *scene,
                                         struct gapkit_contact *contacts,
                                         size_t capacity,
                                         size_t *count,
                                         size_t size);

/**
 * Lends the contacts that penetrate at the present positions, deepest first: to be checked before
 * the first step. The scene does not change: neither the contacts of the last detection nor their
 * ages. They belong to the scene, and stay where they are until the next call of this function or
 * `gapkit_scene_free`. `size` is sizeof(gapkit_contact) of the caller's header.
 */
gapkit_status gapkit_scene_overlaps(struct gapkit_scene *scene,
                                    const struct gapkit_contact **contacts,
                                    size_t *count,
                                    size_t size);

/**
 * A hash of all contacts of the last detection, to the last bit: the same in C, Fortran and Rust,
 * for any number of threads and, except at GAPKIT_RESOLUTION_PIECE, for any partition.
 */
gapkit_status gapkit_scene_hash(const struct gapkit_scene *scene,
                                uint64_t *hash);

/**
 * The contacts of a detection, kept by `gapkit_scene_keep_contacts` and freed with
 * `gapkit_contact_list_free`. It does not change: any threads may use it at once.
 */
typedef struct gapkit_contact_list gapkit_contact_list;

/**
 * Keeps the contacts of the last detection as they are, without copying them; to be freed with
 * `gapkit_contact_list_free`. They outlive later detections and the scene.
 */
gapkit_status gapkit_scene_keep_contacts(const struct gapkit_scene *scene,
                                         struct gapkit_contact_list **list);

/**
 * Lends the contacts of a list, as `gapkit_scene_contacts` does; until the list is freed.
 */
gapkit_status gapkit_contact_list_view(const struct gapkit_contact_list *list,
                                       const struct gapkit_contact **contacts,
                                       size_t *count,
                                       size_t size);

/**
 * Frees a list of contacts; NULL is fine.
 */
gapkit_status gapkit_contact_list_free(struct gapkit_contact_list *list);

/**
 * Counts and times of one detection.
 */
typedef struct gapkit_statistics {
    /**
     * sizeof(gapkit_statistics)
     */
    size_t size;
    /**
     * Pairs of pieces on the list of candidates.
     */
    uint64_t candidates;
    /**
     * Candidates that were skipped because they cannot have come near.
     */
    uint64_t skipped;
    /**
     * GJK queries: of pieces, and of facets that may be near.
     */
    uint64_t queries;
    /**
     * Support evaluations of all queries.
     */
    uint64_t iterations;
    /**
     * Calls of the sub-algorithm.
     */
    uint64_t sub_calls;
    /**
     * How many of them fell back on the backup procedure.
     */
    uint64_t backup_calls;
    /**
     * Pairs of pieces of which facets were examined.
     */
    uint64_t facet_pairs;
    /**
     * How often the candidates have been found anew in the life of the scene.
     */
    uint64_t rebuilds;
    /**
     * Contacts found.
     */
    uint64_t contacts;
    /**
     * Seconds of the broad phase: motion and candidates.
     */
    double broad_seconds;
    /**
     * Seconds of the narrow phase: pairs of pieces and facets.
     */
    double narrow_seconds;
    /**
     * Seconds to build contacts from features.
     */
    double build_seconds;
    /**
     * 1 if the candidates were found anew this time.
     */
    int32_t rebuilt;
    /**
     * Always 0.
     */
    int32_t reserved;
} gapkit_statistics;

/**
 * Gives the counts and times of the last detection. `size` is sizeof(gapkit_statistics) of the
 * caller's header.
 */
gapkit_status gapkit_scene_statistics(const struct gapkit_scene *scene,
                                      struct gapkit_statistics *statistics,
                                      size_t size);

/*
 * 7. The same contacts again: Newton's method, restarts
 *
 * Contacts at other positions, their derivatives, and states to go back to.
 */

/**
 * How a contact changed since the last detection: one of GAPKIT_CHANGE_...
 */
typedef int32_t gapkit_change;

/**
 * It was open and is, or was closed and is.
 */
#define GAPKIT_CHANGE_NONE 0

/**
 * Its gap was at most 0, and is positive.
 */
#define GAPKIT_CHANGE_OPENED 1

/**
 * Its gap was positive, and is at most 0.
 */
#define GAPKIT_CHANGE_CLOSED 2

/**
 * A detection would not find it any more. The points of the bodies that were in contact are
 * followed along the normal as it was; areas in common are 0.
 */
#define GAPKIT_CHANGE_LOST 3

/**
 * How many contacts changed since the last detection.
 */
typedef struct gapkit_update {
    /**
     * sizeof(gapkit_update)
     */
    size_t size;
    /**
     * Those that opened.
     */
    uint64_t opened;
    /**
     * Those that closed.
     */
    uint64_t closed;
    /**
     * Those that a detection would not find any more.
     */
    uint64_t lost;
    /**
     * Those that a detection would find, and that are not among the contacts.
     */
    uint64_t gained;
} gapkit_update;

/**
 * Evaluates the contacts of the last detection at the present positions: none comes, none goes,
 * and their order, ids, ages and values stay. Each that a detection would find has the gap,
 * normal, points, weights and area that this would give it; for the others see
 * GAPKIT_CHANGE_LOST. So Newton's method has the same contacts in each iteration: detect, then
 * solve with updates, then detect again. What `gapkit_scene_contacts` handed out before is no
 * longer valid. `size` is sizeof(gapkit_update) of the caller's header. If it fails, the contacts
 * stay as they were.
 */
gapkit_status gapkit_scene_update(struct gapkit_scene *scene,
                                  struct gapkit_update *update,
                                  size_t size);

/**
 * Tells how each contact changed since the last detection, as of the last `gapkit_scene_update`;
 * after a detection none has. `count` is the number of contacts.
 */
gapkit_status gapkit_scene_changes(const struct gapkit_scene *scene,
                                   gapkit_change *changes,
                                   size_t count);

/**
 * The derivatives of a contact by the coordinates of its nodes. Each has 18 columns: x, y and z of
 * three nodes of A, then of three nodes of B; where there are fewer nodes, the columns that are
 * left are 0.
 */
typedef struct gapkit_derivatives {
    /**
     * sizeof(gapkit_derivatives)
     */
    size_t size;
    /**
     * The nodes of A, by the host's numbers, in ascending order: for a point of an area all three
     * of the facet, whatever their weights. -1 beyond `node_count_a`.
     */
    int64_t node_a[3];
    /**
     * Those of B.
     */
    int64_t node_b[3];
    /**
     * The weights of the nodes of A, of which some may be 0.
     */
    double weight_a[3];
    /**
     * Those of B.
     */
    double weight_b[3];
    /**
     * The derivatives of the gap.
     */
    double gap[18];
    /**
     * Those of the area; 0 where it is not a function of these nodes alone, as for sharp nodes and
     * nearest features, whose area is best held fixed in an iteration.
     */
    double area[18];
    /**
     * Those of the normal: 18 of its x, then of its y, then of its z.
     */
    double normal[54];
    /**
     * Those of the weights of A: 18 of the first node, then of the second, then of the third.
     */
    double weights_a[54];
    /**
     * Those of the weights of B.
     */
    double weights_b[54];
    /**
     * How many nodes of A there are, 0 to 3.
     */
    int32_t node_count_a;
    /**
     * Those of B.
     */
    int32_t node_count_b;
} gapkit_derivatives;

/**
 * Gives the derivatives of a contact, by its index in `gapkit_scene_contacts` (from 0), at the
 * present positions. `size` is sizeof(gapkit_derivatives) of the caller's header. Contacts with
 * rigid shapes, of pieces, of deep overlaps and of features that coincide have none:
 * GAPKIT_NOT_SUPPORTED.
 */
gapkit_status gapkit_scene_derivatives(const struct gapkit_scene *scene,
                                       size_t contact,
                                       struct gapkit_derivatives *derivatives,
                                       size_t size);

/**
 * Gives the derivatives of the forces of a contact on its nodes under a pressure which is a
 * function of the gap, and whose derivative by the gap is `slope` (negative where it pushes):
 * `matrix` has 18 rows of 18 columns, both x, y and z of the nodes in the order of
 * `gapkit_scene_derivatives`. The force on the nodes of B is pressure times area times weight along
 * the normal, and the opposite on those of A.
 */
gapkit_status gapkit_scene_stiffness(const struct gapkit_scene *scene,
                                     size_t contact,
                                     double pressure,
                                     double slope,
                                     double *matrix);

/**
 * The contacts of a scene, their ages and values at some time. Made by `gapkit_scene_save` and
 * freed with `gapkit_state_free`. It does not change: any threads may use it at once.
 */
typedef struct gapkit_state gapkit_state;

/**
 * Copies the values of the host for all contacts: `history` of the scene's settings for each, one
 * contact after the other, in the order of `gapkit_scene_contacts`. A new contact has zeros.
 * `count` is the number of values, contacts times `history`.
 */
gapkit_status gapkit_scene_get_values(const struct gapkit_scene *scene,
                                      double *values,
                                      size_t count);

/**
 * Sets the values of the host for all contacts, which stay with them while they last. Layout and
 * `count` as for `gapkit_scene_get_values`.
 */
gapkit_status gapkit_scene_set_values(struct gapkit_scene *scene,
                                      const double *values,
                                      size_t count);

/**
 * Keeps the contacts, ages and values, and what `gapkit_scene_forces` carries to the next step, to go
 * back to; to be freed with `gapkit_state_free`. Positions are the host's and are not kept.
 */
gapkit_status gapkit_scene_save(const struct gapkit_scene *scene,
                                struct gapkit_state **state);

/**
 * Goes back to a state of the same scene, or of one that was made alike: with the same resolution
 * and history and the same bodies in the same order, except that bodies may have been added since.
 * A detection at the same positions then gives the same answer again. What `gapkit_scene_contacts`
 * handed out before is no longer valid. The state of another scene is GAPKIT_FOREIGN_STATE, and
 * nothing has changed.
 */
gapkit_status gapkit_scene_restore(struct gapkit_scene *scene,
                                   const struct gapkit_state *state);

/**
 * Writes a state as bytes, for a file from which another process goes on: the same bytes on every
 * machine, with a version and a checksum. `capacity` is the length of `bytes`, `size` becomes
 * their number. With `bytes` NULL and capacity 0 only `size` is set. Too small a capacity is
 * GAPKIT_BUFFER_TOO_SMALL, and nothing is written.
 */
gapkit_status gapkit_state_write(const struct gapkit_state *state,
                                 uint8_t *bytes,
                                 size_t capacity,
                                 size_t *size);

/**
 * The state that was written as these `size` bytes; to be freed with `gapkit_state_free`. Bytes
 * that are cut, changed in any bit or of another version are GAPKIT_DAMAGED_STATE. Whether the
 * state fits a scene shows when it is restored.
 */
gapkit_status gapkit_state_read(const uint8_t *bytes,
                                size_t size,
                                struct gapkit_state **state);

/**
 * Frees a state; NULL is fine.
 */
gapkit_status gapkit_state_free(struct gapkit_state *state);

/*
 * 8. Forces
 *
 * A penalty with damping and friction for hosts that have no law of their own; what forces of the
 * host add up to, and how large its time step may be.
 */

/**
 * How contacts push, and the friction of all pairs of bodies. Set all by
 * `gapkit_force_law_default`, then fill in `offset` and `time_step`.
 *
 * With the closure c = offset - gap the pressure is k c^2 / offset up to c = offset, and k (2 c -
 * offset) beyond. A tangential spring and a dashpot remember how far a contact was dragged; it slips
 * where its traction would be more than the coefficient of friction times the pressure.
 */
typedef struct gapkit_force_law {
    /**
     * sizeof(gapkit_force_law)
     */
    size_t size;
    /**
     * The gap below which contacts push, > 0: the distance at which surfaces are at rest. The margin
     * of the scene should be 1.5 times as much, so that contacts are known before they push.
     */
    double offset;
    /**
     * The time step that the elements of all bodies allow, > 0. It bounds the stiffness k.
     */
    double time_step;
    /**
     * The stiffness k over bulk modulus / depth of the surface elements; 16 by default.
     */
    double stiffness_factor;
    /**
     * 2 k is at most this times mass per area of the surface nodes / time_step^2; 32 by default.
     */
    double soft_bound;
    /**
     * The damping of approach and parting, as a share of the critical one; 0 by default.
     */
    double damping;
    /**
     * The coefficient of friction at rest; 0 by default.
     */
    double friction;
    /**
     * The coefficient of sliding friction; negative, the default, for that at rest.
     */
    double kinetic_friction;
    /**
     * The friction coefficient falls from that at rest to that of sliding as exp(-decay * speed).
     */
    double friction_decay;
    /**
     * The largest friction per area; INFINITY by default.
     */
    double max_shear_stress;
} gapkit_force_law;

/**
 * The friction of a pair of bodies. Set all by `gapkit_friction_default`: no friction.
 */
typedef struct gapkit_friction {
    /**
     * sizeof(gapkit_friction)
     */
    size_t size;
    /**
     * The coefficient at rest; 0 by default.
     */
    double friction;
    /**
     * The coefficient of sliding; negative, the default, for that at rest.
     */
    double kinetic_friction;
    /**
     * The coefficient falls from that at rest to that of sliding as exp(-decay * speed).
     */
    double friction_decay;
    /**
     * The largest friction per area; INFINITY by default.
     */
    double max_shear_stress;
} gapkit_friction;

/**
 * Sets the default law; `offset` and `time_step` must be filled in. `size` is
 * sizeof(gapkit_force_law) of the caller's header.
 */
gapkit_status gapkit_force_law_default(struct gapkit_force_law *law,
                                       size_t size);

/**
 * Sets no friction. `size` is sizeof(gapkit_friction) of the caller's header.
 */
gapkit_status gapkit_friction_default(struct gapkit_friction *friction,
                                      size_t size);

/**
 * Tells what a mesh consists of, from which `gapkit_scene_set_force_law` takes the stiffness of its
 * contacts: the bulk modulus (a pressure) and the density (mass per volume), both > 0. Between two
 * bodies the softer one counts. To be called before the law is set.
 */
gapkit_status gapkit_scene_set_material(struct gapkit_scene *scene,
                                        uint32_t body,
                                        double bulk_modulus,
                                        double density);

/**
 * Sets the masses of the nodes of a mesh, by which contacts limit the time step, instead of those
 * that the density gives: for scaled masses, or INFINITY for nodes that are held. `count` is the
 * `node_count` that the mesh was added with. To be called before the law is set.
 */
gapkit_status gapkit_scene_set_masses(struct gapkit_scene *scene,
                                      uint32_t body,
                                      const double *masses,
                                      size_t count);

/**
 * Sets the contact law of a scene. All meshes must have a material. What contacts remembered under
 * another law is forgotten. If it fails, the law is as before.
 */
gapkit_status gapkit_scene_set_force_law(struct gapkit_scene *scene,
                                         const struct gapkit_force_law *law);

/**
 * Sets the friction between two bodies, or of a body with itself, instead of that of the law, which
 * must have been set before.
 */
gapkit_status gapkit_scene_set_friction(struct gapkit_scene *scene,
                                        uint32_t a,
                                        uint32_t b,
                                        const struct gapkit_friction *friction);

/**
 * Tells how a shape or a half-space moves, for the damping and friction of its contacts: the
 * velocity (x y z) of a point of it, its angular velocity (x y z, NULL for 0) and the point (x y z,
 * NULL for the origin). The pose is set apart.
 */
gapkit_status gapkit_scene_set_rigid_velocity(struct gapkit_scene *scene,
                                              uint32_t body,
                                              const double *velocity,
                                              const double *spin,
                                              const double *point);

/**
 * What all contacts do at the present time.
 */
typedef struct gapkit_forces {
    /**
     * sizeof(gapkit_forces)
     */
    size_t size;
    /**
     * The longest stable step of central differences with elements and contacts as they are, the
     * elements allowing `time_step` of the law. Take 0.9 of it or less.
     */
    double stable_time_step;
    /**
     * The elastic energy in contacts, as far as they may give it back.
     */
    double energy;
    /**
     * What normal forces took from the bodies so far. It differs from `energy` where areas change.
     */
    double normal_work;
    /**
     * What friction took so far.
     */
    double friction_work;
    /**
     * What the damping of contacts took so far.
     */
    double damping_work;
    /**
     * The largest closure of a contact over the offset; above 1 surfaces overlap.
     */
    double max_closure;
    /**
     * The contacts that push.
     */
    uint64_t pushing;
    /**
     * The overlaps that are so deep that no contact pushes against them. There should be none.
     */
    uint64_t deep;
} gapkit_forces;

/**
 * Two bodies that have met, or one that has met itself.
 */
typedef struct gapkit_force_pair {
    /**
     * The first body.
     */
    uint32_t body_a;
    /**
     * The second body.
     */
    uint32_t body_b;
    /**
     * The contacts that push.
     */
    uint64_t pushing;
    /**
     * The force on the second body.
     */
    double force[3];
    /**
     * The elastic energy in the contacts, as far as they may give it back.
     */
    double energy;
    /**
     * What the normal forces took so far.
     */
    double normal_work;
    /**
     * What friction took so far.
     */
    double friction_work;
    /**
     * What the damping of contacts took so far.
     */
    double damping_work;
} gapkit_force_pair;

/**
 * Evaluates the forces of the contacts of the last detection or update, a time `dt` after the last
 * call; 0 at the first, and where forces are evaluated once more at the same time. Velocities are
 * those of `gapkit_scene_set_velocities` (with `dt` 0 there, if nothing is to be looked for ahead):
 * of leapfrog schemes those half a step ago, which led to the positions. What contacts remember is
 * kept by `gapkit_scene_save` and `gapkit_state_write`, too; after a state was restored, call this
 * with `dt` 0 at the same positions and velocities. `size` is sizeof(gapkit_forces) of the caller's
 * header. The same bits for any number of threads.
 */
gapkit_status gapkit_scene_forces(struct gapkit_scene *scene,
                                  double dt,
                                  struct gapkit_forces *forces,
                                  size_t size);

/**
 * Adds the forces of contacts on the nodes of a mesh to arrays of the host: to `x[i * stride]`,
 * `y[i * stride]`, `z[i * stride]` for node i; `y` and `z` may be NULL for x + 1 and x + 2. `count` is
 * the `node_count` that the mesh was added with. Forces are those of the last `gapkit_scene_forces`.
 */
gapkit_status gapkit_scene_add_forces(const struct gapkit_scene *scene,
                                      uint32_t body,
                                      double *x,
                                      double *y,
                                      double *z,
                                      size_t stride,
                                      size_t count);

/**
 * Copies the force of each contact on B, x y z for each in the order of `gapkit_scene_contacts`:
 * pressure, damping and friction together. The opposite force acts on A. `capacity` is the length of
 * `forces` in contacts.
 */
gapkit_status gapkit_scene_contact_forces(const struct gapkit_scene *scene,
                                          double *forces,
                                          size_t capacity);

/**
 * Copies forces and energies of the pairs of bodies that have met so far, in the order of their
 * numbers, and tells how many there are. With `pairs` NULL and `capacity` 0 only `count` is set.
 */
gapkit_status gapkit_scene_force_pairs(const struct gapkit_scene *scene,
                                       struct gapkit_force_pair *pairs,
                                       size_t capacity,
                                       size_t *count);

/**
 * The sum of forces on a body.
 */
typedef struct gapkit_resultant {
    /**
     * The force.
     */
    double force[3];
    /**
     * Its moment.
     */
    double moment[3];
} gapkit_resultant;

/**
 * Adds up, for each body, forces that are given for each contact: `forces` has x y z for each of
 * `force_count` contacts. A force acts on B at its point, and the opposite force on A at its own.
 * Moments are about `point` (x y z). `capacity` is the length of `resultants`, at least the number
 * of bodies.
 */
gapkit_status gapkit_scene_resultants(const struct gapkit_scene *scene,
                                      const double *forces,
                                      size_t force_count,
                                      const double *point,
                                      struct gapkit_resultant *resultants,
                                      size_t capacity);

/**
 * The mass of a node of a body, by the host's number; infinite for what is held.
 */
typedef double (*gapkit_mass)(void *user,
                              uint32_t body,
                              int64_t node);

/**
 * The largest stable time step of contacts that act as springs: `stiffness` is the force per area
 * and gap, `mass` tells the mass of a node and is called on this thread. `time_step` becomes
 * INFINITY where no contact limits it, and otherwise `contact` (which may be NULL) becomes the
 * index of the one that does in `gapkit_scene_contacts`.
 */
gapkit_status gapkit_scene_stable_time_step(const struct gapkit_scene *scene,
                                            double stiffness,
                                            gapkit_mass mass,
                                            void *user,
                                            double *time_step,
                                            size_t *contact);

/*
 * 9. Time of impact
 *
 * When bodies that move first meet.
 */

/**
 * Whether bodies meet within a step: one of the four below.
 */
typedef int32_t gapkit_impact_outcome;

/**
 * They do not.
 */
#define GAPKIT_IMPACT_NONE 0

/**
 * They do, after its start.
 */
#define GAPKIT_IMPACT_WITHIN 1

/**
 * They touch or overlap at its start.
 */
#define GAPKIT_IMPACT_AT_START 2

/**
 * They do not before the time that is told; what comes after it was not decided. Only of shapes.
 */
#define GAPKIT_IMPACT_UNRESOLVED 3

/**
 * A rigid motion within a step, from a pose at its start: the origin of the frame of the body moves
 * straight, and the body turns about an axis through it, both at a constant rate.
 */
typedef struct gapkit_motion {
    /**
     * The translation at the start.
     */
    double translation[3];
    /**
     * The rotation at the start as a quaternion x, y, z, w, of any length; no rotation is 0, 0,
     * 0, 1.
     */
    double rotation[4];
    /**
     * By how much the origin of the frame moves in the step.
     */
    double displacement[3];
    /**
     * By how much the body turns in the step: along the axis, with the angle in radians as length,
     * at most 2^20.
     */
    double turn[3];
} gapkit_motion;

/**
 * When and where two shapes first meet.
 */
typedef struct gapkit_impact {
    /**
     * From 0 at the start of the step to 1 at its end; infinity if they do not meet. Never late:
     * before it they do not meet.
     */
    double time;
    /**
     * Their distance at that time; if they do not meet, at the last time that it was computed for.
     */
    double distance;
    /**
     * Shapes at most this far apart have met: 64 eps times the extent of the pair.
     */
    double tolerance;
    /**
     * The nearest point of A then.
     */
    double point_a[3];
    /**
     * The nearest point of B then.
     */
    double point_b[3];
    /**
     * The unit vector from A to B then.
     */
    double normal[3];
    /**
     * GAPKIT_IMPACT_NONE, GAPKIT_IMPACT_WITHIN, GAPKIT_IMPACT_AT_START or GAPKIT_IMPACT_UNRESOLVED
     */
    gapkit_impact_outcome outcome;
    /**
     * How many distances were computed.
     */
    uint32_t iterations;
} gapkit_impact;

/**
 * When and where two features first meet.
 */
typedef struct gapkit_nodal_impact {
    /**
     * From 0 at the start of the step to 1 at its end; infinity if they do not meet. Never late,
     * and early by less than 2^-30.
     */
    double time;
    /**
     * The weights of the four nodes where they meet: 1 and those in the facet, or those along the
     * first and along the second edge.
     */
    double weight[4];
    /**
     * Where they meet.
     */
    double point[3];
    /**
     * The unit normal of the facet or of both edges, from the first to the second feature as they
     * approach; zero if there is none.
     */
    double normal[3];
    /**
     * GAPKIT_IMPACT_NONE, GAPKIT_IMPACT_WITHIN or GAPKIT_IMPACT_AT_START
     */
    gapkit_impact_outcome outcome;
    /**
     * Not used.
     */
    int32_t reserved;
} gapkit_nodal_impact;

/**
 * The motion from one pose to another, turning the shorter way. A pose may be NULL for where the
 * body was made.
 */
gapkit_status gapkit_motion_between(const struct gapkit_pose *start,
                                    const struct gapkit_pose *end,
                                    struct gapkit_motion *motion);

/**
 * When the hulls of two sets of points first meet, each in its motion; a motion may be NULL for
 * none. Points as for `gapkit_distance`, in the frame that moves. Nothing is allocated; any
 * threads may call at once.
 */
gapkit_status gapkit_time_of_impact(const double *a,
                                    size_t a_count,
                                    const struct gapkit_motion *motion_a,
                                    const double *b,
                                    size_t b_count,
                                    const struct gapkit_motion *motion_b,
                                    struct gapkit_impact *impact);

/**
 * When two shapes first meet, each in its motion; a motion may be NULL for none. Any threads may
 * call at once.
 */
gapkit_status gapkit_shape_time_of_impact(const struct gapkit_shape *a,
                                          const struct gapkit_motion *motion_a,
                                          const struct gapkit_shape *b,
                                          const struct gapkit_motion *motion_b,
                                          struct gapkit_impact *impact);

/**
 * When a node first meets a facet, each node moving straight from `start` to `end`: x y z of the
 * node, and of the three nodes of the facet. Whether they meet is exact, for degenerate facets and
 * motions too.
 */
gapkit_status gapkit_impact_node_facet(const double *start,
                                       const double *end,
                                       struct gapkit_nodal_impact *impact);

/**
 * When two edges first meet, each node moving straight from `start` to `end`: x y z of the two
 * nodes of an edge, and of the two of the other. Whether they meet is exact, for parallel edges and
 * those of no length too.
 */
gapkit_status gapkit_impact_edge_edge(const double *start,
                                      const double *end,
                                      struct gapkit_nodal_impact *impact);

/**
 * When nodes first meet facets, for many pairs: `start` and `end` have x y z for each of
 * `node_count` nodes, `nodes` has for each pair the number of the node and those of the three
 * nodes of the facet, from 0. `impacts` has the length `pair_count`. All input is checked before
 * the first impact is written. The call uses one thread; several may each work on a part of the
 * pairs. The impacts are those of `gapkit_impact_node_facet`, bit for bit.
 */
gapkit_status gapkit_impact_node_facets(const double *start,
                                        const double *end,
                                        size_t node_count,
                                        const int32_t *nodes,
                                        size_t pair_count,
                                        struct gapkit_nodal_impact *impacts);

/**
 * When edges first meet edges, for many pairs: `nodes` has for each pair the two nodes of an edge
 * and the two of the other. Everything else as for `gapkit_impact_node_facets`.
 */
gapkit_status gapkit_impact_edge_edges(const double *start,
                                       const double *end,
                                       size_t node_count,
                                       const int32_t *nodes,
                                       size_t pair_count,
                                       struct gapkit_nodal_impact *impacts);

/**
 * When the contacts of the last detection close, as fractions of the time step that
 * `gapkit_scene_set_velocities` told: 0 where a gap is closed already, infinity where it does not
 * close within the step. `times` has room for `count` numbers, at least one for each contact, and
 * is in their order.
 */
gapkit_status gapkit_scene_impact_times(const struct gapkit_scene *scene,
                                        double *times,
                                        size_t count);

/*
 * 10. Several ranks
 *
 * Scenes whose bodies are cut into parts, one for each rank of MPI: see gapkit_mpi.h.
 */

/**
 * Collective: each rank gives `bytes` bytes; `all` becomes those of all ranks, in the order of ranks.
 * Returns 0, or any other number if it failed.
 */
typedef int32_t (*gapkit_comm_gather)(void *context,
                                      const void *own,
                                      size_t bytes,
                                      void *all);

/**
 * Collective: to each rank r go the `send_bytes[r]` bytes of `send` that follow those for the ranks
 * before, and from each rank come `receive_bytes[r]`, which is what it sends. More than 2^31 bytes
 * may be sent. Returns 0, or any other number if it failed.
 */
typedef int32_t (*gapkit_comm_all_to_all)(void *context,
                                          const void *send,
                                          const size_t *send_bytes,
                                          void *receive,
                                          const size_t *receive_bytes);

/**
 * Sends a message to each of some ranks and receives one from each of others, of lengths that both
 * sides know; ranks without messages do not call it. Messages between two ranks arrive in the order in
 * which they were sent. Returns 0, or any other number if it failed.
 */
typedef int32_t (*gapkit_comm_exchange)(void *context,
                                        size_t send_count,
                                        const int32_t *send_ranks,
                                        const void *const *send,
                                        const size_t *send_bytes,
                                        size_t receive_count,
                                        const int32_t *receive_ranks,
                                        void *const *receive,
                                        const size_t *receive_bytes);

/**
 * Collective: each of `count` numbers becomes the largest (`how` 0) or the sum (1) of those of all
 * ranks, with the same bits on all. Returns 0, or any other number if it failed.
 */
typedef int32_t (*gapkit_comm_reduce)(void *context,
                                      double *numbers,
                                      size_t count,
                                      int32_t how);

/**
 * Tells the other ranks that this one makes no further calls, so that functions that they wait in
 * return a number other than 0.
 */
typedef void (*gapkit_comm_fail)(void *context);

/**
 * Ranks that exchange bytes. `gapkit_mpi_comm` of gapkit_mpi.h fills it from a communicator of MPI.
 *
 * The functions are called by one thread at a time, that of the call of the scene. One that fails
 * is not called again, nor is any other but `fail`.
 */
typedef struct gapkit_comm {
    /**
     * sizeof(gapkit_comm)
     */
    size_t size;
    /**
     * Handed to the functions.
     */
    void *context;
    /**
     * The number of this rank, from 0.
     */
    int32_t rank;
    /**
     * How many ranks there are.
     */
    int32_t ranks;
    /**
     * See gapkit_comm_gather.
     */
    gapkit_comm_gather gather;
    /**
     * See gapkit_comm_all_to_all.
     */
    gapkit_comm_all_to_all all_to_all;
    /**
     * See gapkit_comm_exchange.
     */
    gapkit_comm_exchange exchange;
    /**
     * See gapkit_comm_reduce.
     */
    gapkit_comm_reduce reduce;
    /**
     * See gapkit_comm_fail.
     */
    gapkit_comm_fail fail;
} gapkit_comm;

/**
 * Bodies over several ranks, and the contacts between them: those that one scene has, to the last
 * bit. Made by `gapkit_distributed_new` and freed with `gapkit_distributed_free`.
 *
 * All calls but those that only set or read are collective: every rank makes them, in the same order.
 * If one fails on some rank, it fails on all, with the same status; `gapkit_last_error` names the
 * rank and the culprit. Contacts are those of GAPKIT_RESOLUTION_SURFACE; deep overlaps are not looked
 * for.
 */
typedef struct gapkit_distributed gapkit_distributed;

/**
 * Where the nodes of a contact are. The first `node_count_a` and `node_count_b` of the contact count;
 * the others are -1.
 */
typedef struct gapkit_contact_nodes {
    /**
     * The places of the nodes of A in the arrays that this rank gave for the body, counted from 0;
     * -1 for nodes that this rank does not have.
     */
    int64_t index_a[3];
    /**
     * Those of B.
     */
    int64_t index_b[3];
    /**
     * The places of the nodes of A among the ghosts of this rank, counted from 0; -1 for nodes that
     * it has.
     */
    int64_t ghost_a[3];
    /**
     * Those of B.
     */
    int64_t ghost_b[3];
    /**
     * The ranks that the nodes of A belong to: the lowest of those that have them.
     */
    int32_t owner_a[3];
    /**
     * Those of B.
     */
    int32_t owner_b[3];
} gapkit_contact_nodes;

/**
 * Makes an empty scene over several ranks; to be freed with `gapkit_distributed_free`. Collective.
 * The settings must be the same on all ranks, but for the threads. Of a communicator that this rank
 * cannot use the others are not told.
 */
gapkit_status gapkit_distributed_new(const struct gapkit_scene_config *config,
                                     const struct gapkit_comm *comm,
                                     struct gapkit_distributed **scene);

/**
 * Frees a scene and all that was borrowed from it; NULL is fine. Not collective.
 */
gapkit_status gapkit_distributed_free(struct gapkit_distributed *scene);

/**
 * Adds a mesh, of which this rank gives some elements, or none (`element_count` 0), and tells its
 * number. Collective. `element_numbers` and `node_numbers` of the mesh must be given, >= 0: nodes that
 * several ranks have are one, and faces between elements of two ranks are inner faces. `options` may
 * be NULL for the defaults, and must be the same on all ranks.
 */
gapkit_status gapkit_distributed_add_mesh(struct gapkit_distributed *scene,
                                          const struct gapkit_mesh *mesh,
                                          const struct gapkit_body_options *options,
                                          uint32_t *body);

/**
 * Adds the half-space below the plane through a point, the same on all ranks, and tells its number.
 * Collective.
 */
gapkit_status gapkit_distributed_add_plane(struct gapkit_distributed *scene,
                                           const double *point,
                                           const double *normal,
                                           const struct gapkit_body_options *options,
                                           uint32_t *body);

/**
 * Moves the nodes of a mesh that this rank has; arrays as for `gapkit_scene_set_positions`. Not
 * collective. What is wrong is told here, and by the next `gapkit_distributed_detect` on all ranks;
 * no node has moved then. A rank that gave no nodes need not call it.
 */
gapkit_status gapkit_distributed_set_positions(struct gapkit_distributed *scene,
                                               uint32_t body,
                                               const double *x,
                                               const double *y,
                                               const double *z,
                                               size_t stride,
                                               size_t count);

/**
 * Tells how the nodes of a mesh that this rank has move in the time step `dt` ahead, which must be the
 * same for all bodies and ranks; see `gapkit_scene_set_velocities` and
 * `gapkit_distributed_set_positions`.
 */
gapkit_status gapkit_distributed_set_velocities(struct gapkit_distributed *scene,
                                                uint32_t body,
                                                const double *x,
                                                const double *y,
                                                const double *z,
                                                size_t stride,
                                                size_t count,
                                                double dt);

/**
 * Finds the contacts at the present positions, and tells how many of them this rank reports: those
 * whose first node belongs to it. `count` may be NULL. Collective. If it fails, on all ranks, the
 * contacts are those of the detection before.
 */
gapkit_status gapkit_distributed_detect(struct gapkit_distributed *scene,
                                        size_t *count);

/**
 * Lends the contacts that this rank reports, in the order of bodies, elements and nodes, and where
 * their nodes are; `nodes` may be NULL. Nodes and elements have the numbers that the host gave. They
 * stay where they are until the next detection. `size` is sizeof(gapkit_contact), `nodes_size`
 * sizeof(gapkit_contact_nodes) of the caller's header. Not collective.
 */
gapkit_status gapkit_distributed_contacts(const struct gapkit_distributed *scene,
                                          const struct gapkit_contact **contacts,
                                          const struct gapkit_contact_nodes **nodes,
                                          size_t *count,
                                          size_t size,
                                          size_t nodes_size);

/**
 * Copies the values of the host of a contact of this rank, by its index, into `values`, or with `set`
 * 1 from there. There are `history` of the settings, which is `count`. They stay with the contact, also
 * if another rank reports it later. Not collective.
 */
gapkit_status gapkit_distributed_values(struct gapkit_distributed *scene,
                                        size_t contact,
                                        double *values,
                                        size_t count,
                                        int32_t set);

/**
 * Tells how many nodes carry contacts of this rank that it does not have. Not collective.
 */
gapkit_status gapkit_distributed_ghost_count(const struct gapkit_distributed *scene,
                                             size_t *count);

/**
 * Sends the forces on ghosts (x y z for each of `ghost_count`) home, and adds those that come to the
 * host's arrays: `forces` has a pointer for each body, to x y z of its first node, and `stride` doubles
 * from there to the next node; NULL for planes, and for bodies of which this rank has no nodes. A node
 * that several ranks have gets its force on its owner. Collective.
 */
gapkit_status gapkit_distributed_exchange_forces(struct gapkit_distributed *scene,
                                                 const double *ghosts,
                                                 size_t ghost_count,
                                                 double *const *forces,
                                                 size_t body_count,
                                                 size_t stride);

/**
 * Tells a hash of all contacts on all ranks, with ages and values: the same on all ranks, for any
 * number of them. Collective.
 */
gapkit_status gapkit_distributed_hash(struct gapkit_distributed *scene,
                                      uint64_t *hash);

/*
 * 11. Output
 *
 * Files for ParaView.
 */

/**
 * Writes a file for ParaView, chosen by how `path` (UTF-8) ends: `.vtp` has the contacts of the
 * last detection as points with normals, gaps, areas, bodies and elements (by the host's numbers),
 * and as lines from A to B; `.vtu` has the meshes where they are now, as tetrahedra with their
 * elements from 0. A file appears under its name only when it is complete.
 */
gapkit_status gapkit_scene_write_vtk(const struct gapkit_scene *scene,
                                     const char *path);

/*
 * 12. In the plane
 *
 * Convex polygons in two dimensions.
 */

/**
 * The answer of a distance query in the plane; see `gapkit_answer`.
 */
typedef struct gapkit_planar_answer {
    /**
     * The distance of the witness points; 0 for overlapping polygons. An upper bound.
     */
    double distance;
    /**
     * No two points of the polygons are nearer than this.
     */
    double lower_bound;
    /**
     * The nearest point of A.
     */
    double point_a[2];
    /**
     * The nearest point of B.
     */
    double point_b[2];
    /**
     * The unit vector from A to B.
     */
    double direction[2];
    /**
     * The weights of the vertices: >= 0, with sum 1.
     */
    double weight[3];
    /**
     * The vertices of A that carry the witness points, from 0; the first `vertex_count` count.
     */
    int32_t vertex_a[3];
    /**
     * Those of B.
     */
    int32_t vertex_b[3];
    /**
     * How many vertices there are of each polygon.
     */
    int32_t vertex_count;
    /**
     * GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
     */
    gapkit_outcome outcome;
    /**
     * How many support calls were made.
     */
    uint32_t iterations;
    /**
     * Always 0.
     */
    int32_t reserved;
} gapkit_planar_answer;

/**
 * How deep two polygons overlap.
 */
typedef struct gapkit_planar_depth {
    /**
     * B moved by depth * normal touches A. Negative for polygons that are apart, at least by so
     * much.
     */
    double depth;
    /**
     * The unit vector from A to B.
     */
    double normal[2];
    /**
     * The point of A that lies deepest in B.
     */
    double point_a[2];
    /**
     * The point of B likewise: point_a - point_b = depth * normal.
     */
    double point_b[2];
    /**
     * GAPKIT_SEPARATED, GAPKIT_TOUCHING or GAPKIT_OVERLAPPING
     */
    gapkit_outcome outcome;
    /**
     * Always 0.
     */
    int32_t reserved;
} gapkit_planar_depth;

/**
 * The distance of two convex polygons in the plane.
 *
 * `a` and `b` are interleaved coordinates, x y for each of `a_count` and `b_count` vertices in
 * counter-clockwise order; one is a point, two are a segment. Nothing is allocated; any threads
 * may call at once.
 */
gapkit_status gapkit_planar_distance(const double *a,
                                     size_t a_count,
                                     const double *b,
                                     size_t b_count,
                                     struct gapkit_planar_answer *answer);

/**
 * Whether two convex polygons touch or overlap: `intersects` becomes 1 or 0. Inputs as for
 * `gapkit_planar_distance`.
 */
gapkit_status gapkit_planar_intersects(const double *a,
                                       size_t a_count,
                                       const double *b,
                                       size_t b_count,
                                       int32_t *intersects);

/**
 * How deep two convex polygons overlap. Inputs as for `gapkit_planar_distance`.
 */
gapkit_status gapkit_planar_penetration(const double *a,
                                        size_t a_count,
                                        const double *b,
                                        size_t b_count,
                                        struct gapkit_planar_depth *depth);

/*
 * 13. Demo bodies: not stable
 *
 * Meshes made by formula, to try things out. They are no part of the binary interface: they may
 * change or go in any version, and include/gapkit.abi leaves them out.
 */

/**
 * A mesh made by formula. Made by one of the functions below, and freed with `gapkit_demo_free`.
 * It does not change: any threads may use it at once.
 */
typedef struct gapkit_demo gapkit_demo;

/**
 * A block with one corner at the origin and the opposite one at `size` (x y z), of `cells` (three
 * numbers) hexahedra along the axes, each cut into six tetrahedra.
 */
gapkit_status gapkit_demo_block(const size_t *cells,
                                const double *size,
                                struct gapkit_demo **demo);

/**
 * A solid sphere around the origin, of 20 * layers^3 tetrahedra.
 */
gapkit_status gapkit_demo_sphere(double radius,
                                 size_t layers,
                                 struct gapkit_demo **demo);

/**
 * A cylinder around the z axis, from z = 0 up, with the given numbers of sides, rings and layers.
 */
gapkit_status gapkit_demo_cylinder(double radius,
                                   double height,
                                   size_t sides,
                                   size_t rings,
                                   size_t layers,
                                   struct gapkit_demo **demo);

/**
 * A trefoil knot, about 6 wide and 3 high, with the given numbers of sections along the rope and
 * of sides and rings of each section.
 */
gapkit_status gapkit_demo_knot(size_t sections,
                               size_t sides,
                               size_t rings,
                               struct gapkit_demo **demo);

/**
 * One tooth of an involute gear of module 1, with `profile` steps along its profile.
 */
gapkit_status gapkit_demo_gear_tooth(uint32_t teeth,
                                     size_t profile,
                                     struct gapkit_demo **demo);

/**
 * Lends the arrays of a demo body as a mesh of tetrahedra: coordinates side by side, connectivity
 * in int32 from 0. They last until the body is freed, and must not be changed. `size` is
 * sizeof(gapkit_mesh) of the caller's header.
 */
gapkit_status gapkit_demo_mesh(const struct gapkit_demo *demo,
                               struct gapkit_mesh *mesh,
                               size_t size);

/**
 * Frees a demo body; NULL is fine.
 */
gapkit_status gapkit_demo_free(struct gapkit_demo *demo);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GAPKIT_H */
