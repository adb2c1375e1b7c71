! Scenes of gapkit over MPI, for Fortran: a gapkit_comm of a communicator of MPI. It is compiled by the
! host, together with the few lines of C that gapkit_mpi.h needs:
!
!     mpicc -c c_examples/gapkit_mpi.c && mpifort include/gapkit.f90 include/gapkit_mpi.f90 host.f90 gapkit_mpi.o -lgapkit
!
! With `use mpi` the handle is the integer itself, with `use mpi_f08` it is comm%MPI_VAL:
!
!     call gapkit_mpi_open(MPI_COMM_WORLD, link, comm, status)
!     status = gapkit_distributed_new(config, comm, scene)
!     ...
!     status = gapkit_distributed_free(scene)
!     call gapkit_mpi_close(link)
module gapkit_mpi
    use, intrinsic :: iso_c_binding
    use gapkit
    implicit none
    private
    public :: gapkit_mpi_open, gapkit_mpi_close

    interface
        function gapkit_mpi_open_c(handle, link, comm) bind(C, name="gapkit_mpi_open") result(status)
            import
            integer(c_int32_t), value :: handle
            type(c_ptr), intent(inout) :: link
            type(gapkit_comm), intent(inout) :: comm
            integer(c_int32_t) :: status
        end function gapkit_mpi_open_c

        subroutine gapkit_mpi_close_c(link) bind(C, name="gapkit_mpi_close")
            import
            type(c_ptr), value :: link
        end subroutine gapkit_mpi_close_c
    end interface

contains

    ! Fills comm from the integer handle of a communicator, which is duplicated. Collective; the status is
    ! that of MPI, 0 if all went well.
    subroutine gapkit_mpi_open(handle, link, comm, status)
        integer, intent(in) :: handle
        type(c_ptr), intent(inout) :: link
        type(gapkit_comm), intent(inout) :: comm
        integer, intent(out) :: status
        status = int(gapkit_mpi_open_c(int(handle, c_int32_t), link, comm))
    end subroutine gapkit_mpi_open

    ! Frees the duplicates, after the scene was freed. Collective.
    subroutine gapkit_mpi_close(link)
        type(c_ptr), intent(inout) :: link
        call gapkit_mpi_close_c(link)
        link = c_null_ptr
    end subroutine gapkit_mpi_close

end module gapkit_mpi
