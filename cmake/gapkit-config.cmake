# find_package(gapkit) gives two targets,
#   gapkit::gapkit   the shared library
#   gapkit::static   the static library, with the system libraries that it needs
# and, in a project that has Fortran when it asks for the package, two more:
#   gapkit::fortran          the Fortran module, compiled by the project's compiler, and gapkit::gapkit
#   gapkit::fortran_static   the module and gapkit::static
# gapkit_FORTRAN_MODULE is the source of the module.

# This file is in PREFIX/share/gapkit/cmake.
get_filename_component(_gapkit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

find_library(_gapkit_shared NAMES gapkit libgapkit.so libgapkit.dylib
    PATHS "${_gapkit_prefix}" PATH_SUFFIXES lib lib64 ${CMAKE_INSTALL_LIBDIR} NO_DEFAULT_PATH)
find_library(_gapkit_static NAMES libgapkit.a
    PATHS "${_gapkit_prefix}" PATH_SUFFIXES lib lib64 ${CMAKE_INSTALL_LIBDIR} NO_DEFAULT_PATH)
mark_as_advanced(_gapkit_shared _gapkit_static)

if(_gapkit_shared AND NOT TARGET gapkit::gapkit)
    add_library(gapkit::gapkit SHARED IMPORTED)
    set_target_properties(gapkit::gapkit PROPERTIES
        IMPORTED_LOCATION "${_gapkit_shared}"
        INTERFACE_INCLUDE_DIRECTORIES "${_gapkit_prefix}/include")
endif()
if(_gapkit_static AND NOT TARGET gapkit::static)
    add_library(gapkit::static STATIC IMPORTED)
    set_target_properties(gapkit::static PROPERTIES
        IMPORTED_LOCATION "${_gapkit_static}"
        IMPORTED_LINK_INTERFACE_LANGUAGES C
        INTERFACE_INCLUDE_DIRECTORIES "${_gapkit_prefix}/include")
    if(UNIX AND NOT APPLE)
        set_target_properties(gapkit::static PROPERTIES
            INTERFACE_LINK_LIBRARIES "gcc_s;util;rt;pthread;m;dl;c")
    endif()
endif()
set(gapkit_FORTRAN_MODULE "${_gapkit_prefix}/include/gapkit.f90")
# The module is compiled once: the objects of two programs would write it at the same time.
get_property(_gapkit_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
list(FIND _gapkit_languages Fortran _gapkit_fortran)
if(NOT _gapkit_fortran EQUAL -1 AND NOT TARGET gapkit_fortran_module)
    add_library(gapkit_fortran_module STATIC EXCLUDE_FROM_ALL "${gapkit_FORTRAN_MODULE}")
    set(_gapkit_modules "${CMAKE_CURRENT_BINARY_DIR}/gapkit_fortran")
    set_target_properties(gapkit_fortran_module PROPERTIES Fortran_MODULE_DIRECTORY "${_gapkit_modules}")
    target_include_directories(gapkit_fortran_module INTERFACE "${_gapkit_modules}")
    foreach(_gapkit_pair fortran:gapkit fortran_static:static)
        string(REPLACE ":" ";" _gapkit_pair ${_gapkit_pair})
        list(GET _gapkit_pair 0 _gapkit_name)
        list(GET _gapkit_pair 1 _gapkit_library)
        if(TARGET gapkit::${_gapkit_library})
            add_library(gapkit::${_gapkit_name} INTERFACE IMPORTED)
            set_target_properties(gapkit::${_gapkit_name} PROPERTIES
                INTERFACE_LINK_LIBRARIES "gapkit_fortran_module;gapkit::${_gapkit_library}")
        endif()
    endforeach()
endif()

if(NOT TARGET gapkit::gapkit AND NOT TARGET gapkit::static)
    set(gapkit_FOUND FALSE)
    set(gapkit_NOT_FOUND_MESSAGE "there is no library in ${_gapkit_prefix}/lib")
endif()
unset(_gapkit_prefix)
