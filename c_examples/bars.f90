! Contact forces of the library in an explicit finite-element code: two elastic bars of the same
! section meet head on. The same as bars.c; see there.
!
! Compile and run, from this folder, after scripts/install.sh PREFIX:
!     gfortran -O2 PREFIX/include/gapkit.f90 bars.f90 -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o bars
!     ./bars
program bars
    use gapkit
    implicit none

    ! Young's modulus and density are 1, and Poisson's ratio is 0: waves have the speed 1.
    real(c_double), parameter :: length = 10, speed = 0.1_c_double, end_time = 28, offset = 0.02_c_double

    type :: bar
        real(c_double), allocatable :: x(:, :), v(:, :), f(:, :), rest(:, :), mass(:)
        integer(c_int32_t), allocatable :: tet(:, :)
        ! The gradients of the shape functions, and the volume, of each element.
        real(c_double), allocatable :: gradient(:, :, :), volume(:)
    end type bar

    type(bar) :: bars_of(2)
    type(c_ptr) :: scene
    type(gapkit_forces) :: forces
    type(gapkit_force_pair) :: pair(1)
    integer(c_int32_t) :: body(2)
    integer(c_size_t) :: pairs, count
    real(c_double) :: time, dt, before, first, last, pressure, during, step, half
    logical :: good
    integer :: i

    half = 0.5_c_double*offset + speed
    step = min(make_bar(bars_of(1), [80_c_size_t, 2_c_size_t, 2_c_size_t], -length - half, speed), &
               make_bar(bars_of(2), [80_c_size_t, 3_c_size_t, 3_c_size_t], half, -speed))
    call make_scene()
    time = 0
    dt = 0
    first = huge(first)
    last = 0
    pressure = 0
    during = 0
    do while (time < end_time)
        do i = 1, 2
            call must(gapkit_scene_set_positions(scene, body(i), bars_of(i)%x))
            call must(gapkit_scene_set_velocities(scene, body(i), bars_of(i)%v, 0.0_c_double))
        end do
        call must(gapkit_scene_detect(scene, count))
        call must(gapkit_scene_forces(scene, dt, forces))
        do i = 1, 2
            call element_forces(bars_of(i))
            call must(gapkit_scene_add_forces(scene, body(i), bars_of(i)%f))
        end do
        pair(1)%force = 0
        call must(gapkit_scene_force_pairs(scene, pair, 1_c_size_t, pairs))
        if (pair(1)%force(1) > 0) then
            first = min(first, time)
            last = time
        end if
        if (time > first + 0.5_c_double*length .and. time < first + 1.5_c_double*length) then
            pressure = pressure + pair(1)%force(1)*dt
            during = during + dt
        end if
        before = dt
        dt = 0.9_c_double*forces%stable_time_step
        do i = 1, 2
            call move(bars_of(i), 0.5_c_double*(before + dt))
        end do
        time = time + dt
    end do
    ! The section is 1.
    good = is_near("pressure        ", pressure/during, speed)
    good = is_near("contact time    ", last - first, 2*length) .and. good
    good = is_near("velocity, left  ", mean_velocity(bars_of(1)), -speed) .and. good
    good = is_near("velocity, right ", mean_velocity(bars_of(2)), speed) .and. good
    call must(gapkit_scene_free(scene))
    if (.not. good) stop 1

contains

    ! A real host would hand the status on to its own error handling.
    subroutine must(status)
        integer(c_int32_t), intent(in) :: status
        if (status == GAPKIT_OK) return
        print *, gapkit_status_string(status), ": ", gapkit_last_error()
        stop 1
    end subroutine must

    pure function cross(a, b) result(c)
        real(c_double), intent(in) :: a(3), b(3)
        real(c_double) :: c(3)
        c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
    end function cross

    ! A bar that begins at x = start and moves along x: the time step that its elements allow.
    function make_bar(b, cells, start, velocity) result(allowed)
        type(bar), intent(inout) :: b
        integer(c_size_t), intent(in) :: cells(3)
        real(c_double), intent(in) :: start, velocity
        real(c_double) :: allowed, bound
        type(c_ptr) :: block
        integer :: t
        call must(gapkit_demo_block(cells, [length, 1.0_c_double, 1.0_c_double], block))
        call must(gapkit_demo_mesh(block, b%x, b%tet))
        call must(gapkit_demo_free(block))
        b%x(1, :) = b%x(1, :) + start
        b%rest = b%x
        b%v = 0*b%x
        b%v(1, :) = velocity
        b%f = 0*b%x
        allocate (b%mass(size(b%x, 2)), b%gradient(3, 4, size(b%tet, 2)), b%volume(size(b%tet, 2)))
        b%mass = 0
        bound = 0
        do t = 1, size(b%tet, 2)
            call prepare_element(b, t)
            bound = max(bound, 4*sum(b%gradient(:, :, t)**2))
        end do
        allowed = 2/sqrt(bound)
    end function make_bar

    subroutine prepare_element(b, t)
        type(bar), intent(inout) :: b
        integer, intent(in) :: t
        real(c_double) :: e(3, 3), six
        integer :: k
        do k = 1, 3
            e(:, k) = b%rest(:, b%tet(k + 1, t)) - b%rest(:, b%tet(1, t))
        end do
        six = dot_product(e(:, 1), cross(e(:, 2), e(:, 3)))
        b%gradient(:, 2, t) = cross(e(:, 2), e(:, 3))/six
        b%gradient(:, 3, t) = cross(e(:, 3), e(:, 1))/six
        b%gradient(:, 4, t) = cross(e(:, 1), e(:, 2))/six
        b%gradient(:, 1, t) = -sum(b%gradient(:, 2:4, t), dim=2)
        b%volume(t) = six/6
        do k = 1, 4
            b%mass(b%tet(k, t)) = b%mass(b%tet(k, t)) + b%volume(t)/4
        end do
    end subroutine prepare_element

    ! The forces of the elements: small strains, stress equal to strain.
    subroutine element_forces(b)
        type(bar), intent(inout) :: b
        real(c_double) :: h(3, 3), stress(3, 3)
        integer :: t, k
        b%f = 0
        do t = 1, size(b%tet, 2)
            associate (nodes => b%tet(:, t), g => b%gradient(:, :, t))
                h = matmul(b%x(:, nodes) - b%rest(:, nodes), transpose(g))
                stress = 0.5_c_double*b%volume(t)*(h + transpose(h))
                do k = 1, 4
                    b%f(:, nodes(k)) = b%f(:, nodes(k)) - matmul(stress, g(:, k))
                end do
            end associate
        end do
    end subroutine element_forces

    subroutine move(b, kick)
        type(bar), intent(inout) :: b
        real(c_double), intent(in) :: kick
        integer :: n
        do n = 1, size(b%x, 2)
            b%v(:, n) = b%v(:, n) + kick*b%f(:, n)/b%mass(n)
        end do
        b%x = b%x + dt*b%v
    end subroutine move

    function mean_velocity(b) result(mean)
        type(bar), intent(in) :: b
        real(c_double) :: mean
        mean = dot_product(b%mass, b%v(1, :))/sum(b%mass)
    end function mean_velocity

    subroutine make_scene()
        type(gapkit_scene_config) :: config
        type(gapkit_force_law) :: law
        integer :: k
        call must(gapkit_scene_config_default(config))
        config%margin = 1.5_c_double*offset
        call must(gapkit_scene_new(config, scene))
        do k = 1, 2
            call must(gapkit_scene_add_mesh(scene, bars_of(k)%x, bars_of(k)%tet, body(k)))
            call must(gapkit_scene_set_material(scene, body(k), 1.0_c_double/3, 1.0_c_double))
        end do
        call must(gapkit_force_law_default(law))
        law%offset = offset
        law%time_step = step
        call must(gapkit_scene_set_force_law(scene, law))
    end subroutine make_scene

    function is_near(what, value, theory) result(near)
        character(*), intent(in) :: what
        real(c_double), intent(in) :: value, theory
        logical :: near
        print "(a, f9.5, a, f8.4, a, sp, f7.2, a)", what, value, ", in theory ", theory, ": ", &
            100*(value/theory - 1), " %"
        near = abs(value/theory - 1) <= 0.02_c_double
    end function is_near

end program bars
