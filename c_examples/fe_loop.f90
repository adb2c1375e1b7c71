! The time loop of an explicit finite-element code with contact: a block falls onto another, whose
! lower face is held, and bounces off. The same as fe_loop.c, with the same contacts to the last
! bit; see there.
!
! Compile and run, from this folder, after scripts/install.sh PREFIX:
!     gfortran -O2 -ffp-contract=off PREFIX/include/gapkit.f90 fe_loop.f90 \
!         -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o fe_loop
!     ./fe_loop
!
! It writes fe_loop.vtu, the blocks at their deepest, for ParaView.
program fe_loop
    use gapkit
    implicit none

    integer, parameter :: steps = 300
    integer, parameter :: edges(2, 6) = reshape([1, 2, 1, 3, 1, 4, 2, 3, 2, 4, 3, 4], [2, 6])
    real(c_double), parameter :: dt = 1e-3_c_double, density = 1, spring = 200, &
                                 penalty = 5e4_c_double

    ! All that the code knows: nodes of both blocks, and their elements, those of the lower block
    ! first.
    integer :: lower_nodes, lower_tets
    real(c_double), allocatable :: x(:, :), v(:, :), f(:, :), mass(:), rest(:, :)
    logical, allocatable :: held(:)
    integer(c_int32_t), allocatable :: tet(:, :)

    type(c_ptr) :: scene
    type(gapkit_contact), pointer :: contacts(:)
    integer(c_int32_t) :: body(2)
    integer(c_int64_t) :: hash, all
    integer(c_size_t) :: count, most
    integer :: step, i
    real(c_double) :: before, deepest, depth

    allocate (x(3, 0), tet(4, 0))
    call add_block([3_c_size_t, 3_c_size_t, 2_c_size_t], &
                   [1.2_c_double, 1.2_c_double, 0.8_c_double], &
                   [0.0_c_double, 0.0_c_double, 0.0_c_double])
    lower_nodes = size(x, 2)
    lower_tets = size(tet, 2)
    call add_block([2_c_size_t, 2_c_size_t, 2_c_size_t], &
                   [1.2_c_double, 1.2_c_double, 0.7_c_double], &
                   [0.0_c_double, 0.0_c_double, 0.81_c_double])
    call prepare()
    call make_scene()

    before = momentum()
    deepest = 0
    all = 0
    most = 0
    do step = 1, steps
        do i = 1, 2
            call must(gapkit_scene_set_positions(scene, body(i), x))
        end do
        call must(gapkit_scene_detect(scene, count))
        call must(gapkit_scene_contacts(scene, contacts))
        call must(gapkit_scene_hash(scene, hash))
        all = ieor(ishftc(all, 1), hash)
        most = max(most, count)

        f = 0
        call add_springs()
        call add_contacts(depth)
        if (depth > deepest) then
            deepest = depth
            call must(gapkit_scene_write_vtk(scene, "fe_loop.vtu"))
        end if
        call move()
    end do
    print "(a, f9.6, a, f9.6, a, i0, a, f8.5, a)", "momentum ", before, " before, ", momentum(), &
        " after; at most ", most, " contacts, ", deepest, " deep"
    print "(a, z16.16)", "hash of all contacts ", all
    call holds(momentum() > -0.5_c_double*before, "it bounces")
    call holds(most > 0 .and. deepest > 0 .and. deepest < 0.02_c_double, "it touches")
    call must(gapkit_scene_free(scene))

contains

    ! A real host would hand the status on to its own error handling.
    subroutine must(status)
        integer(c_int32_t), intent(in) :: status
        if (status == GAPKIT_OK) return
        print *, gapkit_status_string(status), ": ", gapkit_last_error()
        stop 1
    end subroutine must

    subroutine holds(fact, name)
        logical, intent(in) :: fact
        character(*), intent(in) :: name
        if (fact) return
        print *, "not true: ", name
        stop 1
    end subroutine holds

    ! Adds a block of the library to the arrays of the code, moved by a shift.
    subroutine add_block(cells, size_of, shift)
        integer(c_size_t), intent(in) :: cells(3)
        real(c_double), intent(in) :: size_of(3), shift(3)
        type(c_ptr) :: block
        real(c_double), allocatable :: nodes(:, :)
        integer(c_int32_t), allocatable :: elements(:, :)
        integer :: n
        call must(gapkit_demo_block(cells, size_of, block))
        call must(gapkit_demo_mesh(block, nodes, elements))
        call must(gapkit_demo_free(block))
        do n = 1, size(nodes, 2)
            nodes(:, n) = nodes(:, n) + shift
        end do
        elements = elements + int(size(x, 2), c_int32_t)
        x = reshape([x, nodes], [3, size(x, 2) + size(nodes, 2)])
        tet = reshape([tet, elements], [4, size(tet, 2) + size(elements, 2)])
    end subroutine add_block

    pure function length(d) result(l)
        real(c_double), intent(in) :: d(3)
        real(c_double) :: l
        l = sqrt(d(1)*d(1) + d(2)*d(2) + d(3)*d(3))
    end function length

    ! From one end of an edge of an element to the other.
    function along(t, e) result(d)
        integer, intent(in) :: t, e
        real(c_double) :: d(3)
        d = x(:, tet(edges(2, e), t)) - x(:, tet(edges(1, e), t))
    end function along

    ! Masses of nodes, lengths of springs, and which nodes are held.
    subroutine prepare()
        real(c_double) :: a(3), b(3), c(3), volume
        integer :: t, e, k
        allocate (v(3, size(x, 2)), f(3, size(x, 2)), mass(size(x, 2)), held(size(x, 2)))
        allocate (rest(6, size(tet, 2)))
        mass = 0
        do t = 1, size(tet, 2)
            a = along(t, 1)
            b = along(t, 2)
            c = along(t, 3)
            volume = (a(1)*(b(2)*c(3) - b(3)*c(2)) + a(2)*(b(3)*c(1) - b(1)*c(3)) &
                      + a(3)*(b(1)*c(2) - b(2)*c(1)))/6
            do k = 1, 4
                mass(tet(k, t)) = mass(tet(k, t)) + density*volume/4
            end do
            do e = 1, 6
                rest(e, t) = length(along(t, e))
            end do
        end do
        held = .not. (x(3, :) < 0 .or. x(3, :) > 0)
        v = 0
        v(3, lower_nodes + 1:) = -1
    end subroutine prepare

    ! The forces of the elements.
    subroutine add_springs()
        real(c_double) :: d(3), l, pull
        integer :: t, e, p, q
        do t = 1, size(tet, 2)
            do e = 1, 6
                d = along(t, e)
                l = length(d)
                pull = spring*(l - rest(e, t))/l
                p = tet(edges(1, e), t)
                q = tet(edges(2, e), t)
                f(:, p) = f(:, p) + pull*d
                f(:, q) = f(:, q) - pull*d
            end do
        end do
    end subroutine add_springs

    ! The forces of contacts: a pressure against penetration, shared among the nodes by their
    ! weights. The nodes are those of the code's own arrays.
    subroutine add_contacts(depth)
        real(c_double), intent(out) :: depth
        real(c_double) :: push
        integer :: c, k
        depth = 0
        do c = 1, size(contacts)
            associate (contact => contacts(c))
                if (contact%gap >= 0) cycle
                push = -(penalty*contact%area*contact%gap)
                do k = 1, contact%node_count_a
                    f(:, contact%node_a(k)) = f(:, contact%node_a(k)) &
                                              - push*contact%weight_a(k)*contact%normal
                end do
                do k = 1, contact%node_count_b
                    f(:, contact%node_b(k)) = f(:, contact%node_b(k)) &
                                              + push*contact%weight_b(k)*contact%normal
                end do
                depth = max(depth, -contact%gap)
            end associate
        end do
    end subroutine add_contacts

    ! Velocities half a step later, positions a step later.
    subroutine move()
        integer :: n
        do n = 1, size(x, 2)
            if (held(n)) cycle
            v(:, n) = v(:, n) + dt*(f(:, n)/mass(n))
            x(:, n) = x(:, n) + dt*v(:, n)
        end do
    end subroutine move

    ! The vertical momentum of the upper block.
    function momentum() result(total)
        real(c_double) :: total
        total = sum(mass(lower_nodes + 1:)*v(3, lower_nodes + 1:))
    end function momentum

    subroutine make_scene()
        type(gapkit_scene_config) :: config
        call must(gapkit_scene_config_default(config))
        config%margin = 0.02_c_double
        config%threads = 2
        call must(gapkit_scene_new(config, scene))
        call must(gapkit_scene_add_mesh(scene, x, tet(:, :lower_tets), body(1)))
        call must(gapkit_scene_add_mesh(scene, x, tet(:, lower_tets + 1:), body(2)))
    end subroutine make_scene

end program fe_loop
