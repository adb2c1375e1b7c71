/*
 * A restart from a file: a host that is stopped after 50 of 150 steps and goes on in another
 * process has the contacts, ages, values and forces of one that was not stopped, to the last bit.
 *
 * Usage: restart                  all steps; prints a hash of the last 100
 *        restart write FILE       the first 50, then the state goes to the file
 *        restart read FILE        the last 100 from the state of the file; prints the hash
 *        restart damaged FILE     the file cut and with each of its bits turned: refused
 */
#include <inttypes.h>
#include <math.h>

#include "hosts.h"

enum { FIRST = 50, ALL = 150 };

static const double DT = 1e-3;

static uint32_t upper;

static gapkit_scene *make_scene(void)
{
    gapkit_scene *scene = new_scene(0.05, 2, 2);
    add_block(scene, 3, 0.0, 0.0);
    upper = add_block(scene, 4, 0.13, 1.01);
    gapkit_force_law law;
    CALL(gapkit_force_law_default(&law, sizeof law));
    law.offset = 0.035;
    law.time_step = 2 * DT;
    law.damping = 0.1;
    law.friction = 0.3;
    CALL(gapkit_scene_set_material(scene, 0, 1e6, 1e3));
    CALL(gapkit_scene_set_material(scene, upper, 2e6, 1e3));
    CALL(gapkit_scene_set_force_law(scene, &law));
    return scene;
}

/* A block that slides, turns and touches. */
static void place(gapkit_scene *scene, int number)
{
    static double v[3 * 1024];
    double t = 0.02 * number;
    gapkit_pose pose = {{0.13 + 0.2 * sin(t), 0.1 * t, 1.01 + 0.02 * cos(9 * t)},
                        {0, 0, sin(0.05 * t), cos(0.05 * t)}};
    size_t nodes;
    CALL(gapkit_scene_set_pose(scene, upper, &pose));
    CALL(gapkit_scene_body_size(scene, upper, &nodes, NULL, NULL));
    HOLDS(3 * nodes <= COUNT(v));
    for (size_t i = 0; i < nodes; i++) {
        v[3 * i] = 4 * cos(t) / DT / 1000;
        v[3 * i + 1] = 2 / DT / 1000;
        v[3 * i + 2] = -3.6 * sin(9 * t) / DT / 1000;
    }
    CALL(gapkit_scene_set_velocities(scene, upper, v, NULL, NULL, 3, nodes, 0));
}

static uint64_t mixed(uint64_t hash, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        hash = 31 * hash + bits;
    }
    return hash;
}

/* The forces of the library, and what they took so far. */
static uint64_t forces_of(gapkit_scene *scene, double dt, uint64_t hash)
{
    static double forces[3 << 15];
    gapkit_forces all;
    CALL(gapkit_scene_forces(scene, dt, &all, sizeof all));
    CALL(gapkit_scene_contact_forces(scene, forces, COUNT(forces) / 3));
    size_t count;
    CALL(gapkit_scene_copy_contacts(scene, NULL, 0, &count, sizeof(gapkit_contact)));
    HOLDS(all.pushing > 0);
    const double sums[] = {all.stable_time_step, all.energy, all.normal_work, all.friction_work, all.damping_work};
    return mixed(mixed(hash, forces, 3 * count), sums, COUNT(sums));
}

/* Contacts count their steps and add up their gaps. */
static uint64_t step(gapkit_scene *scene, int number, uint64_t hash)
{
    static double values[1 << 16];
    const gapkit_contact *list;
    uint64_t found;
    size_t count;
    place(scene, number);
    found = detected(scene, 1);
    CALL(gapkit_scene_contacts(scene, &list, &count, sizeof *list));
    HOLDS(2 * count <= COUNT(values));
    CALL(gapkit_scene_get_values(scene, values, 2 * count));
    for (size_t i = 0; i < count; i++) {
        HOLDS(values[2 * i] == (double)list[i].age);
        values[2 * i] += 1;
        values[2 * i + 1] += list[i].gap;
    }
    CALL(gapkit_scene_set_values(scene, values, 2 * count));
    hash = mixed(31 * hash + found, values, 2 * count);
    return forces_of(scene, number ? DT : 0.0, hash);
}

static unsigned char bytes[1 << 20];

static size_t read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    HOLDS(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    HOLDS(fclose(file) == 0 && size > 0 && size < sizeof bytes);
    return size;
}

static void write_state(gapkit_scene *scene, const char *name)
{
    gapkit_state *state;
    size_t needed, size;
    CALL(gapkit_scene_save(scene, &state));
    CALL(gapkit_state_write(state, NULL, 0, &needed));
    HOLDS(needed <= sizeof bytes);
    HOLDS(gapkit_state_write(state, bytes, needed - 1, &size) == GAPKIT_BUFFER_TOO_SMALL);
    CALL(gapkit_state_write(state, bytes, sizeof bytes, &size));
    HOLDS(size == needed);
    FILE *file = fopen(name, "wb");
    HOLDS(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    CALL(gapkit_state_free(state));
}

static void damaged(const char *name)
{
    gapkit_state *state = NULL;
    size_t size = read_file(name);
    for (size_t cut = 0; cut < size; cut += 1 + cut / 64)
        HOLDS(gapkit_state_read(bytes, cut, &state) == GAPKIT_DAMAGED_STATE && !state);
    for (size_t bit = 0; bit < 8 * size; bit += 1 + bit / 1024) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        HOLDS(gapkit_state_read(bytes, size, &state) == GAPKIT_DAMAGED_STATE && !state);
        HOLDS(strstr(gapkit_last_error(), "not those of a state"));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    CALL(gapkit_state_read(bytes, size, &state));
    /* Whole, but of another scene. */
    gapkit_scene *other = new_scene(0.05, 1, 2);
    add_block(other, 3, 0.0, 0.0);
    HOLDS(gapkit_scene_restore(other, state) == GAPKIT_FOREIGN_STATE);
    CALL(gapkit_state_free(state));
    CALL(gapkit_scene_free(other));
}

int main(int argc, char **argv)
{
    int is_written = argc == 3 && strcmp(argv[1], "write") == 0;
    int is_read = argc == 3 && strcmp(argv[1], "read") == 0;
    if (argc == 3 && strcmp(argv[1], "damaged") == 0) {
        damaged(argv[2]);
        return EXIT_SUCCESS;
    }
    gapkit_scene *scene = make_scene();
    if (is_read) {
        gapkit_state *state;
        CALL(gapkit_state_read(bytes, read_file(argv[2]), &state));
        CALL(gapkit_scene_restore(scene, state));
        CALL(gapkit_state_free(state));
        place(scene, FIRST - 1);
        forces_of(scene, 0.0, 0);
    } else {
        for (int number = 0; number < FIRST; number++)
            step(scene, number, 0);
    }
    if (is_written) {
        write_state(scene, argv[2]);
    } else {
        uint64_t hash = 0;
        for (int number = FIRST; number < ALL; number++)
            hash = step(scene, number, hash);
        printf("%016" PRIx64 "\n", hash);
    }
    CALL(gapkit_scene_free(scene));
    return EXIT_SUCCESS;
}
