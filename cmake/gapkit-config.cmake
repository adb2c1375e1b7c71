# find_package(gapkit) gives two targets:
#   gapkit::gapkit   the shared library
#   gapkit::static   the static library, with the system libraries that it needs
# For Fortran, gapkit_FORTRAN_MODULE is the source of the module, to be compiled with the host.

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

if(NOT TARGET gapkit::gapkit AND NOT TARGET gapkit::static)
    set(gapkit_FOUND FALSE)
    set(gapkit_NOT_FOUND_MESSAGE "there is no library in ${_gapkit_prefix}/lib")
endif()
unset(_gapkit_prefix)
