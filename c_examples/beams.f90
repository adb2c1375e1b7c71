! Beams: one across another, one in a groove of two shells, and one that lies on a half-space and then
! breaks. The same as beams.c.
!
! Compile and run, from this folder, after scripts/install.sh PREFIX:
!     gfortran -O2 PREFIX/include/gapkit.f90 beams.f90 -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o beams
!     ./beams
program beams
    use gapkit
    implicit none

    real(c_double), parameter :: radius = 0.1_c_double, gap = 0.004_c_double
    real(c_double), parameter :: h = sqrt(0.5_c_double), zero = 0

    call across()
    call in_a_groove()
    call that_breaks()

contains

    subroutine must(status)
        integer(c_int32_t), intent(in) :: status
        if (status /= GAPKIT_OK) then
            print '(a)', gapkit_last_error()
            error stop
        end if
    end subroutine must

    subroutine holds(fact)
        logical, intent(in) :: fact
        if (.not. fact) error stop "not true"
    end subroutine holds

    function new_scene() result(scene)
        type(c_ptr) :: scene
        type(gapkit_scene_config) :: config
        call must(gapkit_scene_config_default(config))
        config%margin = 0.01_c_double
        config%resolution = GAPKIT_RESOLUTION_SURFACE
        call must(gapkit_scene_new(config, scene))
    end function new_scene

    ! A straight chain of two segments.
    function add_chain(scene, from, to) result(body)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in) :: from(3), to(3)
        integer(c_int32_t) :: body
        type(gapkit_mesh) :: mesh
        real(c_double), target :: x(3, 3)
        integer(c_int32_t), target :: chain(2, 2)
        x(:, 1) = from
        x(:, 2) = from + 0.4_c_double*(to - from)
        x(:, 3) = to
        chain = reshape([1, 2, 2, 3], [2, 2])
        body = -1
        call must(gapkit_mesh_default(mesh))
        mesh%x = c_loc(x)
        mesh%node_count = 3
        mesh%connectivity = c_loc(chain)
        mesh%element_count = 2
        mesh%element_type = GAPKIT_LINE2
        mesh%index_base = 1
        call must(gapkit_scene_add_beams(scene, mesh, [radius], body))
    end function add_chain

    ! The area of all contacts with this normal, whose gap is the only one.
    function area_along(scene, normal) result(area)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in) :: normal(3)
        real(c_double) :: area
        type(gapkit_contact), pointer :: list(:)
        integer(c_size_t) :: count, i
        area = 0
        call must(gapkit_scene_detect(scene, count))
        call must(gapkit_scene_contacts(scene, list))
        do i = 1, size(list, kind=c_size_t)
            call holds(abs(list(i)%gap - gap) < 1e-14_c_double)
            if (maxval(abs(list(i)%normal - normal)) < 1e-12_c_double) area = area + list(i)%area
        end do
    end function area_along

    subroutine across()
        type(c_ptr) :: scene
        integer(c_int32_t) :: body
        real(c_double) :: area, high
        scene = new_scene()
        high = 2*radius + gap
        body = add_chain(scene, [-1*radius/radius, zero, zero], [radius/radius, zero, zero])
        body = add_chain(scene, [3*radius, -1 + zero, high], [3*radius, 1 + zero, high])
        area = area_along(scene, [zero, zero, 1 + zero])
        print '(a, g0)', "across another: ", area
        call holds(abs(area - 4*radius**2) < 1e-14_c_double)
        call must(gapkit_scene_free(scene))
    end subroutine across

    subroutine in_a_groove()
        type(c_ptr) :: scene
        type(gapkit_mesh) :: mesh
        real(c_double), target :: x(3, 6)
        integer(c_int32_t), target :: faces(4, 2)
        integer(c_int32_t) :: body
        real(c_double) :: area, height
        scene = new_scene()
        x = reshape([zero, -h, h, 2 + zero, -h, h, 2 + zero, zero, zero, zero, zero, zero, &
                     2 + zero, h, h, zero, h, h], [3, 6])
        faces = reshape([1, 2, 3, 4, 4, 3, 5, 6], [4, 2])
        call must(gapkit_mesh_default(mesh))
        mesh%x = c_loc(x)
        mesh%node_count = 6
        mesh%connectivity = c_loc(faces)
        mesh%element_count = 2
        mesh%element_type = GAPKIT_QUAD4
        mesh%index_base = 1
        body = -1
        call must(gapkit_scene_add_surface(scene, mesh, body, [0.02_c_double]))
        height = (radius + 0.01_c_double + gap)/h
        body = add_chain(scene, [3*radius, zero, height], [16*radius, zero, height])
        area = area_along(scene, [zero, h, h])
        print '(a, g0)', "in a groove: ", area
        call holds(abs(area - 26*radius**2) < 1e-13_c_double)
        call holds(abs(area_along(scene, [zero, -h, h]) - 26*radius**2) < 1e-13_c_double)
        call must(gapkit_scene_free(scene))
    end subroutine in_a_groove

    subroutine that_breaks()
        type(c_ptr) :: scene
        integer(c_int32_t) :: chain, ground
        real(c_double) :: down(3)
        scene = new_scene()
        down = [zero, zero, -1 + zero]
        ground = -1
        chain = add_chain(scene, [zero, zero, radius + gap], [1 + zero, zero, radius + gap])
        call must(gapkit_scene_add_plane(scene, [zero, zero, zero], -down, ground))
        call holds(abs(area_along(scene, down) - 2*radius) < 1e-14_c_double)
        call must(gapkit_scene_set_active(scene, chain, [1_c_int64_t], 0))
        call holds(abs(area_along(scene, down) - 1.2_c_double*radius) < 1e-14_c_double)
        call must(gapkit_scene_free(scene))
    end subroutine that_breaks

end program beams
