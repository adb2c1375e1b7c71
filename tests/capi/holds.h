/* What a host among the tests claims, and ends with if it is not so. */
#ifndef HOLDS_H
#define HOLDS_H

#include <stdio.h>
#include <stdlib.h>

#include "gapkit.h"

#define HOLDS(fact)                                                                                \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: not true: %s (%s)\n", __FILE__, __LINE__, #fact,               \
                    gapkit_last_error());                                                          \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)
#define CALL(call) HOLDS((call) == GAPKIT_OK)
#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
