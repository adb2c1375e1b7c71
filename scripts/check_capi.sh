#!/usr/bin/env bash
# Checks the C interface from the outside: installs the library, and has hosts in C, C++ and Fortran
# compiled with warnings as errors, linked statically and dynamically, run, and checked by valgrind
# and the sanitizers; hosts elsewhere by pkg-config and CMake; the symbols and layouts; and abuse.
# What cannot be installed is left out, which is said and is no failure. The last line counts the
# checks, as the tests of cargo do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/capi
prefix=$work/prefix
export CC=${CC:-gcc} CXX=${CXX:-g++}

# Installs what is missing, all at once.
missing=()
for pair in gfortran:gfortran cmake:cmake valgrind:valgrind pkg-config:pkg-config g++:g++ make:make; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    { timeout 120 apt-get update -qq && timeout 240 apt-get install -qq -y "${missing[@]}" >/dev/null; } ||
        echo "${missing[*]} could not be installed; going on without"
fi
has() { command -v "$1" >/dev/null || { echo "without $1: $2 left out"; return 1; }; }

source scripts/checks.sh

rm -rf "$work"
mkdir -p "$work"
# With a test, so that it is the library that the tests were built with, which is there already: the
# crates of tests choose other features of shared crates.
check "build" cargo build --lib --test capi
check "install" scripts/install.sh "$prefix" "$target/debug"
shared=$prefix/lib/libgapkit.so
strict=(-Wall -Wextra -Wpedantic -Werror)
stripped() {
    ! readelf -S "$shared" | grep -F .debug && ! readelf -S "$prefix/lib/libgapkit.a" 2>/dev/null | grep -F .debug
}
check "both libraries are installed without symbols for debuggers" stripped

# The header by itself.
check "the header is C99" "$CC" -std=c99 "${strict[@]}" -fsyntax-only -x c "$prefix/include/gapkit.h"
check "the header is C++17" "$CXX" -std=c++17 "${strict[@]}" -fsyntax-only -x c++ "$prefix/include/gapkit.h"

# The list of the interface against the library and a compiler.
symbols() {
    # Demo bodies are exported, and are no part of the interface.
    nm -D --defined-only "$shared" | awk '$3 !~ /^gapkit_demo_/ {print $3}' | sort >"$work/symbols"
    awk '$1 == "function" {print $2}' include/gapkit.abi | sort | diff - "$work/symbols"
}
check "the library exports what is on the list and nothing else" symbols
soname() { readelf -d "$shared" | grep SONAME | grep -F "[libgapkit.so.$(sed -n 's/^abi=//p' scripts/install.sh)]"; }
check "the soname" soname
layouts() {
    awk 'BEGIN { print "#include <stddef.h>\n#include \"gapkit.h\"" }
         $1 == "struct" { printf "_Static_assert(sizeof(%s) == %s, \"%s\");\n", $2, $3, $2 }
         $1 == "constant" { printf "_Static_assert(%s == %s, \"%s\");\n", $2, $3, $2 }
         $1 == "field" { printf "_Static_assert(offsetof(%s, %s) == %s, \"%s.%s\");\n", $2, $3, $4, $2, $3 }' \
        include/gapkit.abi >"$work/layouts.c"
    "$CC" -std=c11 -I"$prefix/include" -fsyntax-only "$work/layouts.c"
}
check "layouts as a compiler sees them" layouts

# The examples: C as C and as C++, static and dynamic; Fortran where there is a compiler.
examples() { make -s -j2 -C c_examples run PREFIX="$prefix" OUT="$work/$1" "${@:2}"; }
check "examples, C99, shared" examples c99-shared
check "examples, C99, static" examples c99-static STATIC=1
check "examples, C++17, shared" examples cpp-shared CPLUSPLUS=1
check "examples, C++17, static" examples cpp-static CPLUSPLUS=1 STATIC=1

# The same contacts in Rust, C and Fortran, to the last bit.
reference=$target/tmp/fe_loop.hash
[ -f "$reference" ] || cargo test --quiet --test capi fe_loop >/dev/null
same_hash() { "$1" | tr '[:upper:]' '[:lower:]' | grep -F "hash of all contacts $(cat "$reference")"; }
cd "$work"
check "C finds the contacts of Rust" same_hash "$work/c99-shared/fe_loop"
has gfortran "Fortran" && check "Fortran finds the contacts of Rust" same_hash "$work/c99-shared/fe_loop_f"
cd "$OLDPWD"

# Fortran hosts with other defaults: traps that stop a program at the first 0/0, and kinds that are
# not those of C.
fortran_as() {
    mkdir -p "$work/$1" && gfortran -std=f2008 -Wall -Werror -O2 -ffp-contract=off "${@:2}" -J"$work/$1" \
        "$prefix/include/gapkit.f90" c_examples/fe_loop.f90 -L"$prefix/lib" -lgapkit -Wl,-rpath,"$prefix/lib" \
        -o "$work/$1/fe_loop" && (cd "$work/$1" && same_hash ./fe_loop)
}
old_style() {
    mkdir -p "$work/old" && gfortran -Wall -Werror -fdefault-integer-8 -J"$work/old" "$prefix/include/gapkit.f90" \
        c_examples/old_style.f -L"$prefix/lib" -lgapkit -Wl,-rpath,"$prefix/lib" -o "$work/old/old_style" &&
        "$work/old/old_style"
}
if has gfortran "Fortran"; then
    check "Fortran with floating-point traps" fortran_as traps -ffpe-trap=invalid,zero,overflow
    check "Fortran with -fdefault-integer-8" fortran_as integer-8 -fdefault-integer-8
    check "Fortran with -fdefault-real-8" fortran_as real-8 -fdefault-real-8
    check "old Fortran with integers of 8 bytes" old_style
fi

# The programs of the README and of the tutorial: the blocks of a language in a page.
snippet() {
    awk -v start="\`\`\`$2" '$0 == start { on = 1; next } $0 == "```" { on = 0 } on' "$1"
}
readme_c() {
    snippet README.md c >"$work/host.c" &&
        "$CC" -std=c99 "${strict[@]}" -I"$prefix/include" "$work/host.c" -L"$prefix/lib" -lgapkit \
            -Wl,-rpath,"$prefix/lib" -o "$work/readme_c" && [ "$("$work/readme_c" | grep -c 'has gap')" -eq 9 ]
}
tutorial_fortran() {
    snippet docs/tutorial.md fortran >"$work/host.f90" &&
        gfortran -std=f2008 -Wall -J"$work" "$prefix/include/gapkit.f90" "$work/host.f90" \
            -L"$prefix/lib" -lgapkit -Wl,-rpath,"$prefix/lib" -o "$work/tutorial_f" &&
        [ "$("$work/tutorial_f" | grep -c 'has gap')" -eq 3 ] &&
        # No constant of single precision where the library has double.
        gfortran -fsyntax-only -Wconversion-extra -Werror -J"$work" "$work/host.f90"
}
check "the C of the README" readme_c
has gfortran "Fortran" && check "the Fortran of the tutorial" tutorial_fortran

# Abuse.
abuse() {
    "$CC" -std=c99 -g -O1 "${strict[@]}" -I"$prefix/include" tests/capi/abuse.c -L"$prefix/lib" -lgapkit \
        -Wl,-rpath,"$prefix/lib" -lm "${@:2}" -o "$work/$1"
}
check "abuse compiles" abuse abuse-shared
# Goes well, and prints no complaint.
quiet() { (cd "$work" && "$@" >out 2>err && cat out && [ ! -s err ]) || { cat "$work/err"; return 1; }; }
check "abuse, 10000 combinations" quiet ./abuse-shared 10000

# What hosts do to the process: traps, rounding, forks, functions that take the header at its word.
host() {
    "$CC" -std=gnu11 -g -O1 "${strict[@]}" -I"$prefix/include" "tests/capi/$1.c" -L"$prefix/lib" -lgapkit \
        -Wl,-rpath,"$prefix/lib" -lm -lpthread -o "$work/$1"
}
# The header as it was when contacts were shorter.
shorter() {
    mkdir -p "$work/short" && awk '/^} gapkit_contact;/ { off = 0 } !off { print } /^    gapkit_contact_status status;/ { off = 1 }' \
        "$prefix/include/gapkit.h" >"$work/short/gapkit.h" && ! cmp -s "$prefix/include/gapkit.h" "$work/short/gapkit.h" &&
        "$CC" -std=gnu11 -g -O1 "${strict[@]}" -DCONTACT_SIZE=256 -I"$work/short" tests/capi/shorter.c -L"$prefix/lib" -lgapkit \
            -Wl,-rpath,"$prefix/lib" -lm -o "$work/shorter" &&
        "$CC" -std=gnu11 -g -O1 "${strict[@]}" -DCONTACT_SIZE=264 -I"$prefix/include" tests/capi/shorter.c -L"$prefix/lib" \
            -lgapkit -Wl,-rpath,"$prefix/lib" -lm -o "$work/longer" &&
        "$work/shorter" >"$work/shorter.out" && "$work/longer" >"$work/longer.out" &&
        [ -s "$work/longer.out" ] && cmp "$work/shorter.out" "$work/longer.out"
}
check "a program with a shorter struct of contacts keeps working" shorter
check "hosts compile" eval 'host numbers && host processes && host restart && host memory'
check "traps, rounding and flushing change nothing" quiet ./numbers environment
check "support functions get directions that have a length" quiet ./numbers support
check "a call that fails leaves everything as it was" quiet ./processes failing
check "states of other scenes are refused" quiet ./processes foreign
restart() {
    cd "$work" && ./restart >whole && ./restart write state && ./restart read state >resumed &&
        [ -s whole ] && cmp whole resumed
}
check "a restart from a file has the same bits" eval '(restart)'
check "states that are cut, changed or foreign are refused" quiet ./restart damaged state
check "a mesh for which there is no memory is refused" quiet ./memory
check "scenes in a forked process" quiet ./processes forks
check "forks amidst calls of other threads" quiet ./processes amidst

# Memory: valgrind, and hosts with sanitizers. Hosts for valgrind ask for portable instructions,
# since it does not know all others.
grind() {
    quiet valgrind --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        -q "$@"
}
if has valgrind "valgrind"; then
    check "examples for valgrind" examples portable CFLAGS="-g -O1 -DISA=GAPKIT_ISA_PORTABLE" FC=none
    for program in two_hulls fe_loop newton host_step dem threads hello; do
        check "valgrind: $program" grind "$work/portable/$program"
    done
    check "valgrind: abuse" grind ./abuse-shared 500
fi
sanitized=(-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all)
if echo 'int main(void) { return 0; }' | "$CC" "${sanitized[@]}" -x c - -o "$work/probe" 2>/dev/null; then
    check "examples with address and undefined-behaviour sanitizers" examples sanitized CFLAGS="${sanitized[*]}" FC=none
    check "abuse compiles with sanitizers" abuse abuse-sanitized "${sanitized[@]}"
    check "abuse with sanitizers" quiet ./abuse-sanitized 10000
else
    echo "without sanitizers in $CC: left out"
fi

# A stranger, who has the prefix and nothing else; it may have been moved.
stranger=$(mktemp -d)
trap 'rm -rf "$stranger"' EXIT
cp -r "$prefix" "$stranger/moved"
cp -r c_examples "$stranger/project"
export PKG_CONFIG_PATH=$stranger/moved/lib/pkgconfig
by_pkg_config() {
    # The words of pkg-config are several arguments.
    # shellcheck disable=SC2046
    "$CC" -std=c99 two_hulls.c $(pkg-config --cflags --libs gapkit) -lm -o shared &&
        LD_LIBRARY_PATH=$stranger/moved/lib ./shared && ldd shared | grep -F libgapkit
}
by_pkg_config_static() {
    # shellcheck disable=SC2046
    "$CC" -std=c99 two_hulls.c $(pkg-config --static --cflags --libs gapkit) -o static && ./static &&
        ! ldd static | grep -F libgapkit
}
# The lines of the README and of the tutorial, one after the other, from the folder of the project;
# only that the library is installed already.
by_manual() {
    { echo "PREFIX=$stranger/moved" && grep -hvE '^(PREFIX=|scripts/)' "$work/lines.sh"; } >lines.sh &&
        cp "$work"/host.c "$work"/host.f90 . &&
        env -u PKG_CONFIG_PATH -u LD_LIBRARY_PATH bash -e lines.sh >out && [ "$(grep -c 'has gap' out)" -eq 12 ]
}
by_cmake() {
    cmake -B build -DCMAKE_PREFIX_PATH="$stranger/moved" && cmake --build build --parallel 2 &&
        ctest --test-dir build --output-on-failure
}
{ sed -n '/^### Link it/,/^### /p' README.md | snippet - sh && snippet docs/tutorial.md sh; } >"$work/lines.sh"
cd "$stranger/project"
if has pkg-config "pkg-config"; then
    check "a stranger's project by pkg-config" by_pkg_config
    check "a stranger's project by pkg-config --static, without the shared library" by_pkg_config_static
    has gfortran "the lines of the manual" && check "the lines of the manual, from a private prefix" by_manual
fi
has cmake "CMake" && check "a stranger's project by CMake" by_cmake

report
