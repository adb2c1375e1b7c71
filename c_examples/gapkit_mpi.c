/*
 * What include/gapkit_mpi.f90 needs of gapkit_mpi.h, to be compiled by the mpicc of the host:
 *
 *     mpicc -std=c99 -I include -c c_examples/gapkit_mpi.c
 */
#include "gapkit_mpi.h"

int32_t gapkit_mpi_open(int32_t handle, void **link, gapkit_comm *comm);
void gapkit_mpi_close(void *link);

int32_t gapkit_mpi_open(int32_t handle, void **link, gapkit_comm *comm) {
    struct gapkit_mpi *mpi = (struct gapkit_mpi *)malloc(sizeof *mpi);
    int status;
    if (mpi == NULL) return MPI_ERR_OTHER;
    status = gapkit_mpi_comm(MPI_Comm_f2c((MPI_Fint)handle), mpi, comm);
    if (status != MPI_SUCCESS) {
        free(mpi);
        return status;
    }
    *link = mpi;
    return MPI_SUCCESS;
}

void gapkit_mpi_close(void *link) {
    if (link == NULL) return;
    gapkit_mpi_free((struct gapkit_mpi *)link);
    free(link);
}
