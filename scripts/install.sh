#!/usr/bin/env bash
# Builds the library and installs it under a prefix for C, C++ and Fortran hosts:
#     scripts/install.sh PREFIX [FOLDER]
# FOLDER has libraries that were built before, to be taken as they are. It lays out
#     include/gapkit.h gapkit.f90 gapkit_mpi.h gapkit_mpi.f90
#     lib/libgapkit.a libgapkit.so -> libgapkit.so.ABI -> libgapkit.so.ABI.0.0
#     lib/pkgconfig/gapkit.pc gapkit-library.pc
#     share/gapkit/cmake/gapkit-config.cmake gapkit-config-version.cmake
# Symbols for debuggers are left out, which are most of both libraries; STRIP=none keeps them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: scripts/install.sh PREFIX [FOLDER]" >&2
    exit 2
fi

# The number of the binary interface; see docs/abi.md.
abi=1
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
built=${2:-${CARGO_TARGET_DIR:-target}/release}

if [ $# -eq 1 ]; then cargo build --release -p gapkit --lib; fi
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
install -d "$prefix"/{include,lib/pkgconfig,share/gapkit/cmake}
install -m 644 include/gapkit.h include/gapkit.f90 include/gapkit_mpi.h include/gapkit_mpi.f90 "$prefix/include"
install -m 644 "$built/libgapkit.a" "$prefix/lib"
install -m 755 "$built/libgapkit.so" "$prefix/lib/libgapkit.so.$abi.0.0"
ln -sf "libgapkit.so.$abi.0.0" "$prefix/lib/libgapkit.so.$abi"
ln -sf "libgapkit.so.$abi.0.0" "$prefix/lib/libgapkit.so"
strip=${STRIP:-strip}
if [ "$strip" = none ]; then
    echo "with symbols for debuggers"
elif command -v "$strip" >/dev/null; then
    "$strip" --strip-unneeded "$prefix/lib/libgapkit.so.$abi.0.0"
    "$strip" --strip-debug "$prefix/lib/libgapkit.a"
else
    echo "without $strip: with symbols for debuggers, which take most of the room"
fi
install -m 644 cmake/*.cmake "$prefix/share/gapkit/cmake"
# From where the files are, so that the folder can be moved. There are two because the words of
# --static come after the others of a file, and the archive must be asked for before the library is
# named.
cat >"$prefix/lib/pkgconfig/gapkit.pc" <<PC
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: gapkit
Description: Contact detection for finite-element and discrete-element codes
Version: $version
Requires: gapkit-library = $version
Libs.private: -Wl,-Bstatic
Cflags: -I\${includedir}
PC
cat >"$prefix/lib/pkgconfig/gapkit-library.pc" <<PC
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib

Name: gapkit-library
Description: The library of gapkit, which gapkit.pc refers to
Version: $version
Libs: -L\${libdir} -lgapkit
Libs.private: -Wl,-Bdynamic -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc
PC
size() { du -k "$prefix/lib/$1" | awk '{ printf "%.1f MB", $1 / 1024 }'; }
echo "installed gapkit $version, ABI $abi, in $prefix:" \
    "libgapkit.so $(size "libgapkit.so.$abi.0.0"), libgapkit.a $(size libgapkit.a)"
