#!/usr/bin/env bash
# Runs the examples of MPI under Open MPI and MPICH, on 1, 2 and 4 ranks: the same contacts, positions to
# 1e-12, and faults that all ranks are told of within a second. Installs what is missing; what cannot be
# had is said, and is no failure. The last line counts the checks, as the tests of cargo do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/mpi
prefix=$work/prefix
rm -rf "$work"
mkdir -p "$work"
source scripts/checks.sh

# Compiler, header and launcher: other packages bring some of them without the rest.
is_whole() {
    command -v "mpirun.$1" >/dev/null && echo '#include <mpi.h>' | "mpicc.$1" -E -x c - >/dev/null 2>&1
}
for pair in openmpi:libopenmpi-dev mpich:libmpich-dev; do
    if ! is_whole "${pair%%:*}" && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "installing ${pair%%:*}"
        export DEBIAN_FRONTEND=noninteractive
        { timeout 300 apt-get update -qq && timeout 300 apt-get install -qq -y "${pair##*:}" "${pair%%:*}-bin" gfortran >/dev/null 2>&1; } ||
            timeout 300 apt-get install -qq -y "${pair##*:}" "${pair%%:*}" gfortran >/dev/null 2>&1 || true
    fi
done

# With a test, so that it is the library that the tests were built with, which is there already.
check "build" cargo build --lib --test capi
check "install" scripts/install.sh "$prefix" "$target/debug"
link=(-L"$prefix/lib" -lgapkit -Wl,-rpath,"$prefix/lib" -lm)

# The line of rank 0, without blanks that depend on nothing.
run() { timeout 300 "mpirun.$mpi" "${options[@]}" -n "$@"; }
# The hash of the contacts is the same on any number of ranks as long as positions are.
same_start() {
    for ranks in 1 2 3 4; do run $ranks "$work/$1" 3 >"$work/$1.$ranks"; cat "$work/$1.$ranks"; done
    [ "$(cat "$work/$1".[1-4] | sort -u | wc -l)" -eq 1 ]
}
# Heights and places after 1,000 steps.
near() {
    for ranks in 1 2 4; do run $ranks "$work/$1" 1000 >"$work/$1.$ranks"; cat "$work/$1.$ranks"; done
    cat "$work/$1".[124] | awk '{ gsub(",", ""); for (k = 7; k <= 10; k++) if ($k + 0 == $k) {
        if (NR == 1) first[k] = $k; else if (($k - first[k])^2 > 1e-24) bad = 1 } } END { exit bad || NR != 3 }'
}
# All four ranks have the status, within a second.
faulty() {
    run 4 "$work/$1" fault "$2" >"$work/$1.fault" 2>&1 || true
    cat "$work/$1.fault"
    [ "$(grep -c "status $3" "$work/$1.fault")" -eq 4 ] && ! grep "more than a second" "$work/$1.fault"
}

for mpi in openmpi mpich; do
    if ! is_whole "$mpi"; then
        echo "without $mpi: its checks are left out"
        continue
    fi
    options=()
    [ $mpi = openmpi ] && options=(--oversubscribe --allow-run-as-root)
    check "$mpi: the example compiles" "mpicc.$mpi" -std=c99 -O2 -Wall -Wextra -Werror -ffp-contract=off -I"$prefix/include" \
        c_examples/mpi_fe_loop.c "${link[@]}" -o "$work/loop-$mpi"
    check "$mpi: the same contacts on 1 to 4 ranks" same_start "loop-$mpi"
    check "$mpi: positions after 1,000 steps on 1, 2 and 4 ranks" near "loop-$mpi"
    check "$mpi: a coordinate that is no number" faulty "loop-$mpi" nan 4
    check "$mpi: different margins" faulty "loop-$mpi" margin 4
    check "$mpi: a rank that fails" faulty "loop-$mpi" call 20
    if command -v "mpif90.$mpi" >/dev/null; then
        mkdir -p "$work/f-$mpi"
        check "$mpi: glue for Fortran" "mpicc.$mpi" -std=c99 -O2 -Wall -Wextra -Werror -I"$prefix/include" -c c_examples/gapkit_mpi.c -o "$work/f-$mpi/glue.o"
        check "$mpi: the example in Fortran compiles" "mpif90.$mpi" -O2 -J"$work/f-$mpi" "$prefix/include/gapkit.f90" \
            "$prefix/include/gapkit_mpi.f90" c_examples/mpi_fe_loop.f90 "$work/f-$mpi/glue.o" "${link[@]}" -o "$work/fortran-$mpi"
        check "$mpi: the same contacts from Fortran" same_start "fortran-$mpi"
    else
        echo "without mpif90.$mpi: Fortran is left out"
    fi
done
report
