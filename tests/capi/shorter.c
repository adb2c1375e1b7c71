/*
 * A program that may have been compiled when gapkit_contact was shorter: it prints all that it knows
 * of contacts, however they are handed out. What it prints does not depend on the size of the struct.
 */
#include <inttypes.h>
#include <string.h>

#include "hosts.h"

static void show(const char *what, const gapkit_contact *contacts, size_t count)
{
    HOLDS(count > 8);
    for (size_t i = 0; i < count; i++) {
        const gapkit_contact *c = &contacts[i];
        printf("%s %zu: %a %a %a %" PRId64 " %" PRIx64 " %u %u %d %d %u\n", what, i, c->gap, c->area, c->normal[2],
               c->node_b[0], c->id, c->body_a, c->body_b, (int)c->node_count_a, (int)c->status, c->age);
    }
}

int main(void)
{
    static gapkit_contact copies[4096];
    const gapkit_contact *contacts, *others;
    gapkit_contact_list *list;
    size_t count, copied;
    HOLDS(sizeof(gapkit_contact) == CONTACT_SIZE);
    gapkit_scene *scene = new_scene(0.05, 1, 1);
    add_block(scene, 3, 0.0, 0.0);
    add_block(scene, 4, 0.13, 0.99);
    detected(scene, 1);
    CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
    show("lent", contacts, count);
    memset(copies, 0x55, sizeof copies);
    CALL(gapkit_scene_copy_contacts(scene, copies, 4095, &copied, sizeof *copies));
    HOLDS(copied == count && memcmp(copies, contacts, count * sizeof *copies) == 0);
    /* Nothing is written behind the last one. */
    for (size_t i = 0; i < sizeof *copies; i++)
        HOLDS(((const unsigned char *)&copies[count])[i] == 0x55);
    CALL(gapkit_scene_overlaps(scene, &others, &count, sizeof *others));
    show("overlap", others, count);
    CALL(gapkit_scene_keep_contacts(scene, &list));
    detected(scene, 1);
    CALL(gapkit_contact_list_view(list, &others, &count, sizeof *others));
    HOLDS(count == copied && memcmp(copies, others, count * sizeof *copies) == 0);
    CALL(gapkit_scene_contacts(scene, &contacts, &count, sizeof *contacts));
    show("later", contacts, count);
    CALL(gapkit_scene_free(scene));
    HOLDS(memcmp(copies, others, copied * sizeof *copies) == 0);
    CALL(gapkit_contact_list_free(list));
    return EXIT_SUCCESS;
}
