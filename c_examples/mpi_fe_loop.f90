! Two blocks over MPI in Fortran, cut by the list of elements; the upper one is moved into the lower one,
! and contacts are counted over all ranks.
!
!     mpicc -std=c99 -I include -c c_examples/gapkit_mpi.c
!     mpifort include/gapkit.f90 include/gapkit_mpi.f90 c_examples/mpi_fe_loop.f90 gapkit_mpi.o -L target/debug -lgapkit -o mpi_fe_loop_f90
!     mpirun -n 4 ./mpi_fe_loop_f90
program mpi_fe_loop
    use, intrinsic :: iso_c_binding
    use mpi
    use gapkit
    use gapkit_mpi
    implicit none
    integer, parameter :: cells = 4, nodes = (cells + 1)**3, elements = cells**3, steps = 50
    real(c_double), target :: x(3, nodes, 2)
    integer(c_int32_t), target :: connectivity(8, elements, 2)
    integer(c_int64_t), target :: element_numbers(elements, 2), node_numbers(nodes)
    integer(c_size_t) :: own(2), count
    type(gapkit_scene_config) :: config
    type(gapkit_comm) :: comm
    type(gapkit_mesh) :: mesh
    type(c_ptr) :: scene = c_null_ptr, link = c_null_ptr
    integer(c_int32_t) :: bodies(2)
    integer(c_int64_t) :: hash
    integer :: rank, ranks, error, b, i, step
    double precision :: found, all
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    node_numbers = [(int(1000 + i, c_int64_t), i=1, nodes)]
    call make(1, [0d0, 0d0, 0d0], 1d0)
    call make(2, [0.1d0, 0.15d0, 1.02d0], 0.8d0)
    call gapkit_mpi_open(MPI_COMM_WORLD, link, comm, error)
    if (error /= MPI_SUCCESS) stop 1
    call check(gapkit_scene_config_default(config))
    config%margin = 0.05d0
    config%threads = 1
    call check(gapkit_distributed_new(config, comm, scene))
    do b = 1, 2
        call check(gapkit_mesh_default(mesh))
        mesh%x = c_loc(x(1, 1, b))
        mesh%node_count = nodes
        mesh%node_numbers = c_loc(node_numbers)
        mesh%connectivity = c_loc(connectivity(1, 1, b))
        mesh%element_count = own(b)
        mesh%element_numbers = c_loc(element_numbers(1, b))
        mesh%element_type = GAPKIT_HEX8
        mesh%index_base = 1
        call check(gapkit_distributed_add_mesh(scene, mesh, c_null_ptr, bodies(b)))
    end do
    do step = 1, steps
        x(3, :, 2) = x(3, :, 2) - 5d-4
        if (own(2) > 0) call check(gapkit_distributed_set_positions(scene, bodies(2), c_loc(x(1, 1, 2)), &
            c_null_ptr, c_null_ptr, 3_c_size_t, int(nodes, c_size_t)))
        call check(gapkit_distributed_detect(scene, count))
    end do
    found = dble(count)
    call MPI_Allreduce(found, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    call check(gapkit_distributed_hash(scene, hash))
    if (rank == 0) print '(a,i0,a,i0,a,z16.16)', 'steps ', steps, ', contacts ', int(all), ', hash ', hash
    call check(gapkit_distributed_free(scene))
    call gapkit_mpi_close(link)
    call MPI_Finalize(error)

contains

    ! A block, of which this rank has every so many elements.
    subroutine make(b, corner, size)
        integer, intent(in) :: b
        double precision, intent(in) :: corner(3), size
        integer :: i, j, k, element
        do k = 0, cells
            do j = 0, cells
                do i = 0, cells
                    x(:, node_at(i, j, k), b) = corner + size*[i, j, k]/cells
                end do
            end do
        end do
        own(b) = 0
        element = 0
        do k = 0, cells - 1
            do j = 0, cells - 1
                do i = 0, cells - 1
                    element = element + 1
                    if ((element - 1)*ranks/elements /= merge(rank, ranks - 1 - rank, b == 1)) cycle
                    own(b) = own(b) + 1
                    connectivity(:, own(b), b) = [node_at(i, j, k), node_at(i + 1, j, k), node_at(i + 1, j + 1, k), &
                        node_at(i, j + 1, k), node_at(i, j, k + 1), node_at(i + 1, j, k + 1), &
                        node_at(i + 1, j + 1, k + 1), node_at(i, j + 1, k + 1)]
                    element_numbers(own(b), b) = element
                end do
            end do
        end do
    end subroutine make

    integer(c_int32_t) function node_at(i, j, k)
        integer, intent(in) :: i, j, k
        node_at = int(1 + i + (cells + 1)*(j + (cells + 1)*k), c_int32_t)
    end function node_at

    subroutine check(status)
        integer(c_int32_t), intent(in) :: status
        if (status /= GAPKIT_OK) then
            print '(a,i0,2a)', 'rank ', rank, ': ', gapkit_last_error()
            call MPI_Abort(MPI_COMM_WORLD, 1, error)
        end if
    end subroutine check

end program mpi_fe_loop
