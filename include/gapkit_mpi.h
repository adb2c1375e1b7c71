/*
 * Scenes of gapkit over MPI: a gapkit_comm of a communicator of MPI. All of it is compiled by the host
 * with its own mpicc, so that the library knows of no MPI.
 *
 *     struct gapkit_mpi mpi;
 *     gapkit_comm comm;
 *     if (gapkit_mpi_comm(MPI_COMM_WORLD, &mpi, &comm) != MPI_SUCCESS) ...
 *     gapkit_distributed_new(&config, &comm, &scene);
 *     ...
 *     gapkit_distributed_free(scene);
 *     gapkit_mpi_free(&mpi);
 *
 * The communicator is duplicated. Functions return an error instead of ending the program, and a rank
 * that fails tells the others, which look for that while they wait. Messages may be of any length.
 */
#ifndef GAPKIT_MPI_H
#define GAPKIT_MPI_H

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "gapkit.h"

/* What the functions work with: to be kept where it is until the scene is freed. */
struct gapkit_mpi {
    MPI_Comm data;
    /* Where ranks that fail say so. */
    MPI_Comm faults;
    int rank;
    int ranks;
    int has_failed;
};

enum { GAPKIT_MPI_TAG = 1, GAPKIT_MPI_FAULT = 2 };

/* Messages are sent in parts of this many bytes. */
#define GAPKIT_MPI_PART ((size_t)1 << 30)

/* Waits for requests, or until another rank has failed. */
static inline int32_t gapkit_mpi_wait(struct gapkit_mpi *mpi, int count, MPI_Request *requests) {
    int done = 0, fault = 0, at, i;
    for (;;) {
        /* One by one: MPI_Testall frees none until all are done. */
        done = 1;
        for (i = 0; i < count; i++) {
            if (requests[i] == MPI_REQUEST_NULL) continue;
            if (MPI_Test(&requests[i], &at, MPI_STATUS_IGNORE) != MPI_SUCCESS) return 1;
            done = done && at;
        }
        if (done) return 0;
        if (MPI_Iprobe(MPI_ANY_SOURCE, GAPKIT_MPI_FAULT, mpi->faults, &fault, MPI_STATUS_IGNORE) != MPI_SUCCESS) return 1;
        if (fault) return 2;
    }
}

/* How many parts a message has. */
static inline size_t gapkit_mpi_parts(size_t bytes) {
    return bytes / GAPKIT_MPI_PART + (bytes % GAPKIT_MPI_PART != 0);
}

/* Begins to send or to receive a message in parts; returns how many, or -1. */
static inline int gapkit_mpi_begin(struct gapkit_mpi *mpi, int sends, void *bytes, size_t length, int rank, MPI_Request *requests) {
    size_t at;
    int count = 0;
    for (at = 0; at < length; at += GAPKIT_MPI_PART, count++) {
        int part = (int)(length - at < GAPKIT_MPI_PART ? length - at : GAPKIT_MPI_PART);
        char *from = (char *)bytes + at;
        int status = sends ? MPI_Isend(from, part, MPI_BYTE, rank, GAPKIT_MPI_TAG, mpi->data, &requests[count])
                           : MPI_Irecv(from, part, MPI_BYTE, rank, GAPKIT_MPI_TAG, mpi->data, &requests[count]);
        if (status != MPI_SUCCESS) return -1;
    }
    return count;
}

static inline int32_t gapkit_mpi_exchange(void *context, size_t send_count, const int32_t *send_ranks, const void *const *send,
                                          const size_t *send_bytes, size_t receive_count, const int32_t *receive_ranks,
                                          void *const *receive, const size_t *receive_bytes) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)context;
    size_t i, all = 0;
    int count = 0, begun;
    int32_t status = 0;
    MPI_Request *requests;
    for (i = 0; i < send_count; i++) all += gapkit_mpi_parts(send_bytes[i]);
    for (i = 0; i < receive_count; i++) all += gapkit_mpi_parts(receive_bytes[i]);
    requests = (MPI_Request *)malloc((all + 1) * sizeof *requests);
    if (requests == NULL || all > INT_MAX) { free(requests); return 1; }
    for (i = 0; i < receive_count && status == 0; i++) {
        begun = gapkit_mpi_begin(mpi, 0, receive[i], receive_bytes[i], receive_ranks[i], requests + count);
        if (begun < 0) status = 1; else count += begun;
    }
    for (i = 0; i < send_count && status == 0; i++) {
        void *bytes;
        memcpy(&bytes, &send[i], sizeof bytes);
        begun = gapkit_mpi_begin(mpi, 1, bytes, send_bytes[i], send_ranks[i], requests + count);
        if (begun < 0) status = 1; else count += begun;
    }
    if (status == 0) status = gapkit_mpi_wait(mpi, count, requests);
    free(requests);
    return status;
}

static inline int32_t gapkit_mpi_all_to_all(void *context, const void *send, const size_t *send_bytes, void *receive, const size_t *receive_bytes) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)context;
    size_t ranks = (size_t)mpi->ranks, i, sends = 0, receives = 0, from = 0, to = 0;
    const char *own = NULL;
    char *place = NULL;
    int32_t status = 1;
    int32_t *peers = (int32_t *)malloc(2 * ranks * sizeof *peers);
    const void **out = (const void **)malloc(ranks * sizeof *out);
    void **in = (void **)malloc(ranks * sizeof *in);
    size_t *lengths = (size_t *)malloc(2 * ranks * sizeof *lengths);
    if (peers != NULL && out != NULL && in != NULL && lengths != NULL) {
        for (i = 0; i < ranks; i++) {
            if (i == (size_t)mpi->rank) {
                own = (const char *)send + from;
                place = (char *)receive + to;
            } else {
                if (send_bytes[i] > 0) {
                    peers[sends] = (int32_t)i;
                    out[sends] = (const char *)send + from;
                    lengths[sends++] = send_bytes[i];
                }
                if (receive_bytes[i] > 0) {
                    peers[ranks + receives] = (int32_t)i;
                    in[receives] = (char *)receive + to;
                    lengths[ranks + receives++] = receive_bytes[i];
                }
            }
            from += send_bytes[i];
            to += receive_bytes[i];
        }
        if (send_bytes[mpi->rank] > 0) memcpy(place, own, send_bytes[mpi->rank]);
        status = gapkit_mpi_exchange(context, sends, peers, out, lengths, receives, peers + ranks, in, lengths + ranks);
    }
    free(peers);
    free(out);
    free(in);
    free(lengths);
    return status;
}

static inline int32_t gapkit_mpi_gather(void *context, const void *own, size_t bytes, void *all) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)context;
    MPI_Request request;
    if (bytes > INT_MAX) {
        size_t i, ranks = (size_t)mpi->ranks;
        int32_t status = 1;
        char *copies = (char *)malloc(ranks * bytes);
        size_t *lengths = (size_t *)malloc(ranks * sizeof *lengths);
        if (copies != NULL && lengths != NULL) {
            for (i = 0; i < ranks; i++) {
                memcpy(copies + i * bytes, own, bytes);
                lengths[i] = bytes;
            }
            status = gapkit_mpi_all_to_all(context, copies, lengths, all, lengths);
        }
        free(copies);
        free(lengths);
        return status;
    }
    if (MPI_Iallgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, mpi->data, &request) != MPI_SUCCESS) return 1;
    return gapkit_mpi_wait(mpi, 1, &request);
}

static inline int32_t gapkit_mpi_reduce(void *context, double *numbers, size_t count, int32_t how) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)context;
    MPI_Request request;
    if (count > INT_MAX) return 1;
    if (MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, how == 0 ? MPI_MAX : MPI_SUM, mpi->data, &request) != MPI_SUCCESS) return 1;
    return gapkit_mpi_wait(mpi, 1, &request);
}

/* Tells all other ranks, once. */
static inline void gapkit_mpi_fail(void *context) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)context;
    static char nothing;
    int rank;
    if (mpi->has_failed) return;
    mpi->has_failed = 1;
    for (rank = 0; rank < mpi->ranks; rank++) {
        MPI_Request request;
        if (rank == mpi->rank) continue;
        /* Nobody need receive it, so nobody waits for it. */
        if (MPI_Isend(&nothing, 0, MPI_BYTE, rank, GAPKIT_MPI_FAULT, mpi->faults, &request) == MPI_SUCCESS) MPI_Request_free(&request);
    }
}

/* Fills a gapkit_comm from a communicator of MPI, which it duplicates. Collective; a status of MPI. */
static inline int gapkit_mpi_comm(MPI_Comm parent, struct gapkit_mpi *mpi, gapkit_comm *comm) {
    int status;
    memset(comm, 0, sizeof *comm);
    mpi->has_failed = 0;
    if ((status = MPI_Comm_dup(parent, &mpi->data)) != MPI_SUCCESS) return status;
    if ((status = MPI_Comm_dup(parent, &mpi->faults)) != MPI_SUCCESS) return status;
    MPI_Comm_set_errhandler(mpi->data, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(mpi->faults, MPI_ERRORS_RETURN);
    if ((status = MPI_Comm_rank(mpi->data, &mpi->rank)) != MPI_SUCCESS) return status;
    if ((status = MPI_Comm_size(mpi->data, &mpi->ranks)) != MPI_SUCCESS) return status;
    comm->size = sizeof *comm;
    comm->context = mpi;
    comm->rank = mpi->rank;
    comm->ranks = mpi->ranks;
    comm->gather = gapkit_mpi_gather;
    comm->all_to_all = gapkit_mpi_all_to_all;
    comm->exchange = gapkit_mpi_exchange;
    comm->reduce = gapkit_mpi_reduce;
    comm->fail = gapkit_mpi_fail;
    return MPI_SUCCESS;
}

/* Frees the duplicates, after the scene was freed. Collective; after a failure nothing is done. */
static inline void gapkit_mpi_free(struct gapkit_mpi *mpi) {
    if (mpi->has_failed) return;
    MPI_Comm_free(&mpi->data);
    MPI_Comm_free(&mpi->faults);
}

#endif
