! gapkit: contact detection for finite-element and discrete-element codes, from Fortran.
!
! Compile this file with the host, since modules of one compiler are of no use to another, and link
! the library:
!     gfortran PREFIX/include/gapkit.f90 host.f90 -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o host
!
! gapkit.h documents every constant, type and function; they have the same names here. What differs:
! - Functions take Fortran arrays: coordinates x(3, n), elements(k, m), points in the plane x(2, n).
!   Options that may be NULL in C are optional and come last. A function of C that has such a
!   wrapper is there too, as it is, with _c at the end of its name.
! - Nodes, elements and vertices count from 1. Bodies count from 0, and so do facets, pieces, points
!   and previous indices of contacts.
! - Scenes, shapes, states and demo bodies are of type(c_ptr); texts are character strings.
! - Unsigned numbers are signed ones of the same size.
module gapkit
    use, intrinsic :: iso_c_binding
    implicit none
    private :: c_text, query_address, options_address, pose_address, motion_address, x_of, are_points, lent, contact_size, &
               placed_together, placed_apart, connect

    integer(c_int32_t), parameter :: GAPKIT_OK = 0
    integer(c_int32_t), parameter :: GAPKIT_NULL_POINTER = 1
    integer(c_int32_t), parameter :: GAPKIT_BAD_SIZE = 2
    integer(c_int32_t), parameter :: GAPKIT_BAD_ENUM = 3
    integer(c_int32_t), parameter :: GAPKIT_BAD_ARGUMENT = 4
    integer(c_int32_t), parameter :: GAPKIT_BAD_MESH = 5
    integer(c_int32_t), parameter :: GAPKIT_BAD_HANDLE = 6
    integer(c_int32_t), parameter :: GAPKIT_BUSY = 7
    integer(c_int32_t), parameter :: GAPKIT_NO_BODY = 8
    integer(c_int32_t), parameter :: GAPKIT_BUFFER_TOO_SMALL = 9
    integer(c_int32_t), parameter :: GAPKIT_IO = 10
    integer(c_int32_t), parameter :: GAPKIT_NOT_SUPPORTED = 11
    integer(c_int32_t), parameter :: GAPKIT_PANIC = 12
    integer(c_int32_t), parameter :: GAPKIT_POISONED = 13
    integer(c_int32_t), parameter :: GAPKIT_BAD_CALLBACK = 14
    integer(c_int32_t), parameter :: GAPKIT_FORKED = 15
    integer(c_int32_t), parameter :: GAPKIT_NO_THREADS = 16
    integer(c_int32_t), parameter :: GAPKIT_FOREIGN_STATE = 17
    integer(c_int32_t), parameter :: GAPKIT_DAMAGED_STATE = 18
    integer(c_int32_t), parameter :: GAPKIT_NO_MEMORY = 19
    integer(c_int32_t), parameter :: GAPKIT_COMMUNICATION = 20
    integer(c_int32_t), parameter :: GAPKIT_STOPPED = 21
    integer(c_int32_t), parameter :: GAPKIT_ABI = 1
    integer(c_int32_t), parameter :: GAPKIT_SUB_SIGNED_VOLUMES = 0
    integer(c_int32_t), parameter :: GAPKIT_SUB_LITERAL_SIGNED_VOLUMES = 1
    integer(c_int32_t), parameter :: GAPKIT_SUB_EXACT_SIGNS = 2
    integer(c_int32_t), parameter :: GAPKIT_SUB_BARYCODE = 3
    integer(c_int32_t), parameter :: GAPKIT_SUB_JOHNSON = 4
    integer(c_int32_t), parameter :: GAPKIT_SUB_JOHNSON_BACKUP = 5
    integer(c_int32_t), parameter :: GAPKIT_SUB_BACKUP = 6
    integer(c_int32_t), parameter :: GAPKIT_SUB_LEAST_SQUARES = 7
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_GJK = 0
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_DSS = 1
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_EXACT_DSS = 2
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_HYBRID = 3
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_TETRAHEDRA = 4
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_BOXES = 5
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_POLYHEDRA = 6
    integer(c_int32_t), parameter :: GAPKIT_BOOLEAN_BOX_POLYHEDRON = 7
    integer(c_int32_t), parameter :: GAPKIT_DEPTH_AUTO = 0
    integer(c_int32_t), parameter :: GAPKIT_DEPTH_EPA = 1
    integer(c_int32_t), parameter :: GAPKIT_DEPTH_SAT = 2
    integer(c_int32_t), parameter :: GAPKIT_ISA_AUTO = 0
    integer(c_int32_t), parameter :: GAPKIT_ISA_PORTABLE = 1
    integer(c_int32_t), parameter :: GAPKIT_ISA_AVX2 = 2
    integer(c_int32_t), parameter :: GAPKIT_ISA_AVX512 = 3
    integer(c_int32_t), parameter :: GAPKIT_SEPARATED = 0
    integer(c_int32_t), parameter :: GAPKIT_TOUCHING = 1
    integer(c_int32_t), parameter :: GAPKIT_OVERLAPPING = 2
    integer(c_int32_t), parameter :: GAPKIT_ITERATION_LIMIT = 3
    integer(c_int32_t), parameter :: GAPKIT_TET4 = 10
    integer(c_int32_t), parameter :: GAPKIT_HEX8 = 12
    integer(c_int32_t), parameter :: GAPKIT_WEDGE6 = 13
    integer(c_int32_t), parameter :: GAPKIT_PYRAMID5 = 14
    integer(c_int32_t), parameter :: GAPKIT_TET10 = 24
    integer(c_int32_t), parameter :: GAPKIT_HEX20 = 25
    integer(c_int32_t), parameter :: GAPKIT_WEDGE15 = 26
    integer(c_int32_t), parameter :: GAPKIT_PYRAMID13 = 27
    integer(c_int32_t), parameter :: GAPKIT_HEX27 = 29
    integer(c_int32_t), parameter :: GAPKIT_WEDGE18 = 32
    integer(c_int32_t), parameter :: GAPKIT_LINE2 = 3
    integer(c_int32_t), parameter :: GAPKIT_TRI3 = 5
    integer(c_int32_t), parameter :: GAPKIT_QUAD4 = 9
    integer(c_int32_t), parameter :: GAPKIT_TRI6 = 22
    integer(c_int32_t), parameter :: GAPKIT_QUAD8 = 23
    integer(c_int32_t), parameter :: GAPKIT_QUAD9 = 28
    integer(c_int32_t), parameter :: GAPKIT_INT32 = 32
    integer(c_int32_t), parameter :: GAPKIT_INT64 = 64
    integer(c_int32_t), parameter :: GAPKIT_ORIENTATION_REFUSE = 0
    integer(c_int32_t), parameter :: GAPKIT_ORIENTATION_REPAIR = 1
    integer(c_int32_t), parameter :: GAPKIT_RESOLUTION_FACET = 0
    integer(c_int32_t), parameter :: GAPKIT_RESOLUTION_PIECE = 1
    integer(c_int32_t), parameter :: GAPKIT_RESOLUTION_SURFACE = 2
    integer(c_int32_t), parameter :: GAPKIT_BROAD_RTREE = 0
    integer(c_int32_t), parameter :: GAPKIT_BROAD_BRUTE = 1
    integer(c_int32_t), parameter :: GAPKIT_BUILD_FAST = 0
    integer(c_int32_t), parameter :: GAPKIT_BUILD_TRIVIAL = 1
    integer(c_int32_t), parameter :: GAPKIT_BUILD_OPTIMISED = 2
    integer(c_int32_t), parameter :: GAPKIT_MAX_HISTORY = 1024
    integer(c_int32_t), parameter :: GAPKIT_LOG_ERROR = 0
    integer(c_int32_t), parameter :: GAPKIT_LOG_DEBUG = 1
    integer(c_int32_t), parameter :: GAPKIT_CONTACT_OPEN = 0
    integer(c_int32_t), parameter :: GAPKIT_CONTACT_CLOSED = 1
    integer(c_int32_t), parameter :: GAPKIT_CONTACT_DEEP = 2
    integer(c_int32_t), parameter :: GAPKIT_KIND_NEAREST = 0
    integer(c_int32_t), parameter :: GAPKIT_KIND_AREA = 1
    integer(c_int32_t), parameter :: GAPKIT_KIND_CORNER = 2
    integer(c_int32_t), parameter :: GAPKIT_KIND_DEEP = 3
    integer(c_int32_t), parameter :: GAPKIT_KIND_FALLBACK = 4
    integer(c_int32_t), parameter :: GAPKIT_KIND_NODE = 5
    integer(c_int32_t), parameter :: GAPKIT_CHANGE_NONE = 0
    integer(c_int32_t), parameter :: GAPKIT_CHANGE_OPENED = 1
    integer(c_int32_t), parameter :: GAPKIT_CHANGE_CLOSED = 2
    integer(c_int32_t), parameter :: GAPKIT_CHANGE_LOST = 3
    integer(c_int32_t), parameter :: GAPKIT_IMPACT_NONE = 0
    integer(c_int32_t), parameter :: GAPKIT_IMPACT_WITHIN = 1
    integer(c_int32_t), parameter :: GAPKIT_IMPACT_AT_START = 2
    integer(c_int32_t), parameter :: GAPKIT_IMPACT_UNRESOLVED = 3

    type, bind(C) :: gapkit_query
        integer(c_size_t) :: size
        real(c_double) :: tolerance
        real(c_double) :: bound
        real(c_double) :: depth_tolerance
        integer(c_int32_t) :: max_iterations
        integer(c_int32_t) :: depth_max_iterations
        integer(c_int32_t) :: sub_algorithm
        integer(c_int32_t) :: boolean_test
        integer(c_int32_t) :: depth_method
        integer(c_int32_t) :: isa
        integer(c_int32_t) :: polish
        integer(c_int32_t) :: verify
    end type gapkit_query

    type, bind(C) :: gapkit_answer
        real(c_double) :: distance
        real(c_double) :: lower_bound
        real(c_double) :: point_a(3)
        real(c_double) :: point_b(3)
        real(c_double) :: direction(3)
        integer(c_int32_t) :: vertex_a(4)
        integer(c_int32_t) :: vertex_b(4)
        real(c_double) :: weight(4)
        integer(c_int32_t) :: vertex_count
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: iterations
    end type gapkit_answer

    type, bind(C) :: gapkit_body_options
        integer(c_size_t) :: size
        real(c_double) :: thickness
        integer(c_int32_t) :: groups
        integer(c_int32_t) :: mask
        integer(c_int32_t) :: self_contact
        integer(c_int32_t) :: reserved
        integer(c_int64_t) :: number
        real(c_double) :: margin
    end type gapkit_body_options

    type, bind(C) :: gapkit_scene_config
        integer(c_size_t) :: size
        real(c_double) :: margin
        real(c_double) :: search_distance
        real(c_double) :: partition_tolerance
        real(c_double) :: partition_protrusion
        integer(c_int64_t) :: partition_seed
        integer(c_int64_t) :: partition_max_tets
        integer(c_int64_t) :: partition_max_vertices
        integer(c_int32_t) :: threads
        integer(c_int32_t) :: history
        integer(c_int32_t) :: resolution
        integer(c_int32_t) :: broad
        integer(c_int32_t) :: partition_build
        integer(c_int32_t) :: sub_algorithm
        integer(c_int32_t) :: areas
        integer(c_int32_t) :: skipping
        integer(c_int32_t) :: isa
        integer(c_int32_t) :: points
    end type gapkit_scene_config

    type, bind(C) :: gapkit_mesh
        integer(c_size_t) :: size
        type(c_ptr) :: x
        type(c_ptr) :: y
        type(c_ptr) :: z
        integer(c_size_t) :: stride
        integer(c_size_t) :: node_count
        type(c_ptr) :: connectivity
        integer(c_size_t) :: connectivity_count
        integer(c_size_t) :: element_count
        type(c_ptr) :: element_types
        type(c_ptr) :: element_numbers
        type(c_ptr) :: regions
        integer(c_int32_t) :: element_type
        integer(c_int32_t) :: index_type
        integer(c_int32_t) :: index_base
        integer(c_int32_t) :: orientation
        integer(c_size_t) :: connectivity_stride
        type(c_ptr) :: node_numbers
    end type gapkit_mesh

    type, bind(C) :: gapkit_comm
        integer(c_size_t) :: size
        type(c_ptr) :: context
        integer(c_int32_t) :: rank
        integer(c_int32_t) :: ranks
        type(c_funptr) :: gather
        type(c_funptr) :: all_to_all
        type(c_funptr) :: exchange
        type(c_funptr) :: reduce
        type(c_funptr) :: fail
    end type gapkit_comm

    type, bind(C) :: gapkit_contact_nodes
        integer(c_int64_t) :: index_a(3)
        integer(c_int64_t) :: index_b(3)
        integer(c_int64_t) :: ghost_a(3)
        integer(c_int64_t) :: ghost_b(3)
        integer(c_int32_t) :: owner_a(3)
        integer(c_int32_t) :: owner_b(3)
    end type gapkit_contact_nodes

    type, bind(C) :: gapkit_contact
        real(c_double) :: gap
        real(c_double) :: area
        real(c_double) :: normal(3)
        real(c_double) :: point_a(3)
        real(c_double) :: point_b(3)
        real(c_double) :: weight_a(3)
        real(c_double) :: weight_b(3)
        integer(c_int64_t) :: node_a(3)
        integer(c_int64_t) :: node_b(3)
        integer(c_int64_t) :: element_a
        integer(c_int64_t) :: element_b
        integer(c_int64_t) :: facet_a
        integer(c_int64_t) :: facet_b
        integer(c_int64_t) :: id
        integer(c_int64_t) :: previous
        integer(c_int32_t) :: body_a
        integer(c_int32_t) :: body_b
        integer(c_int32_t) :: node_count_a
        integer(c_int32_t) :: node_count_b
        integer(c_int32_t) :: age
        integer(c_int32_t) :: status
        integer(c_int32_t) :: kind
        integer(c_int32_t) :: point
    end type gapkit_contact

    type, bind(C) :: gapkit_depth
        real(c_double) :: depth
        real(c_double) :: lower_bound
        real(c_double) :: upper_bound
        real(c_double) :: normal(3)
        real(c_double) :: point_a(3)
        real(c_double) :: point_b(3)
        integer(c_int32_t) :: outcome
    end type gapkit_depth

    type, bind(C) :: gapkit_gap
        real(c_double) :: gap
        real(c_double) :: lower_bound
        real(c_double) :: upper_bound
        real(c_double) :: normal(3)
        real(c_double) :: point_a(3)
        real(c_double) :: point_b(3)
        integer(c_int32_t) :: vertex_a(4)
        integer(c_int32_t) :: vertex_b(4)
        real(c_double) :: weight(4)
        integer(c_int32_t) :: vertex_count
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: iterations
    end type gapkit_gap

    type, bind(C) :: gapkit_resultant
        real(c_double) :: force(3)
        real(c_double) :: moment(3)
    end type gapkit_resultant

    type, bind(C) :: gapkit_pose
        real(c_double) :: translation(3)
        real(c_double) :: rotation(4)
    end type gapkit_pose

    type, bind(C) :: gapkit_motion
        real(c_double) :: translation(3)
        real(c_double) :: rotation(4)
        real(c_double) :: displacement(3)
        real(c_double) :: turn(3)
    end type gapkit_motion

    type, bind(C) :: gapkit_impact
        real(c_double) :: time
        real(c_double) :: distance
        real(c_double) :: tolerance
        real(c_double) :: point_a(3)
        real(c_double) :: point_b(3)
        real(c_double) :: normal(3)
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: iterations
    end type gapkit_impact

    type, bind(C) :: gapkit_nodal_impact
        real(c_double) :: time
        real(c_double) :: weight(4)
        real(c_double) :: point(3)
        real(c_double) :: normal(3)
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: reserved
    end type gapkit_nodal_impact

    type, bind(C) :: gapkit_planar_answer
        real(c_double) :: distance
        real(c_double) :: lower_bound
        real(c_double) :: point_a(2)
        real(c_double) :: point_b(2)
        real(c_double) :: direction(2)
        real(c_double) :: weight(3)
        integer(c_int32_t) :: vertex_a(3)
        integer(c_int32_t) :: vertex_b(3)
        integer(c_int32_t) :: vertex_count
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: iterations
        integer(c_int32_t) :: reserved
    end type gapkit_planar_answer

    type, bind(C) :: gapkit_planar_depth
        real(c_double) :: depth
        real(c_double) :: normal(2)
        real(c_double) :: point_a(2)
        real(c_double) :: point_b(2)
        integer(c_int32_t) :: outcome
        integer(c_int32_t) :: reserved
    end type gapkit_planar_depth

    type, bind(C) :: gapkit_statistics
        integer(c_size_t) :: size
        integer(c_int64_t) :: candidates
        integer(c_int64_t) :: skipped
        integer(c_int64_t) :: queries
        integer(c_int64_t) :: iterations
        integer(c_int64_t) :: sub_calls
        integer(c_int64_t) :: backup_calls
        integer(c_int64_t) :: facet_pairs
        integer(c_int64_t) :: rebuilds
        integer(c_int64_t) :: contacts
        real(c_double) :: broad_seconds
        real(c_double) :: narrow_seconds
        real(c_double) :: build_seconds
        integer(c_int32_t) :: rebuilt
        integer(c_int32_t) :: reserved
    end type gapkit_statistics

    type, bind(C) :: gapkit_force_law
        integer(c_size_t) :: size
        real(c_double) :: offset
        real(c_double) :: time_step
        real(c_double) :: stiffness_factor
        real(c_double) :: soft_bound
        real(c_double) :: damping
        real(c_double) :: friction
        real(c_double) :: kinetic_friction
        real(c_double) :: friction_decay
        real(c_double) :: max_shear_stress
    end type gapkit_force_law

    type, bind(C) :: gapkit_friction
        integer(c_size_t) :: size
        real(c_double) :: friction
        real(c_double) :: kinetic_friction
        real(c_double) :: friction_decay
        real(c_double) :: max_shear_stress
    end type gapkit_friction

    type, bind(C) :: gapkit_forces
        integer(c_size_t) :: size
        real(c_double) :: stable_time_step
        real(c_double) :: energy
        real(c_double) :: normal_work
        real(c_double) :: friction_work
        real(c_double) :: damping_work
        real(c_double) :: max_closure
        integer(c_int64_t) :: pushing
        integer(c_int64_t) :: deep
    end type gapkit_forces

    type, bind(C) :: gapkit_force_pair
        integer(c_int32_t) :: body_a
        integer(c_int32_t) :: body_b
        integer(c_int64_t) :: pushing
        real(c_double) :: force(3)
        real(c_double) :: energy
        real(c_double) :: normal_work
        real(c_double) :: friction_work
        real(c_double) :: damping_work
    end type gapkit_force_pair

    type, bind(C) :: gapkit_update
        integer(c_size_t) :: size
        integer(c_int64_t) :: opened
        integer(c_int64_t) :: closed
        integer(c_int64_t) :: lost
        integer(c_int64_t) :: gained
    end type gapkit_update

    type, bind(C) :: gapkit_derivatives
        integer(c_size_t) :: size
        integer(c_int64_t) :: node_a(3)
        integer(c_int64_t) :: node_b(3)
        real(c_double) :: weight_a(3)
        real(c_double) :: weight_b(3)
        real(c_double) :: gap(18)
        real(c_double) :: area(18)
        real(c_double) :: normal(54)
        real(c_double) :: weights_a(54)
        real(c_double) :: weights_b(54)
        integer(c_int32_t) :: node_count_a
        integer(c_int32_t) :: node_count_b
    end type gapkit_derivatives

    type, bind(C) :: gapkit_cache
        real(c_double) :: direction(3)
        integer(c_int32_t) :: vertex_a(4)
        integer(c_int32_t) :: vertex_b(4)
        integer(c_int32_t) :: hint(2)
        integer(c_int32_t) :: vertex_count
        integer(c_int32_t) :: reserved
    end type gapkit_cache

    interface
        function gapkit_distance_batch_c(a, a_offsets, b, b_offsets, pair_count, query, answers) &
            bind(C, name="gapkit_distance_batch") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_answer
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), intent(in) :: a_offsets(*)
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), intent(in) :: b_offsets(*)
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            type(gapkit_answer), intent(inout) :: answers(*)
            integer(c_int32_t) :: status
        end function gapkit_distance_batch_c

        function gapkit_within_batch_c(a, a_offsets, b, b_offsets, pair_count, query, within) &
            bind(C, name="gapkit_within_batch") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), intent(in) :: a_offsets(*)
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), intent(in) :: b_offsets(*)
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: within(*)
            integer(c_int32_t) :: status
        end function gapkit_within_batch_c

        function gapkit_intersects_batch_c(a, a_offsets, b, b_offsets, pair_count, query, intersects) &
            bind(C, name="gapkit_intersects_batch") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), intent(in) :: a_offsets(*)
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), intent(in) :: b_offsets(*)
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: intersects(*)
            integer(c_int32_t) :: status
        end function gapkit_intersects_batch_c

        function gapkit_distance_elements_c(nodes, node_count, a, a_corners, b, b_corners, pair_count, query, &
                                            answers) bind(C, name="gapkit_distance_elements") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_answer
            real(c_double), intent(in) :: nodes(*)
            integer(c_size_t), value :: node_count
            integer(c_int32_t), intent(in) :: a(*)
            integer(c_size_t), value :: a_corners
            integer(c_int32_t), intent(in) :: b(*)
            integer(c_size_t), value :: b_corners
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            type(gapkit_answer), intent(inout) :: answers(*)
            integer(c_int32_t) :: status
        end function gapkit_distance_elements_c

        function gapkit_within_elements_c(nodes, node_count, a, a_corners, b, b_corners, pair_count, query, &
                                          within) bind(C, name="gapkit_within_elements") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: nodes(*)
            integer(c_size_t), value :: node_count
            integer(c_int32_t), intent(in) :: a(*)
            integer(c_size_t), value :: a_corners
            integer(c_int32_t), intent(in) :: b(*)
            integer(c_size_t), value :: b_corners
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: within(*)
            integer(c_int32_t) :: status
        end function gapkit_within_elements_c

        function gapkit_intersects_elements_c(nodes, node_count, a, a_corners, b, b_corners, pair_count, query, &
                                              intersects) bind(C, name="gapkit_intersects_elements") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: nodes(*)
            integer(c_size_t), value :: node_count
            integer(c_int32_t), intent(in) :: a(*)
            integer(c_size_t), value :: a_corners
            integer(c_int32_t), intent(in) :: b(*)
            integer(c_size_t), value :: b_corners
            integer(c_size_t), value :: pair_count
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: intersects(*)
            integer(c_int32_t) :: status
        end function gapkit_intersects_elements_c

        function gapkit_body_options_default_c(options, size) &
            bind(C, name="gapkit_body_options_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_body_options
            type(gapkit_body_options), intent(inout) :: options
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_body_options_default_c

        function gapkit_scene_config_default_c(config, size) &
            bind(C, name="gapkit_scene_config_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_scene_config
            type(gapkit_scene_config), intent(inout) :: config
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_config_default_c

        function gapkit_demo_block(cells, size, demo) &
            bind(C, name="gapkit_demo_block") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            integer(c_size_t), intent(in) :: cells(*)
            real(c_double), intent(in) :: size(*)
            type(c_ptr), intent(out) :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_block

        function gapkit_demo_sphere(radius, layers, demo) &
            bind(C, name="gapkit_demo_sphere") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), value :: radius
            integer(c_size_t), value :: layers
            type(c_ptr), intent(out) :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_sphere

        function gapkit_demo_cylinder(radius, height, sides, rings, layers, demo) &
            bind(C, name="gapkit_demo_cylinder") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), value :: radius
            real(c_double), value :: height
            integer(c_size_t), value :: sides
            integer(c_size_t), value :: rings
            integer(c_size_t), value :: layers
            type(c_ptr), intent(out) :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_cylinder

        function gapkit_demo_knot(sections, sides, rings, demo) &
            bind(C, name="gapkit_demo_knot") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            integer(c_size_t), value :: sections
            integer(c_size_t), value :: sides
            integer(c_size_t), value :: rings
            type(c_ptr), intent(out) :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_knot

        function gapkit_demo_gear_tooth(teeth, profile, demo) &
            bind(C, name="gapkit_demo_gear_tooth") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            integer(c_int32_t), value :: teeth
            integer(c_size_t), value :: profile
            type(c_ptr), intent(out) :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_gear_tooth

        function gapkit_demo_mesh_c(demo, mesh, size) &
            bind(C, name="gapkit_demo_mesh") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_mesh
            type(c_ptr), value :: demo
            type(gapkit_mesh), intent(inout) :: mesh
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_demo_mesh_c

        function gapkit_demo_free(demo) &
            bind(C, name="gapkit_demo_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: demo
            integer(c_int32_t) :: status
        end function gapkit_demo_free

        function gapkit_file_read_c(path, file) &
            bind(C, name="gapkit_file_read") result(status)
            import :: c_char, c_int32_t, c_ptr
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(out) :: file
            integer(c_int32_t) :: status
        end function gapkit_file_read_c

        function gapkit_file_mesh_c(file, mesh, size) &
            bind(C, name="gapkit_file_mesh") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_mesh
            type(c_ptr), value :: file
            type(gapkit_mesh), intent(inout) :: mesh
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_file_mesh_c

        function gapkit_file_node_numbers(file, numbers, count) &
            bind(C, name="gapkit_file_node_numbers") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: file
            type(c_ptr), intent(out) :: numbers
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_file_node_numbers

        function gapkit_file_free(file) &
            bind(C, name="gapkit_file_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: file
            integer(c_int32_t) :: status
        end function gapkit_file_free

        function gapkit_scene_keep_contacts(scene, list) &
            bind(C, name="gapkit_scene_keep_contacts") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_ptr), intent(out) :: list
            integer(c_int32_t) :: status
        end function gapkit_scene_keep_contacts

        function gapkit_contact_list_view_c(list, contacts, count, size) &
            bind(C, name="gapkit_contact_list_view") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: list
            type(c_ptr), intent(out) :: contacts
            integer(c_size_t), intent(inout) :: count
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_contact_list_view_c

        function gapkit_contact_list_free(list) &
            bind(C, name="gapkit_contact_list_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: list
            integer(c_int32_t) :: status
        end function gapkit_contact_list_free

        function gapkit_scene_tets(scene, body, nodes, elements, pieces, capacity, count) &
            bind(C, name="gapkit_scene_tets") result(status)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_int64_t), intent(inout) :: nodes(4, *)
            integer(c_int64_t), intent(inout) :: elements(*)
            integer(c_int32_t), intent(inout) :: pieces(*)
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_tets

        function gapkit_scene_facets(scene, body, nodes, elements, capacity) &
            bind(C, name="gapkit_scene_facets") result(status)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_int64_t), intent(inout) :: nodes(3, *)
            integer(c_int64_t), intent(inout) :: elements(*)
            integer(c_size_t), value :: capacity
            integer(c_int32_t) :: status
        end function gapkit_scene_facets

        function gapkit_struct_size_c(name, size) &
            bind(C, name="gapkit_struct_size") result(status)
            import :: c_char, c_int32_t, c_size_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), intent(inout) :: size
            integer(c_int32_t) :: status
        end function gapkit_struct_size_c

        function gapkit_scene_detect_c(scene, count) &
            bind(C, name="gapkit_scene_detect") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_detect_c

        ! `stop`: an integer(c_int32_t) function, bind(C), of the user pointer, by value; not 0 to end.
        function gapkit_scene_detect_unless_c(scene, stop, user, count) &
            bind(C, name="gapkit_scene_detect_unless") result(status)
            import :: c_funptr, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_funptr), value :: stop
            type(c_ptr), value :: user
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_detect_unless_c

        function gapkit_scene_contacts_c(scene, contacts, count, size) &
            bind(C, name="gapkit_scene_contacts") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_ptr), intent(out) :: contacts
            integer(c_size_t), intent(inout) :: count
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_contacts_c

        function gapkit_scene_copy_contacts_c(scene, contacts, capacity, count, size) &
            bind(C, name="gapkit_scene_copy_contacts") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_contact
            type(c_ptr), value :: scene
            type(gapkit_contact), intent(inout) :: contacts(*)
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(inout) :: count
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_copy_contacts_c

        function gapkit_scene_update_c(scene, update, size) &
            bind(C, name="gapkit_scene_update") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_update
            type(c_ptr), value :: scene
            type(gapkit_update), intent(inout) :: update
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_update_c

        function gapkit_scene_derivatives_c(scene, contact, derivatives, size) &
            bind(C, name="gapkit_scene_derivatives") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_derivatives
            type(c_ptr), value :: scene
            integer(c_size_t), value :: contact
            type(gapkit_derivatives), intent(inout) :: derivatives
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_derivatives_c

        function gapkit_scene_stiffness_c(scene, contact, pressure, slope, matrix) &
            bind(C, name="gapkit_scene_stiffness") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_size_t), value :: contact
            real(c_double), value :: pressure
            real(c_double), value :: slope
            real(c_double), intent(inout) :: matrix(*)
            integer(c_int32_t) :: status
        end function gapkit_scene_stiffness_c

        function gapkit_scene_changes(scene, changes, count) &
            bind(C, name="gapkit_scene_changes") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), intent(inout) :: changes(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_changes

        function gapkit_scene_overlaps_c(scene, contacts, count, size) &
            bind(C, name="gapkit_scene_overlaps") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_ptr), intent(out) :: contacts
            integer(c_size_t), intent(inout) :: count
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_overlaps_c

        function gapkit_scene_hash(scene, hash) &
            bind(C, name="gapkit_scene_hash") result(status)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int64_t), intent(inout) :: hash
            integer(c_int32_t) :: status
        end function gapkit_scene_hash

        function gapkit_distance_c(a, a_count, b, b_count, query, answer) &
            bind(C, name="gapkit_distance") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_answer
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: query
            type(gapkit_answer), intent(inout) :: answer
            integer(c_int32_t) :: status
        end function gapkit_distance_c

        function gapkit_intersects_c(a, a_count, b, b_count, query, intersects) &
            bind(C, name="gapkit_intersects") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: intersects
            integer(c_int32_t) :: status
        end function gapkit_intersects_c

        function gapkit_penetration_c(a, a_count, b, b_count, query, depth) &
            bind(C, name="gapkit_penetration") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_depth
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: query
            type(gapkit_depth), intent(inout) :: depth
            integer(c_int32_t) :: status
        end function gapkit_penetration_c

        function gapkit_signed_gap_c(a, a_count, b, b_count, query, gap) &
            bind(C, name="gapkit_signed_gap") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_gap
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: query
            type(gapkit_gap), intent(inout) :: gap
            integer(c_int32_t) :: status
        end function gapkit_signed_gap_c

        function gapkit_force_law_default_c(law, size) &
            bind(C, name="gapkit_force_law_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_force_law
            type(gapkit_force_law), intent(inout) :: law
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_force_law_default_c

        function gapkit_friction_default_c(friction, size) &
            bind(C, name="gapkit_friction_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_friction
            type(gapkit_friction), intent(inout) :: friction
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_friction_default_c

        function gapkit_scene_set_material(scene, body, bulk_modulus, density) &
            bind(C, name="gapkit_scene_set_material") result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), value :: bulk_modulus
            real(c_double), value :: density
            integer(c_int32_t) :: status
        end function gapkit_scene_set_material

        function gapkit_scene_set_masses(scene, body, masses, count) &
            bind(C, name="gapkit_scene_set_masses") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), intent(in) :: masses(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_set_masses

        function gapkit_scene_set_force_law(scene, law) &
            bind(C, name="gapkit_scene_set_force_law") result(status)
            import :: c_int32_t, c_ptr, gapkit_force_law
            type(c_ptr), value :: scene
            type(gapkit_force_law), intent(in) :: law
            integer(c_int32_t) :: status
        end function gapkit_scene_set_force_law

        function gapkit_scene_set_friction(scene, a, b, friction) &
            bind(C, name="gapkit_scene_set_friction") result(status)
            import :: c_int32_t, c_ptr, gapkit_friction
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: a
            integer(c_int32_t), value :: b
            type(gapkit_friction), intent(in) :: friction
            integer(c_int32_t) :: status
        end function gapkit_scene_set_friction

        function gapkit_scene_set_rigid_velocity(scene, body, velocity, spin, point) &
            bind(C, name="gapkit_scene_set_rigid_velocity") result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), intent(in) :: velocity(3)
            real(c_double), intent(in) :: spin(3)
            real(c_double), intent(in) :: point(3)
            integer(c_int32_t) :: status
        end function gapkit_scene_set_rigid_velocity

        function gapkit_scene_forces_c(scene, dt, forces, size) &
            bind(C, name="gapkit_scene_forces") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_forces
            type(c_ptr), value :: scene
            real(c_double), value :: dt
            type(gapkit_forces), intent(inout) :: forces
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_forces_c

        function gapkit_scene_add_forces_c(scene, body, x, y, z, stride, count) &
            bind(C, name="gapkit_scene_add_forces") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: x
            type(c_ptr), value :: y
            type(c_ptr), value :: z
            integer(c_size_t), value :: stride
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_add_forces_c

        function gapkit_scene_contact_forces(scene, forces, capacity) &
            bind(C, name="gapkit_scene_contact_forces") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            real(c_double), intent(inout) :: forces(*)
            integer(c_size_t), value :: capacity
            integer(c_int32_t) :: status
        end function gapkit_scene_contact_forces

        function gapkit_scene_force_pairs(scene, pairs, capacity, count) &
            bind(C, name="gapkit_scene_force_pairs") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_force_pair
            type(c_ptr), value :: scene
            type(gapkit_force_pair), intent(inout) :: pairs(*)
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_force_pairs

        function gapkit_scene_resultants(scene, forces, force_count, point, resultants, capacity) &
            bind(C, name="gapkit_scene_resultants") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_resultant
            type(c_ptr), value :: scene
            real(c_double), intent(in) :: forces(*)
            integer(c_size_t), value :: force_count
            real(c_double), intent(in) :: point(*)
            type(gapkit_resultant), intent(inout) :: resultants(*)
            integer(c_size_t), value :: capacity
            integer(c_int32_t) :: status
        end function gapkit_scene_resultants

        function gapkit_scene_stable_time_step(scene, stiffness, mass, user, time_step, contact) &
            bind(C, name="gapkit_scene_stable_time_step") result(status)
            import :: c_double, c_funptr, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            real(c_double), value :: stiffness
            type(c_funptr), value :: mass
            type(c_ptr), value :: user
            real(c_double), intent(inout) :: time_step
            integer(c_size_t), intent(inout) :: contact
            integer(c_int32_t) :: status
        end function gapkit_scene_stable_time_step

        function gapkit_scene_set_log(scene, log, user) &
            bind(C, name="gapkit_scene_set_log") result(status)
            import :: c_funptr, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_funptr), value :: log
            type(c_ptr), value :: user
            integer(c_int32_t) :: status
        end function gapkit_scene_set_log

        function gapkit_mesh_default_c(mesh, size) &
            bind(C, name="gapkit_mesh_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_mesh
            type(gapkit_mesh), intent(inout) :: mesh
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_mesh_default_c

        ! Scenes over several ranks; gapkit_mpi.f90 has the communicator.
        function gapkit_distributed_new(config, comm, scene) &
            bind(C, name="gapkit_distributed_new") result(status)
            import
            type(gapkit_scene_config), intent(in) :: config
            type(gapkit_comm), intent(in) :: comm
            type(c_ptr), intent(inout) :: scene
            integer(c_int32_t) :: status
        end function gapkit_distributed_new

        function gapkit_distributed_free(scene) &
            bind(C, name="gapkit_distributed_free") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_int32_t) :: status
        end function gapkit_distributed_free

        function gapkit_distributed_add_mesh(scene, mesh, options, body) &
            bind(C, name="gapkit_distributed_add_mesh") result(status)
            import
            type(c_ptr), value :: scene
            type(gapkit_mesh), intent(in) :: mesh
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_distributed_add_mesh

        function gapkit_distributed_add_plane(scene, point, normal, options, body) &
            bind(C, name="gapkit_distributed_add_plane") result(status)
            import
            type(c_ptr), value :: scene
            real(c_double), intent(in) :: point(3)
            real(c_double), intent(in) :: normal(3)
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_distributed_add_plane

        function gapkit_distributed_set_positions(scene, body, x, y, z, stride, count) &
            bind(C, name="gapkit_distributed_set_positions") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: x
            type(c_ptr), value :: y
            type(c_ptr), value :: z
            integer(c_size_t), value :: stride
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_distributed_set_positions

        function gapkit_distributed_set_velocities(scene, body, x, y, z, stride, count, dt) &
            bind(C, name="gapkit_distributed_set_velocities") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: x
            type(c_ptr), value :: y
            type(c_ptr), value :: z
            integer(c_size_t), value :: stride
            integer(c_size_t), value :: count
            real(c_double), value :: dt
            integer(c_int32_t) :: status
        end function gapkit_distributed_set_velocities

        function gapkit_distributed_detect(scene, count) &
            bind(C, name="gapkit_distributed_detect") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_distributed_detect

        function gapkit_distributed_contacts(scene, contacts, nodes, count, size, nodes_size) &
            bind(C, name="gapkit_distributed_contacts") result(status)
            import
            type(c_ptr), value :: scene
            type(c_ptr), intent(inout) :: contacts
            type(c_ptr), intent(inout) :: nodes
            integer(c_size_t), intent(inout) :: count
            integer(c_size_t), value :: size
            integer(c_size_t), value :: nodes_size
            integer(c_int32_t) :: status
        end function gapkit_distributed_contacts

        function gapkit_distributed_values(scene, contact, values, count, set) &
            bind(C, name="gapkit_distributed_values") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_size_t), value :: contact
            type(c_ptr), value :: values
            integer(c_size_t), value :: count
            integer(c_int32_t), value :: set
            integer(c_int32_t) :: status
        end function gapkit_distributed_values

        function gapkit_distributed_ghost_count(scene, count) &
            bind(C, name="gapkit_distributed_ghost_count") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_distributed_ghost_count

        function gapkit_distributed_exchange_forces(scene, ghosts, ghost_count, forces, body_count, stride) &
            bind(C, name="gapkit_distributed_exchange_forces") result(status)
            import
            type(c_ptr), value :: scene
            type(c_ptr), value :: ghosts
            integer(c_size_t), value :: ghost_count
            type(c_ptr), value :: forces
            integer(c_size_t), value :: body_count
            integer(c_size_t), value :: stride
            integer(c_int32_t) :: status
        end function gapkit_distributed_exchange_forces

        function gapkit_distributed_hash(scene, hash) &
            bind(C, name="gapkit_distributed_hash") result(status)
            import
            type(c_ptr), value :: scene
            integer(c_int64_t), intent(inout) :: hash
            integer(c_int32_t) :: status
        end function gapkit_distributed_hash

        function gapkit_scene_set_positions_c(scene, body, x, y, z, stride, count) &
            bind(C, name="gapkit_scene_set_positions") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: x
            type(c_ptr), value :: y
            type(c_ptr), value :: z
            integer(c_size_t), value :: stride
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_set_positions_c

        function gapkit_scene_set_velocities_c(scene, body, x, y, z, stride, count, dt) &
            bind(C, name="gapkit_scene_set_velocities") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: x
            type(c_ptr), value :: y
            type(c_ptr), value :: z
            integer(c_size_t), value :: stride
            integer(c_size_t), value :: count
            real(c_double), value :: dt
            integer(c_int32_t) :: status
        end function gapkit_scene_set_velocities_c

        function gapkit_scene_clear_velocities(scene) &
            bind(C, name="gapkit_scene_clear_velocities") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t) :: status
        end function gapkit_scene_clear_velocities

        function gapkit_scene_set_pose_c(scene, body, pose) &
            bind(C, name="gapkit_scene_set_pose") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: pose
            integer(c_int32_t) :: status
        end function gapkit_scene_set_pose_c

        function gapkit_scene_set_poses_c(scene, bodies, count, translations, translation_stride, rotations, &
                                          rotation_stride) bind(C, name="gapkit_scene_set_poses") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_ptr), value :: bodies
            integer(c_size_t), value :: count
            type(c_ptr), value :: translations
            integer(c_size_t), value :: translation_stride
            type(c_ptr), value :: rotations
            integer(c_size_t), value :: rotation_stride
            integer(c_int32_t) :: status
        end function gapkit_scene_set_poses_c

        function gapkit_scene_positions(scene, body, positions, capacity) &
            bind(C, name="gapkit_scene_positions") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), intent(inout) :: positions(*)
            integer(c_size_t), value :: capacity
            integer(c_int32_t) :: status
        end function gapkit_scene_positions

        function gapkit_planar_distance_c(a, a_count, b, b_count, answer) &
            bind(C, name="gapkit_planar_distance") result(status)
            import :: c_double, c_int32_t, c_size_t, gapkit_planar_answer
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(gapkit_planar_answer), intent(inout) :: answer
            integer(c_int32_t) :: status
        end function gapkit_planar_distance_c

        function gapkit_planar_intersects_c(a, a_count, b, b_count, intersects) &
            bind(C, name="gapkit_planar_intersects") result(status)
            import :: c_double, c_int32_t, c_size_t
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            integer(c_int32_t), intent(inout) :: intersects
            integer(c_int32_t) :: status
        end function gapkit_planar_intersects_c

        function gapkit_planar_penetration_c(a, a_count, b, b_count, depth) &
            bind(C, name="gapkit_planar_penetration") result(status)
            import :: c_double, c_int32_t, c_size_t, gapkit_planar_depth
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(gapkit_planar_depth), intent(inout) :: depth
            integer(c_int32_t) :: status
        end function gapkit_planar_penetration_c

        function gapkit_query_default_c(query, size) &
            bind(C, name="gapkit_query_default") result(status)
            import :: c_int32_t, c_size_t, gapkit_query
            type(gapkit_query), intent(inout) :: query
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_query_default_c

        function gapkit_scene_new_c(config, scene) &
            bind(C, name="gapkit_scene_new") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: config
            type(c_ptr), intent(out) :: scene
            integer(c_int32_t) :: status
        end function gapkit_scene_new_c

        function gapkit_scene_free(scene) &
            bind(C, name="gapkit_scene_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t) :: status
        end function gapkit_scene_free

        function gapkit_scene_add_mesh_c(scene, mesh, options, body) &
            bind(C, name="gapkit_scene_add_mesh") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_ptr), value :: mesh
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_add_mesh_c

        function gapkit_scene_add_shape_c(scene, shape, pose, options, body) &
            bind(C, name="gapkit_scene_add_shape") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_ptr), value :: shape
            type(c_ptr), value :: pose
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_add_shape_c

        function gapkit_scene_add_plane_c(scene, point, normal, options, body) &
            bind(C, name="gapkit_scene_add_plane") result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            real(c_double), intent(in) :: point(*)
            real(c_double), intent(in) :: normal(*)
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_add_plane_c

        function gapkit_scene_add_surface_c(scene, mesh, thickness, thickness_count, options, body) &
            bind(C, name="gapkit_scene_add_surface") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_ptr), value :: mesh
            type(c_ptr), value :: thickness
            integer(c_size_t), value :: thickness_count
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_add_surface_c

        function gapkit_scene_add_beams_c(scene, mesh, radius, radius_count, options, body) &
            bind(C, name="gapkit_scene_add_beams") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            type(c_ptr), value :: mesh
            real(c_double), intent(in) :: radius(*)
            integer(c_size_t), value :: radius_count
            type(c_ptr), value :: options
            integer(c_int32_t), intent(inout) :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_add_beams_c

        function gapkit_scene_replace_mesh_c(scene, body, mesh) &
            bind(C, name="gapkit_scene_replace_mesh") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            type(c_ptr), value :: mesh
            integer(c_int32_t) :: status
        end function gapkit_scene_replace_mesh_c

        function gapkit_scene_set_active_c(scene, body, elements, count, active, changed) &
            bind(C, name="gapkit_scene_set_active") result(status)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_int64_t), intent(in) :: elements(*)
            integer(c_size_t), value :: count
            integer(c_int32_t), value :: active
            type(c_ptr), value :: changed
            integer(c_int32_t) :: status
        end function gapkit_scene_set_active_c

        ! Switches a body as a whole off (0) or on (1).
        function gapkit_scene_set_body_active(scene, body, active) &
            bind(C, name="gapkit_scene_set_body_active") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_int32_t), value :: active
            integer(c_int32_t) :: status
        end function gapkit_scene_set_body_active

        ! Removes a body for good.
        function gapkit_scene_remove_body(scene, body) &
            bind(C, name="gapkit_scene_remove_body") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_int32_t) :: status
        end function gapkit_scene_remove_body

        function gapkit_scene_exclude(scene, a, b) &
            bind(C, name="gapkit_scene_exclude") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: a
            integer(c_int32_t), value :: b
            integer(c_int32_t) :: status
        end function gapkit_scene_exclude

        function gapkit_scene_set_margin(scene, a, b, margin) &
            bind(C, name="gapkit_scene_set_margin") result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: a
            integer(c_int32_t), value :: b
            real(c_double), value :: margin
            integer(c_int32_t) :: status
        end function gapkit_scene_set_margin

        function gapkit_scene_set_one_sided(scene, nodes, facets) &
            bind(C, name="gapkit_scene_set_one_sided") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: nodes
            integer(c_int32_t), value :: facets
            integer(c_int32_t) :: status
        end function gapkit_scene_set_one_sided

        function gapkit_scene_node_gaps_c(scene, body, gaps, count) &
            bind(C, name="gapkit_scene_node_gaps") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), intent(inout) :: gaps(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_node_gaps_c

        function gapkit_scene_body_count(scene, count) &
            bind(C, name="gapkit_scene_body_count") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_size_t), intent(inout) :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_body_count

        function gapkit_scene_body_size(scene, body, nodes, facets, pieces) &
            bind(C, name="gapkit_scene_body_size") result(status)
            import :: c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            integer(c_size_t), intent(inout) :: nodes
            integer(c_size_t), intent(inout) :: facets
            integer(c_size_t), intent(inout) :: pieces
            integer(c_int32_t) :: status
        end function gapkit_scene_body_size

        function gapkit_scene_split(scene, body, limit, split) &
            bind(C, name="gapkit_scene_split") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            integer(c_int32_t), value :: body
            real(c_double), value :: limit
            integer(c_size_t), intent(inout) :: split
            integer(c_int32_t) :: status
        end function gapkit_scene_split

        function gapkit_shape_sphere(radius, shape) &
            bind(C, name="gapkit_shape_sphere") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), value :: radius
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_sphere

        function gapkit_shape_box(half_extents, shape) &
            bind(C, name="gapkit_shape_box") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), intent(in) :: half_extents(*)
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_box

        function gapkit_shape_capsule(from, to, radius, shape) &
            bind(C, name="gapkit_shape_capsule") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), intent(in) :: from(*)
            real(c_double), intent(in) :: to(*)
            real(c_double), value :: radius
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_capsule

        function gapkit_shape_ellipsoid(half_axes, shape) &
            bind(C, name="gapkit_shape_ellipsoid") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), intent(in) :: half_axes(*)
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_ellipsoid

        function gapkit_shape_cylinder(radius, half_height, shape) &
            bind(C, name="gapkit_shape_cylinder") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), value :: radius
            real(c_double), value :: half_height
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_cylinder

        function gapkit_shape_cone(radius, half_height, shape) &
            bind(C, name="gapkit_shape_cone") result(status)
            import :: c_double, c_int32_t, c_ptr
            real(c_double), value :: radius
            real(c_double), value :: half_height
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_cone

        function gapkit_shape_polyhedron(vertices, vertex_count, triangles, triangle_count, shape) &
            bind(C, name="gapkit_shape_polyhedron") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: vertices(*)
            integer(c_size_t), value :: vertex_count
            integer(c_int32_t), intent(in) :: triangles(*)
            integer(c_size_t), value :: triangle_count
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_polyhedron

        function gapkit_shape_hull(points, count, shape) &
            bind(C, name="gapkit_shape_hull") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: points(*)
            integer(c_size_t), value :: count
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_hull

        function gapkit_shape_function(center, support, user, shape) &
            bind(C, name="gapkit_shape_function") result(status)
            import :: c_double, c_funptr, c_int32_t, c_ptr
            real(c_double), intent(in) :: center(*)
            type(c_funptr), value :: support
            type(c_ptr), value :: user
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_function

        function gapkit_shape_rounded(core, radius, shape) &
            bind(C, name="gapkit_shape_rounded") result(status)
            import :: c_double, c_int32_t, c_ptr
            type(c_ptr), value :: core
            real(c_double), value :: radius
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_rounded

        function gapkit_shape_zonotope(center, generators, count, shape) &
            bind(C, name="gapkit_shape_zonotope") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            real(c_double), intent(in) :: center(*)
            real(c_double), intent(in) :: generators(*)
            integer(c_size_t), value :: count
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_zonotope

        function gapkit_shape_sum(a, b, shape) &
            bind(C, name="gapkit_shape_sum") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: a
            type(c_ptr), value :: b
            type(c_ptr), intent(out) :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_sum

        function gapkit_shape_free(shape) &
            bind(C, name="gapkit_shape_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: shape
            integer(c_int32_t) :: status
        end function gapkit_shape_free

        function gapkit_motion_between(start, end, motion) &
            bind(C, name="gapkit_motion_between") result(status)
            import :: c_int32_t, gapkit_motion, gapkit_pose
            type(gapkit_pose), intent(in) :: start
            type(gapkit_pose), intent(in) :: end
            type(gapkit_motion), intent(inout) :: motion
            integer(c_int32_t) :: status
        end function gapkit_motion_between

        function gapkit_time_of_impact_c(a, a_count, motion_a, b, b_count, motion_b, impact) &
            bind(C, name="gapkit_time_of_impact") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_impact
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            type(c_ptr), value :: motion_a
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: motion_b
            type(gapkit_impact), intent(inout) :: impact
            integer(c_int32_t) :: status
        end function gapkit_time_of_impact_c

        function gapkit_shape_time_of_impact_c(a, motion_a, b, motion_b, impact) &
            bind(C, name="gapkit_shape_time_of_impact") result(status)
            import :: c_int32_t, c_ptr, gapkit_impact
            type(c_ptr), value :: a
            type(c_ptr), value :: motion_a
            type(c_ptr), value :: b
            type(c_ptr), value :: motion_b
            type(gapkit_impact), intent(inout) :: impact
            integer(c_int32_t) :: status
        end function gapkit_shape_time_of_impact_c

        function gapkit_impact_node_facet(start, end, impact) &
            bind(C, name="gapkit_impact_node_facet") result(status)
            import :: c_double, c_int32_t, gapkit_nodal_impact
            real(c_double), intent(in) :: start(3, 4)
            real(c_double), intent(in) :: end(3, 4)
            type(gapkit_nodal_impact), intent(inout) :: impact
            integer(c_int32_t) :: status
        end function gapkit_impact_node_facet

        function gapkit_impact_edge_edge(start, end, impact) &
            bind(C, name="gapkit_impact_edge_edge") result(status)
            import :: c_double, c_int32_t, gapkit_nodal_impact
            real(c_double), intent(in) :: start(3, 4)
            real(c_double), intent(in) :: end(3, 4)
            type(gapkit_nodal_impact), intent(inout) :: impact
            integer(c_int32_t) :: status
        end function gapkit_impact_edge_edge

        function gapkit_impact_node_facets_c(start, end, node_count, nodes, pair_count, impacts) &
            bind(C, name="gapkit_impact_node_facets") result(status)
            import :: c_double, c_int32_t, c_size_t, gapkit_nodal_impact
            real(c_double), intent(in) :: start(*)
            real(c_double), intent(in) :: end(*)
            integer(c_size_t), value :: node_count
            integer(c_int32_t), intent(in) :: nodes(*)
            integer(c_size_t), value :: pair_count
            type(gapkit_nodal_impact), intent(inout) :: impacts(*)
            integer(c_int32_t) :: status
        end function gapkit_impact_node_facets_c

        function gapkit_impact_edge_edges_c(start, end, node_count, nodes, pair_count, impacts) &
            bind(C, name="gapkit_impact_edge_edges") result(status)
            import :: c_double, c_int32_t, c_size_t, gapkit_nodal_impact
            real(c_double), intent(in) :: start(*)
            real(c_double), intent(in) :: end(*)
            integer(c_size_t), value :: node_count
            integer(c_int32_t), intent(in) :: nodes(*)
            integer(c_size_t), value :: pair_count
            type(gapkit_nodal_impact), intent(inout) :: impacts(*)
            integer(c_int32_t) :: status
        end function gapkit_impact_edge_edges_c

        function gapkit_scene_impact_times_c(scene, times, count) &
            bind(C, name="gapkit_scene_impact_times") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            real(c_double), intent(inout) :: times(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_impact_times_c

        function gapkit_shape_distance_c(a, pose_a, b, pose_b, query, answer) &
            bind(C, name="gapkit_shape_distance") result(status)
            import :: c_int32_t, c_ptr, gapkit_answer
            type(c_ptr), value :: a
            type(c_ptr), value :: pose_a
            type(c_ptr), value :: b
            type(c_ptr), value :: pose_b
            type(c_ptr), value :: query
            type(gapkit_answer), intent(inout) :: answer
            integer(c_int32_t) :: status
        end function gapkit_shape_distance_c

        function gapkit_shape_intersects_c(a, pose_a, b, pose_b, query, intersects) &
            bind(C, name="gapkit_shape_intersects") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: a
            type(c_ptr), value :: pose_a
            type(c_ptr), value :: b
            type(c_ptr), value :: pose_b
            type(c_ptr), value :: query
            integer(c_int32_t), intent(inout) :: intersects
            integer(c_int32_t) :: status
        end function gapkit_shape_intersects_c

        function gapkit_shape_penetration_c(a, pose_a, b, pose_b, query, depth) &
            bind(C, name="gapkit_shape_penetration") result(status)
            import :: c_int32_t, c_ptr, gapkit_depth
            type(c_ptr), value :: a
            type(c_ptr), value :: pose_a
            type(c_ptr), value :: b
            type(c_ptr), value :: pose_b
            type(c_ptr), value :: query
            type(gapkit_depth), intent(inout) :: depth
            integer(c_int32_t) :: status
        end function gapkit_shape_penetration_c

        function gapkit_shape_signed_gap_c(a, pose_a, b, pose_b, query, gap) &
            bind(C, name="gapkit_shape_signed_gap") result(status)
            import :: c_int32_t, c_ptr, gapkit_gap
            type(c_ptr), value :: a
            type(c_ptr), value :: pose_a
            type(c_ptr), value :: b
            type(c_ptr), value :: pose_b
            type(c_ptr), value :: query
            type(gapkit_gap), intent(inout) :: gap
            integer(c_int32_t) :: status
        end function gapkit_shape_signed_gap_c

        function gapkit_scene_get_values(scene, values, count) &
            bind(C, name="gapkit_scene_get_values") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            real(c_double), intent(inout) :: values(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_get_values

        function gapkit_scene_set_values(scene, values, count) &
            bind(C, name="gapkit_scene_set_values") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t
            type(c_ptr), value :: scene
            real(c_double), intent(in) :: values(*)
            integer(c_size_t), value :: count
            integer(c_int32_t) :: status
        end function gapkit_scene_set_values

        function gapkit_scene_save(scene, state) &
            bind(C, name="gapkit_scene_save") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_ptr), intent(out) :: state
            integer(c_int32_t) :: status
        end function gapkit_scene_save

        function gapkit_scene_restore(scene, state) &
            bind(C, name="gapkit_scene_restore") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: scene
            type(c_ptr), value :: state
            integer(c_int32_t) :: status
        end function gapkit_scene_restore

        function gapkit_state_write(state, bytes, capacity, size) &
            bind(C, name="gapkit_state_write") result(status)
            import :: c_int32_t, c_int8_t, c_ptr, c_size_t
            type(c_ptr), value :: state
            integer(c_int8_t), intent(inout) :: bytes(*)
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(inout) :: size
            integer(c_int32_t) :: status
        end function gapkit_state_write

        function gapkit_state_read(bytes, size, state) &
            bind(C, name="gapkit_state_read") result(status)
            import :: c_int32_t, c_int8_t, c_ptr, c_size_t
            integer(c_int8_t), intent(in) :: bytes(*)
            integer(c_size_t), value :: size
            type(c_ptr), intent(out) :: state
            integer(c_int32_t) :: status
        end function gapkit_state_read

        function gapkit_state_free(state) &
            bind(C, name="gapkit_state_free") result(status)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: state
            integer(c_int32_t) :: status
        end function gapkit_state_free

        function gapkit_scene_statistics_c(scene, statistics, size) &
            bind(C, name="gapkit_scene_statistics") result(status)
            import :: c_int32_t, c_ptr, c_size_t, gapkit_statistics
            type(c_ptr), value :: scene
            type(gapkit_statistics), intent(inout) :: statistics
            integer(c_size_t), value :: size
            integer(c_int32_t) :: status
        end function gapkit_scene_statistics_c

        function gapkit_status_string_c(status) &
            bind(C, name="gapkit_status_string") result(text)
            import :: c_int32_t, c_ptr
            integer(c_int32_t), value :: status
            type(c_ptr) :: text
        end function gapkit_status_string_c

        function gapkit_last_error_c() &
            bind(C, name="gapkit_last_error") result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function gapkit_last_error_c

        function gapkit_distance_tracked_c(a, a_count, b, b_count, query, cache, answer) &
            bind(C, name="gapkit_distance_tracked") result(status)
            import :: c_double, c_int32_t, c_ptr, c_size_t, gapkit_answer, gapkit_cache
            real(c_double), intent(in) :: a(*)
            integer(c_size_t), value :: a_count
            real(c_double), intent(in) :: b(*)
            integer(c_size_t), value :: b_count
            type(c_ptr), value :: query
            type(gapkit_cache), intent(inout) :: cache
            type(gapkit_answer), intent(inout) :: answer
            integer(c_int32_t) :: status
        end function gapkit_distance_tracked_c

        function gapkit_version_c() &
            bind(C, name="gapkit_version") result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function gapkit_version_c

        function gapkit_abi_version() &
            bind(C, name="gapkit_abi_version") result(number)
            import :: c_int32_t
            integer(c_int32_t) :: number
        end function gapkit_abi_version

        function gapkit_scene_write_vtk_c(scene, path) &
            bind(C, name="gapkit_scene_write_vtk") result(status)
            import :: c_char, c_int32_t, c_ptr
            type(c_ptr), value :: scene
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t) :: status
        end function gapkit_scene_write_vtk_c
    end interface

    interface gapkit_scene_add_mesh
        module procedure add_mesh_struct, add_mesh_32, add_mesh_64, add_mesh_apart_32, add_mesh_apart_64
    end interface gapkit_scene_add_mesh
    private :: add_mesh_struct, add_mesh_32, add_mesh_64, add_mesh_apart_32, add_mesh_apart_64

    interface gapkit_scene_detect
        module procedure detect, detect_32, detect_64
    end interface gapkit_scene_detect
    private :: detect, detect_32, detect_64

    interface gapkit_scene_detect_unless
        module procedure detect_unless, detect_unless_32, detect_unless_64
    end interface gapkit_scene_detect_unless
    private :: detect_unless, detect_unless_32, detect_unless_64

    interface gapkit_scene_set_positions
        module procedure set_positions_together, set_positions_apart
    end interface gapkit_scene_set_positions
    private :: set_positions_together, set_positions_apart

    interface gapkit_scene_add_forces
        module procedure add_forces_together, add_forces_apart
    end interface gapkit_scene_add_forces
    private :: add_forces_together, add_forces_apart

    interface gapkit_scene_set_velocities
        module procedure set_velocities_together, set_velocities_apart
    end interface gapkit_scene_set_velocities
    private :: set_velocities_together, set_velocities_apart

contains

    ! The text at an address of C.
    function c_text(address) result(text)
        type(c_ptr), intent(in) :: address
        character(:), allocatable :: text
        character(kind=c_char), pointer :: bytes(:)
        integer :: length
        interface
            function strlen(text) bind(C, name="strlen") result(length)
                import :: c_ptr, c_size_t
                type(c_ptr), value :: text
                integer(c_size_t) :: length
            end function strlen
        end interface
        call c_f_pointer(address, bytes, [strlen(address)])
        allocate (character(size(bytes)) :: text)
        do length = 1, size(bytes)
            text(length:length) = bytes(length)
        end do
    end function c_text

    function gapkit_version() result(text)
        character(:), allocatable :: text
        text = c_text(gapkit_version_c())
    end function gapkit_version

    function gapkit_status_string(status) result(text)
        integer(c_int32_t), intent(in) :: status
        character(:), allocatable :: text
        text = c_text(gapkit_status_string_c(status))
    end function gapkit_status_string

    function gapkit_last_error() result(text)
        character(:), allocatable :: text
        text = c_text(gapkit_last_error_c())
    end function gapkit_last_error

    ! Where an argument is, or NULL.
    function query_address(query) result(address)
        type(gapkit_query), intent(in), optional, target :: query
        type(c_ptr) :: address
        address = c_null_ptr
        if (present(query)) address = c_loc(query)
    end function query_address

    function options_address(options) result(address)
        type(gapkit_body_options), intent(in), optional, target :: options
        type(c_ptr) :: address
        address = c_null_ptr
        if (present(options)) address = c_loc(options)
    end function options_address

    function pose_address(pose) result(address)
        type(gapkit_pose), intent(in), optional, target :: pose
        type(c_ptr) :: address
        address = c_null_ptr
        if (present(pose)) address = c_loc(pose)
    end function pose_address

    function motion_address(motion) result(address)
        type(gapkit_motion), intent(in), optional, target :: motion
        type(c_ptr) :: address
        address = c_null_ptr
        if (present(motion)) address = c_loc(motion)
    end function motion_address

    function x_of(x) result(address)
        real(c_double), intent(in), target, contiguous :: x(:, :)
        type(c_ptr) :: address
        address = c_null_ptr
        if (size(x) > 0) address = c_loc(x(1, 1))
    end function x_of

    ! Whether two arrays are of points in space (3) or in the plane (2).
    function are_points(axes, a, b) result(good)
        integer, intent(in) :: axes
        real(c_double), intent(in) :: a(:, :), b(:, :)
        logical :: good
        good = size(a, 1) == axes .and. size(b, 1) == axes
    end function are_points

    function gapkit_query_default(query) result(status)
        type(gapkit_query), intent(inout) :: query
        integer(c_int32_t) :: status
        status = gapkit_query_default_c(query, c_sizeof(query))
    end function gapkit_query_default

    function gapkit_scene_config_default(config) result(status)
        type(gapkit_scene_config), intent(inout) :: config
        integer(c_int32_t) :: status
        status = gapkit_scene_config_default_c(config, c_sizeof(config))
    end function gapkit_scene_config_default

    function gapkit_body_options_default(options) result(status)
        type(gapkit_body_options), intent(inout) :: options
        integer(c_int32_t) :: status
        status = gapkit_body_options_default_c(options, c_sizeof(options))
    end function gapkit_body_options_default

    ! Numbers count from 1.
    function gapkit_mesh_default(mesh) result(status)
        type(gapkit_mesh), intent(inout) :: mesh
        integer(c_int32_t) :: status
        status = gapkit_mesh_default_c(mesh, c_sizeof(mesh))
        mesh%index_base = 1
    end function gapkit_mesh_default

    function gapkit_scene_statistics(scene, statistics) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_statistics), intent(inout) :: statistics
        integer(c_int32_t) :: status
        status = gapkit_scene_statistics_c(scene, statistics, c_sizeof(statistics))
    end function gapkit_scene_statistics

    ! The derivatives of a contact, which count from 1; columns come first.
    function gapkit_scene_derivatives(scene, contact, derivatives) result(status)
        type(c_ptr), intent(in) :: scene
        integer, intent(in) :: contact
        type(gapkit_derivatives), intent(inout) :: derivatives
        integer(c_int32_t) :: status
        status = gapkit_scene_derivatives_c(scene, int(contact - 1, c_size_t), derivatives, c_sizeof(derivatives))
    end function gapkit_scene_derivatives

    ! The derivatives of the forces of a contact, which count from 1: matrix(column, row).
    function gapkit_scene_stiffness(scene, contact, pressure, slope, matrix) result(status)
        type(c_ptr), intent(in) :: scene
        integer, intent(in) :: contact
        real(c_double), intent(in) :: pressure, slope
        real(c_double), intent(inout) :: matrix(18, 18)
        integer(c_int32_t) :: status
        status = gapkit_scene_stiffness_c(scene, int(contact - 1, c_size_t), pressure, slope, matrix)
    end function gapkit_scene_stiffness

    ! Evaluates the contacts of the last detection at the present positions.
    function gapkit_scene_update(scene, update) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_update), intent(inout) :: update
        integer(c_int32_t) :: status
        status = gapkit_scene_update_c(scene, update, c_sizeof(update))
    end function gapkit_scene_update

    ! Vertices count from 1; those of smooth shapes, and beyond vertex_count, are 0.
    function gapkit_distance(a, b, answer, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_answer), intent(inout) :: answer
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_distance_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), &
                                   query_address(query), answer)
        if (status /= GAPKIT_OK) return
        answer%vertex_a = answer%vertex_a + 1_c_int32_t
        answer%vertex_b = answer%vertex_b + 1_c_int32_t
    end function gapkit_distance

    ! A pair that moves in small steps; the cache is all zeros at first.
    function gapkit_distance_tracked(a, b, cache, answer, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_cache), intent(inout) :: cache
        type(gapkit_answer), intent(inout) :: answer
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_distance_tracked_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), &
                                           query_address(query), cache, answer)
        if (status /= GAPKIT_OK) return
        answer%vertex_a = answer%vertex_a + 1_c_int32_t
        answer%vertex_b = answer%vertex_b + 1_c_int32_t
    end function gapkit_distance_tracked

    ! first_a(i) is the first point of body A of pair i; one more than there are pairs, the last for
    ! the end.
    function gapkit_distance_batch(a, first_a, b, first_b, answers, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        integer(c_size_t), intent(in) :: first_a(:), first_b(:)
        type(gapkit_answer), intent(inout), contiguous :: answers(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        integer :: i
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        if (size(first_a) /= size(answers) + 1 .or. size(first_b) /= size(answers) + 1) return
        if (first_a(size(first_a)) > size(a, 2) + 1 .or. first_b(size(first_b)) > size(b, 2) + 1) return
        status = gapkit_distance_batch_c(a, first_a - 1, b, first_b - 1, size(answers, kind=c_size_t), &
                                         query_address(query), answers)
        if (status /= GAPKIT_OK) return
        do i = 1, size(answers)
            answers(i)%vertex_a = answers(i)%vertex_a + 1_c_int32_t
            answers(i)%vertex_b = answers(i)%vertex_b + 1_c_int32_t
        end do
    end function gapkit_distance_batch

    ! within(i) is 1 where pair i may be nearer than the bound of the query, else 0.
    function gapkit_within_batch(a, first_a, b, first_b, within, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        integer(c_size_t), intent(in) :: first_a(:), first_b(:)
        integer(c_int32_t), intent(inout), contiguous :: within(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        if (size(first_a) /= size(within) + 1 .or. size(first_b) /= size(within) + 1) return
        if (first_a(size(first_a)) > size(a, 2) + 1 .or. first_b(size(first_b)) > size(b, 2) + 1) return
        status = gapkit_within_batch_c(a, first_a - 1, b, first_b - 1, size(within, kind=c_size_t), &
                                       query_address(query), within)
    end function gapkit_within_batch

    ! a(:, i) and b(:, i) are the nodes of the bodies of pair i.
    function gapkit_distance_elements(nodes, a, b, answers, query) result(status)
        real(c_double), intent(in), contiguous :: nodes(:, :)
        integer(c_int32_t), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_answer), intent(inout), contiguous :: answers(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        integer :: i
        status = GAPKIT_BAD_ARGUMENT
        if (size(nodes, 1) /= 3) return
        if (size(a, 2) /= size(answers) .or. size(b, 2) /= size(answers)) return
        status = gapkit_distance_elements_c(nodes, size(nodes, 2, c_size_t), a - 1_c_int32_t, size(a, 1, c_size_t), &
                                            b - 1_c_int32_t, size(b, 1, c_size_t), size(answers, kind=c_size_t), &
                                            query_address(query), answers)
        if (status /= GAPKIT_OK) return
        do i = 1, size(answers)
            answers(i)%vertex_a = answers(i)%vertex_a + 1_c_int32_t
            answers(i)%vertex_b = answers(i)%vertex_b + 1_c_int32_t
        end do
    end function gapkit_distance_elements

    function gapkit_within_elements(nodes, a, b, within, query) result(status)
        real(c_double), intent(in), contiguous :: nodes(:, :)
        integer(c_int32_t), intent(in), contiguous :: a(:, :), b(:, :)
        integer(c_int32_t), intent(inout), contiguous :: within(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(nodes, 1) /= 3) return
        if (size(a, 2) /= size(within) .or. size(b, 2) /= size(within)) return
        status = gapkit_within_elements_c(nodes, size(nodes, 2, c_size_t), a - 1_c_int32_t, size(a, 1, c_size_t), &
                                          b - 1_c_int32_t, size(b, 1, c_size_t), size(within, kind=c_size_t), &
                                          query_address(query), within)
    end function gapkit_within_elements

    ! intersects(i) is 1 where pair i touches or overlaps, else 0.
    function gapkit_intersects_batch(a, first_a, b, first_b, intersects, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        integer(c_size_t), intent(in) :: first_a(:), first_b(:)
        integer(c_int32_t), intent(inout), contiguous :: intersects(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        if (size(first_a) /= size(intersects) + 1 .or. size(first_b) /= size(intersects) + 1) return
        if (first_a(size(first_a)) > size(a, 2) + 1 .or. first_b(size(first_b)) > size(b, 2) + 1) return
        status = gapkit_intersects_batch_c(a, first_a - 1, b, first_b - 1, size(intersects, kind=c_size_t), &
                                           query_address(query), intersects)
    end function gapkit_intersects_batch

    function gapkit_intersects_elements(nodes, a, b, intersects, query) result(status)
        real(c_double), intent(in), contiguous :: nodes(:, :)
        integer(c_int32_t), intent(in), contiguous :: a(:, :), b(:, :)
        integer(c_int32_t), intent(inout), contiguous :: intersects(:)
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(nodes, 1) /= 3) return
        if (size(a, 2) /= size(intersects) .or. size(b, 2) /= size(intersects)) return
        status = gapkit_intersects_elements_c(nodes, size(nodes, 2, c_size_t), a - 1_c_int32_t, size(a, 1, c_size_t), &
                                              b - 1_c_int32_t, size(b, 1, c_size_t), size(intersects, kind=c_size_t), &
                                              query_address(query), intersects)
    end function gapkit_intersects_elements

    function gapkit_intersects(a, b, intersects, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        logical, intent(inout) :: intersects
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status, number
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_intersects_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), &
                                     query_address(query), number)
        if (status == GAPKIT_OK) intersects = number == 1
    end function gapkit_intersects

    function gapkit_penetration(a, b, depth, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_depth), intent(inout) :: depth
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_penetration_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), &
                                      query_address(query), depth)
    end function gapkit_penetration

    function gapkit_signed_gap(a, b, gap, query) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_gap), intent(inout) :: gap
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_signed_gap_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), &
                                     query_address(query), gap)
        if (status /= GAPKIT_OK) return
        gap%vertex_a = gap%vertex_a + 1_c_int32_t
        gap%vertex_b = gap%vertex_b + 1_c_int32_t
    end function gapkit_signed_gap

    function gapkit_planar_distance(a, b, answer) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_planar_answer), intent(inout) :: answer
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(2, a, b)) return
        status = gapkit_planar_distance_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), answer)
        if (status /= GAPKIT_OK) return
        answer%vertex_a = answer%vertex_a + 1_c_int32_t
        answer%vertex_b = answer%vertex_b + 1_c_int32_t
    end function gapkit_planar_distance

    function gapkit_planar_intersects(a, b, intersects) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        logical, intent(inout) :: intersects
        integer(c_int32_t) :: status, number
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(2, a, b)) return
        status = gapkit_planar_intersects_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), number)
        if (status == GAPKIT_OK) intersects = number == 1
    end function gapkit_planar_intersects

    function gapkit_planar_penetration(a, b, depth) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_planar_depth), intent(inout) :: depth
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(2, a, b)) return
        status = gapkit_planar_penetration_c(a, size(a, 2, c_size_t), b, size(b, 2, c_size_t), depth)
    end function gapkit_planar_penetration

    function gapkit_scene_new(config, scene) result(status)
        type(gapkit_scene_config), intent(in), target :: config
        type(c_ptr), intent(inout) :: scene
        integer(c_int32_t) :: status
        status = gapkit_scene_new_c(c_loc(config), scene)
    end function gapkit_scene_new

    function gapkit_time_of_impact(a, b, impact, motion_a, motion_b) result(status)
        real(c_double), intent(in), contiguous :: a(:, :), b(:, :)
        type(gapkit_impact), intent(inout) :: impact
        type(gapkit_motion), intent(in), optional :: motion_a, motion_b
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, a, b)) return
        status = gapkit_time_of_impact_c(a, size(a, 2, c_size_t), motion_address(motion_a), &
                                         b, size(b, 2, c_size_t), motion_address(motion_b), impact)
    end function gapkit_time_of_impact

    function gapkit_shape_time_of_impact(a, b, impact, motion_a, motion_b) result(status)
        type(c_ptr), intent(in) :: a, b
        type(gapkit_impact), intent(inout) :: impact
        type(gapkit_motion), intent(in), optional :: motion_a, motion_b
        integer(c_int32_t) :: status
        status = gapkit_shape_time_of_impact_c(a, motion_address(motion_a), b, motion_address(motion_b), impact)
    end function gapkit_shape_time_of_impact

    ! nodes(:, i) are the four nodes of pair i.
    function gapkit_impact_node_facets(start, end, nodes, impacts) result(status)
        real(c_double), intent(in), contiguous :: start(:, :), end(:, :)
        integer(c_int32_t), intent(in), contiguous :: nodes(:, :)
        type(gapkit_nodal_impact), intent(inout), contiguous :: impacts(:)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, start, end)) return
        if (size(start, 2) /= size(end, 2)) return
        if (size(nodes, 1) /= 4 .or. size(nodes, 2) /= size(impacts)) return
        status = gapkit_impact_node_facets_c(start, end, size(start, 2, c_size_t), nodes - 1_c_int32_t, &
                                        size(impacts, kind=c_size_t), impacts)
    end function gapkit_impact_node_facets

    ! nodes(:, i) are the four nodes of pair i.
    function gapkit_impact_edge_edges(start, end, nodes, impacts) result(status)
        real(c_double), intent(in), contiguous :: start(:, :), end(:, :)
        integer(c_int32_t), intent(in), contiguous :: nodes(:, :)
        type(gapkit_nodal_impact), intent(inout), contiguous :: impacts(:)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (.not. are_points(3, start, end)) return
        if (size(start, 2) /= size(end, 2)) return
        if (size(nodes, 1) /= 4 .or. size(nodes, 2) /= size(impacts)) return
        status = gapkit_impact_edge_edges_c(start, end, size(start, 2, c_size_t), nodes - 1_c_int32_t, &
                                        size(impacts, kind=c_size_t), impacts)
    end function gapkit_impact_edge_edges

    ! At least one time for each contact.
    function gapkit_scene_impact_times(scene, times) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(inout), contiguous :: times(:)
        integer(c_int32_t) :: status
        status = gapkit_scene_impact_times_c(scene, times, size(times, kind=c_size_t))
    end function gapkit_scene_impact_times

    function gapkit_shape_distance(a, b, answer, pose_a, pose_b, query) result(status)
        type(c_ptr), intent(in) :: a, b
        type(gapkit_answer), intent(inout) :: answer
        type(gapkit_pose), intent(in), optional :: pose_a, pose_b
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = gapkit_shape_distance_c(a, pose_address(pose_a), b, pose_address(pose_b), &
                 query_address(query), answer)
        if (status /= GAPKIT_OK) return
        answer%vertex_a = answer%vertex_a + 1_c_int32_t
        answer%vertex_b = answer%vertex_b + 1_c_int32_t
    end function gapkit_shape_distance

    function gapkit_shape_intersects(a, b, intersects, pose_a, pose_b, query) result(status)
        type(c_ptr), intent(in) :: a, b
        logical, intent(inout) :: intersects
        type(gapkit_pose), intent(in), optional :: pose_a, pose_b
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status, number
        status = gapkit_shape_intersects_c(a, pose_address(pose_a), b, pose_address(pose_b), &
                 query_address(query), number)
        if (status == GAPKIT_OK) intersects = number == 1
    end function gapkit_shape_intersects

    function gapkit_shape_penetration(a, b, depth, pose_a, pose_b, query) result(status)
        type(c_ptr), intent(in) :: a, b
        type(gapkit_depth), intent(inout) :: depth
        type(gapkit_pose), intent(in), optional :: pose_a, pose_b
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = gapkit_shape_penetration_c(a, pose_address(pose_a), b, pose_address(pose_b), &
                 query_address(query), depth)
    end function gapkit_shape_penetration

    function gapkit_shape_signed_gap(a, b, gap, pose_a, pose_b, query) result(status)
        type(c_ptr), intent(in) :: a, b
        type(gapkit_gap), intent(inout) :: gap
        type(gapkit_pose), intent(in), optional :: pose_a, pose_b
        type(gapkit_query), intent(in), optional :: query
        integer(c_int32_t) :: status
        status = gapkit_shape_signed_gap_c(a, pose_address(pose_a), b, pose_address(pose_b), &
                 query_address(query), gap)
        if (status /= GAPKIT_OK) return
        gap%vertex_a = gap%vertex_a + 1_c_int32_t
        gap%vertex_b = gap%vertex_b + 1_c_int32_t
    end function gapkit_shape_signed_gap

    ! A mesh that is described by a struct: see gapkit_mesh_default.
    function add_mesh_struct(scene, mesh, body, options) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_mesh), intent(in), target :: mesh
        integer(c_int32_t), intent(inout) :: body
        type(gapkit_body_options), intent(in), optional :: options
        integer(c_int32_t) :: status
        status = gapkit_scene_add_mesh_c(scene, c_loc(mesh), options_address(options), body)
    end function add_mesh_struct

    ! A mesh in arrays: x(3, n), or x(n), y(n) and z(n), and elements(k, m), all of one type, tetrahedra
    ! unless it is given. The nodes of an element come first in its column; what is behind them, such
    ! as a material, is passed over.
    function add_mesh_32(scene, x, elements, body, element_type, options) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in), contiguous :: x(:, :)
        integer(c_int32_t), intent(in), target, contiguous :: elements(:, :)
        integer(c_int32_t), intent(inout) :: body
        integer(c_int32_t), intent(in), optional :: element_type
        type(gapkit_body_options), intent(in), optional :: options
        type(gapkit_mesh) :: mesh
        integer(c_int32_t) :: status
        status = placed_together(mesh, x)
        if (status /= GAPKIT_OK) return
        call connect(mesh, size(elements, 1, c_size_t), size(elements, 2, c_size_t), element_type)
        mesh%index_type = GAPKIT_INT32
        if (size(elements) > 0) mesh%connectivity = c_loc(elements(1, 1))
        status = add_mesh_struct(scene, mesh, body, options)
    end function add_mesh_32

    function add_mesh_64(scene, x, elements, body, element_type, options) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in), contiguous :: x(:, :)
        integer(c_int64_t), intent(in), target, contiguous :: elements(:, :)
        integer(c_int32_t), intent(inout) :: body
        integer(c_int32_t), intent(in), optional :: element_type
        type(gapkit_body_options), intent(in), optional :: options
        type(gapkit_mesh) :: mesh
        integer(c_int32_t) :: status
        status = placed_together(mesh, x)
        if (status /= GAPKIT_OK) return
        call connect(mesh, size(elements, 1, c_size_t), size(elements, 2, c_size_t), element_type)
        mesh%index_type = GAPKIT_INT64
        if (size(elements) > 0) mesh%connectivity = c_loc(elements(1, 1))
        status = add_mesh_struct(scene, mesh, body, options)
    end function add_mesh_64

    function add_mesh_apart_32(scene, x, y, z, elements, body, element_type, options) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in), target, contiguous :: x(:), y(:), z(:)
        integer(c_int32_t), intent(in), target, contiguous :: elements(:, :)
        integer(c_int32_t), intent(inout) :: body
        integer(c_int32_t), intent(in), optional :: element_type
        type(gapkit_body_options), intent(in), optional :: options
        type(gapkit_mesh) :: mesh
        integer(c_int32_t) :: status
        status = placed_apart(mesh, x, y, z)
        if (status /= GAPKIT_OK) return
        call connect(mesh, size(elements, 1, c_size_t), size(elements, 2, c_size_t), element_type)
        mesh%index_type = GAPKIT_INT32
        if (size(elements) > 0) mesh%connectivity = c_loc(elements(1, 1))
        status = add_mesh_struct(scene, mesh, body, options)
    end function add_mesh_apart_32

    function add_mesh_apart_64(scene, x, y, z, elements, body, element_type, options) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in), target, contiguous :: x(:), y(:), z(:)
        integer(c_int64_t), intent(in), target, contiguous :: elements(:, :)
        integer(c_int32_t), intent(inout) :: body
        integer(c_int32_t), intent(in), optional :: element_type
        type(gapkit_body_options), intent(in), optional :: options
        type(gapkit_mesh) :: mesh
        integer(c_int32_t) :: status
        status = placed_apart(mesh, x, y, z)
        if (status /= GAPKIT_OK) return
        call connect(mesh, size(elements, 1, c_size_t), size(elements, 2, c_size_t), element_type)
        mesh%index_type = GAPKIT_INT64
        if (size(elements) > 0) mesh%connectivity = c_loc(elements(1, 1))
        status = add_mesh_struct(scene, mesh, body, options)
    end function add_mesh_apart_64

    ! Nodes x(3, n).
    function placed_together(mesh, x) result(status)
        type(gapkit_mesh), intent(inout) :: mesh
        real(c_double), intent(in), contiguous :: x(:, :)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x, 1) /= 3) return
        status = gapkit_mesh_default(mesh)
        mesh%x = x_of(x)
        mesh%node_count = size(x, 2, c_size_t)
    end function placed_together

    ! Nodes x(n), y(n), z(n).
    function placed_apart(mesh, x, y, z) result(status)
        type(gapkit_mesh), intent(inout) :: mesh
        real(c_double), intent(in), target, contiguous :: x(:), y(:), z(:)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(y) /= size(x) .or. size(z) /= size(x) .or. size(x) == 0) return
        status = gapkit_mesh_default(mesh)
        mesh%x = c_loc(x(1))
        mesh%y = c_loc(y(1))
        mesh%z = c_loc(z(1))
        mesh%stride = 1
        mesh%node_count = size(x, kind=c_size_t)
    end function placed_apart

    ! Elements of so many numbers each.
    subroutine connect(mesh, numbers, elements, element_type)
        type(gapkit_mesh), intent(inout) :: mesh
        integer(c_size_t), intent(in) :: numbers, elements
        integer(c_int32_t), intent(in), optional :: element_type
        mesh%connectivity_stride = numbers
        mesh%connectivity_count = numbers * elements
        mesh%element_count = elements
        if (present(element_type)) mesh%element_type = element_type
    end subroutine connect

    function gapkit_scene_add_shape(scene, shape, body, pose, options) result(status)
        type(c_ptr), intent(in) :: scene, shape
        integer(c_int32_t), intent(inout) :: body
        type(gapkit_pose), intent(in), optional :: pose
        type(gapkit_body_options), intent(in), optional :: options
        integer(c_int32_t) :: status
        status = gapkit_scene_add_shape_c(scene, shape, pose_address(pose), options_address(options), body)
    end function gapkit_scene_add_shape

    function gapkit_scene_add_plane(scene, point, normal, body, options) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in) :: point(3), normal(3)
        integer(c_int32_t), intent(inout) :: body
        type(gapkit_body_options), intent(in), optional :: options
        integer(c_int32_t) :: status
        status = gapkit_scene_add_plane_c(scene, point, normal, options_address(options), body)
    end function gapkit_scene_add_plane

    ! A surface: the skin of a solid, or with a thickness for all faces or for each a shell.
    function gapkit_scene_add_surface(scene, mesh, body, thickness, options) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_mesh), intent(in), target :: mesh
        integer(c_int32_t), intent(inout) :: body
        real(c_double), intent(in), optional, target, contiguous :: thickness(:)
        type(gapkit_body_options), intent(in), optional :: options
        integer(c_int32_t) :: status
        type(c_ptr) :: list
        integer(c_size_t) :: count
        list = c_null_ptr
        count = 0
        if (present(thickness)) then
            list = c_loc(thickness)
            count = size(thickness, kind=c_size_t)
        end if
        status = gapkit_scene_add_surface_c(scene, c_loc(mesh), list, count, options_address(options), body)
    end function gapkit_scene_add_surface

    ! Beams: segments of two nodes, with a radius for all or for each.
    function gapkit_scene_add_beams(scene, mesh, radius, body, options) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_mesh), intent(in), target :: mesh
        real(c_double), intent(in), contiguous :: radius(:)
        integer(c_int32_t), intent(inout) :: body
        type(gapkit_body_options), intent(in), optional :: options
        integer(c_int32_t) :: status
        status = gapkit_scene_add_beams_c(scene, c_loc(mesh), radius, size(radius, kind=c_size_t), &
                                          options_address(options), body)
    end function gapkit_scene_add_beams

    ! Another mesh for a body, as after remeshing.
    function gapkit_scene_replace_mesh(scene, body, mesh) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        type(gapkit_mesh), intent(in), target :: mesh
        integer(c_int32_t) :: status
        status = gapkit_scene_replace_mesh_c(scene, body, c_loc(mesh))
    end function gapkit_scene_replace_mesh

    ! Switches elements of a mesh, or faces of a shell, off (0) or on (1), by the host's numbers.
    function gapkit_scene_set_active(scene, body, elements, active) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body, active
        integer(c_int64_t), intent(in), contiguous :: elements(:)
        integer(c_int32_t) :: status
        status = gapkit_scene_set_active_c(scene, body, elements, size(elements, kind=c_size_t), active, c_null_ptr)
    end function gapkit_scene_set_active

    function gapkit_scene_set_pose(scene, body, pose) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        type(gapkit_pose), intent(in), optional :: pose
        integer(c_int32_t) :: status
        status = gapkit_scene_set_pose_c(scene, body, pose_address(pose))
    end function gapkit_scene_set_pose

    ! The poses of bodies, read in place; those of bodies 0 to n - 1 without their numbers.
    function gapkit_scene_set_poses(scene, poses, bodies) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_pose), intent(in), contiguous, target :: poses(:)
        integer(c_int32_t), intent(in), contiguous, target, optional :: bodies(:)
        integer(c_int32_t) :: status
        type(c_ptr) :: numbers
        status = GAPKIT_OK
        if (size(poses) == 0) return
        status = GAPKIT_BAD_ARGUMENT
        numbers = c_null_ptr
        if (present(bodies)) then
            if (size(bodies) /= size(poses)) return
            numbers = c_loc(bodies(1))
        end if
        status = gapkit_scene_set_poses_c(scene, numbers, size(poses, kind=c_size_t), &
                                          c_loc(poses(1)%translation(1)), 7_c_size_t, &
                                          c_loc(poses(1)%rotation(1)), 7_c_size_t)
    end function gapkit_scene_set_poses

    ! Positions as x(3, n), read in place.
    function set_positions_together(scene, body, x) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(in), contiguous :: x(:, :)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x, 1) /= 3) return
        status = gapkit_scene_set_positions_c(scene, body, x_of(x), c_null_ptr, c_null_ptr, 3_c_size_t, &
                                              size(x, 2, c_size_t))
    end function set_positions_together

    function gapkit_force_law_default(law) result(status)
        type(gapkit_force_law), intent(inout) :: law
        integer(c_int32_t) :: status
        status = gapkit_force_law_default_c(law, c_sizeof(law))
    end function gapkit_force_law_default

    function gapkit_friction_default(friction) result(status)
        type(gapkit_friction), intent(inout) :: friction
        integer(c_int32_t) :: status
        status = gapkit_friction_default_c(friction, c_sizeof(friction))
    end function gapkit_friction_default

    ! Evaluates the forces of the contacts, a time dt after the last call; 0 at the first.
    function gapkit_scene_forces(scene, dt, forces) result(status)
        type(c_ptr), intent(in) :: scene
        real(c_double), intent(in) :: dt
        type(gapkit_forces), intent(inout) :: forces
        integer(c_int32_t) :: status
        status = gapkit_scene_forces_c(scene, dt, forces, c_sizeof(forces))
    end function gapkit_scene_forces

    ! Adds the forces on the nodes of a body to an array f(3, n), or to three arrays.
    function add_forces_together(scene, body, f) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(inout), target, contiguous :: f(:, :)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(f, 1) /= 3) return
        status = gapkit_scene_add_forces_c(scene, body, x_of(f), c_null_ptr, c_null_ptr, 3_c_size_t, &
                                           size(f, 2, c_size_t))
    end function add_forces_together

    function add_forces_apart(scene, body, x, y, z) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(inout), target, contiguous :: x(:), y(:), z(:)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x) /= size(y) .or. size(x) /= size(z) .or. size(x) == 0) return
        status = gapkit_scene_add_forces_c(scene, body, c_loc(x(1)), c_loc(y(1)), c_loc(z(1)), 1_c_size_t, &
                                           size(x, kind=c_size_t))
    end function add_forces_apart

    ! Positions as three arrays, read in place.
    function set_positions_apart(scene, body, x, y, z) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(in), target, contiguous :: x(:), y(:), z(:)
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x) == 0 .or. size(y) /= size(x) .or. size(z) /= size(x)) return
        status = gapkit_scene_set_positions_c(scene, body, c_loc(x(1)), c_loc(y(1)), c_loc(z(1)), 1_c_size_t, &
                                              size(x, kind=c_size_t))
    end function set_positions_apart

    function set_velocities_together(scene, body, x, dt) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(in), contiguous :: x(:, :)
        real(c_double), intent(in) :: dt
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x, 1) /= 3) return
        status = gapkit_scene_set_velocities_c(scene, body, x_of(x), c_null_ptr, c_null_ptr, 3_c_size_t, &
                                               size(x, 2, c_size_t), dt)
    end function set_velocities_together

    function set_velocities_apart(scene, body, x, y, z, dt) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(in), target, contiguous :: x(:), y(:), z(:)
        real(c_double), intent(in) :: dt
        integer(c_int32_t) :: status
        status = GAPKIT_BAD_ARGUMENT
        if (size(x) == 0 .or. size(y) /= size(x) .or. size(z) /= size(x)) return
        status = gapkit_scene_set_velocities_c(scene, body, c_loc(x(1)), c_loc(y(1)), c_loc(z(1)), 1_c_size_t, &
                                               size(x, kind=c_size_t), dt)
    end function set_velocities_apart

    ! Finds contacts; their number may be of either kind, or left out.
    function detect(scene) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_c(scene, found)
    end function detect

    function detect_32(scene, count) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(inout) :: count
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_c(scene, found)
        if (status == GAPKIT_OK) count = int(found, c_int32_t)
    end function detect_32

    function detect_64(scene, count) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int64_t), intent(inout) :: count
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_c(scene, found)
        if (status == GAPKIT_OK) count = int(found, c_int64_t)
    end function detect_64

    ! The same, unless `stop` says that it is enough.
    function detect_unless(scene, stop, user) result(status)
        type(c_ptr), intent(in) :: scene
        type(c_funptr), intent(in) :: stop
        type(c_ptr), intent(in) :: user
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_unless_c(scene, stop, user, found)
    end function detect_unless

    function detect_unless_32(scene, stop, user, count) result(status)
        type(c_ptr), intent(in) :: scene
        type(c_funptr), intent(in) :: stop
        type(c_ptr), intent(in) :: user
        integer(c_int32_t), intent(inout) :: count
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_unless_c(scene, stop, user, found)
        if (status == GAPKIT_OK) count = int(found, c_int32_t)
    end function detect_unless_32

    function detect_unless_64(scene, stop, user, count) result(status)
        type(c_ptr), intent(in) :: scene
        type(c_funptr), intent(in) :: stop
        type(c_ptr), intent(in) :: user
        integer(c_int64_t), intent(inout) :: count
        integer(c_int32_t) :: status
        integer(c_size_t) :: found
        status = gapkit_scene_detect_unless_c(scene, stop, user, found)
        if (status == GAPKIT_OK) count = int(found, c_int64_t)
    end function detect_unless_64

    ! One gap for each node of the host's arrays, as many as were given for the body.
    function gapkit_scene_node_gaps(scene, body, gaps) result(status)
        type(c_ptr), intent(in) :: scene
        integer(c_int32_t), intent(in) :: body
        real(c_double), intent(inout), contiguous :: gaps(:)
        integer(c_int32_t) :: status
        status = gapkit_scene_node_gaps_c(scene, body, gaps, size(gaps, kind=c_size_t))
    end function gapkit_scene_node_gaps

    ! Lends the contacts of the last detection, until the next one.
    function gapkit_scene_contacts(scene, contacts) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_contact), pointer, intent(inout) :: contacts(:)
        integer(c_int32_t) :: status
        type(c_ptr) :: address
        integer(c_size_t) :: count
        status = gapkit_scene_contacts_c(scene, address, count, contact_size())
        if (status == GAPKIT_OK) contacts => lent(address, count)
    end function gapkit_scene_contacts

    ! Lends the contacts that penetrate now, deepest first, until the next call.
    function gapkit_scene_overlaps(scene, contacts) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_contact), pointer, intent(inout) :: contacts(:)
        integer(c_int32_t) :: status
        type(c_ptr) :: address
        integer(c_size_t) :: count
        status = gapkit_scene_overlaps_c(scene, address, count, contact_size())
        if (status == GAPKIT_OK) contacts => lent(address, count)
    end function gapkit_scene_overlaps

    ! Lends the contacts of a list, until it is freed.
    function gapkit_contact_list_view(list, contacts) result(status)
        type(c_ptr), intent(in) :: list
        type(gapkit_contact), pointer, intent(inout) :: contacts(:)
        integer(c_int32_t) :: status
        type(c_ptr) :: address
        integer(c_size_t) :: count
        status = gapkit_contact_list_view_c(list, address, count, contact_size())
        if (status == GAPKIT_OK) contacts => lent(address, count)
    end function gapkit_contact_list_view

    ! Copies the contacts of the last detection; with no room, only their number is told.
    function gapkit_scene_copy_contacts(scene, contacts, capacity, count) result(status)
        type(c_ptr), intent(in) :: scene
        type(gapkit_contact), intent(inout) :: contacts(*)
        integer(c_size_t), intent(in) :: capacity
        integer(c_size_t), intent(inout) :: count
        integer(c_int32_t) :: status
        status = gapkit_scene_copy_contacts_c(scene, contacts, capacity, count, contact_size())
    end function gapkit_scene_copy_contacts

    ! The size of a contact of this module, which a later library may have longer.
    function contact_size() result(bytes)
        integer(c_size_t) :: bytes
        type(gapkit_contact), save :: one
        bytes = c_sizeof(one)
    end function contact_size

    ! Contacts at an address; of none, an array without elements.
    function lent(address, count) result(contacts)
        type(c_ptr), intent(in) :: address
        integer(c_size_t), intent(in) :: count
        type(gapkit_contact), pointer :: contacts(:)
        type(gapkit_contact), save, target :: nothing(1)
        if (count > 0) then
            call c_f_pointer(address, contacts, [count])
        else
            contacts => nothing(1:0)
        end if
    end function lent

    function gapkit_scene_write_vtk(scene, path) result(status)
        type(c_ptr), intent(in) :: scene
        character(*), intent(in) :: path
        integer(c_int32_t) :: status
        status = gapkit_scene_write_vtk_c(scene, trim(path)//c_null_char)
    end function gapkit_scene_write_vtk

    function gapkit_file_read(path, file) result(status)
        character(*), intent(in) :: path
        type(c_ptr), intent(inout) :: file
        integer(c_int32_t) :: status
        status = gapkit_file_read_c(trim(path)//c_null_char, file)
    end function gapkit_file_read

    function gapkit_file_mesh(file, mesh) result(status)
        type(c_ptr), intent(in) :: file
        type(gapkit_mesh), intent(inout) :: mesh
        integer(c_int32_t) :: status
        status = gapkit_file_mesh_c(file, mesh, c_sizeof(mesh))
    end function gapkit_file_mesh

    function gapkit_struct_size(name, size) result(status)
        character(*), intent(in) :: name
        integer(c_size_t), intent(inout) :: size
        integer(c_int32_t) :: status
        status = gapkit_struct_size_c(trim(name)//c_null_char, size)
    end function gapkit_struct_size

    ! Copies of the arrays of a demo body: coordinates x(3, n), tetrahedra elements(4, m).
    function gapkit_demo_mesh(demo, x, elements) result(status)
        type(c_ptr), intent(in) :: demo
        real(c_double), allocatable, intent(inout) :: x(:, :)
        integer(c_int32_t), allocatable, intent(inout) :: elements(:, :)
        integer(c_int32_t) :: status
        type(gapkit_mesh) :: mesh
        real(c_double), pointer :: nodes(:, :)
        integer(c_int32_t), pointer :: tets(:, :)
        status = gapkit_demo_mesh_c(demo, mesh, c_sizeof(mesh))
        if (status /= GAPKIT_OK) return
        call c_f_pointer(mesh%x, nodes, [3_c_size_t, mesh%node_count])
        call c_f_pointer(mesh%connectivity, tets, [4_c_size_t, mesh%element_count])
        x = nodes
        elements = tets + 1_c_int32_t
    end function gapkit_demo_mesh

end module gapkit
