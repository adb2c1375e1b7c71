/*
 * What the examples share: a call that must go well, and a fact that must hold. A real host would
 * hand the status on to its own error handling instead of leaving.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "gapkit.h"

/* The instruction set of scenes: -DISA=GAPKIT_ISA_PORTABLE for valgrind, which knows no others. */
#ifndef ISA
#define ISA GAPKIT_ISA_AUTO
#endif

#define CALL(call)                                                                                 \
    do {                                                                                           \
        gapkit_status status_ = (call);                                                            \
        if (status_ != GAPKIT_OK) {                                                                \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, gapkit_status_string(status_),  \
                    gapkit_last_error());                                                          \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

#define HOLDS(fact)                                                                                \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #fact);                   \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

#endif
