#!/usr/bin/env bash
# Runs the fuzz targets and the queries of all instruction sets under AddressSanitizer, ThreadSanitizer and
# valgrind, and units under Miri where it is installed:
# scripts/check_sanitizers.sh [SECONDS [address|thread|valgrind|miri...]]. The stable compiler takes the
# flags with RUSTC_BOOTSTRAP and has the runtimes. The standard library itself is not instrumented.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/checks.sh
root=${CARGO_TARGET_DIR:-$PWD/target}/sanitizers
host=$(rustc -vV | sed -n 's/^host: //p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seconds=${1:-60}
shift || true
chosen=("$@")
[ ${#chosen[@]} -gt 0 ] || chosen=(address thread valgrind miri)

# Builds the programs with a sanitizer, and runs them.
sanitized() {
    local name=$1 flags=$2 folder=$root/$1/$host/debug
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$name $flags" CARGO_TARGET_DIR=$root/$name \
        cargo build -q -p gapkit-hardening --target "$host" --config profile.dev.opt-level=1
    check "$name: queries" "$folder/differential" 2000
    check "$name: fuzz targets" "$folder/fuzz" "$seconds"
    grep '^|' "$work/log" || true
}

for sanitizer in "${chosen[@]}"; do
    case $sanitizer in
    address)
        # The pool of threads lives as long as the process.
        export ASAN_OPTIONS=detect_leaks=0
        sanitized address ""
        ;;
    # Instrumented code calls a standard library that is not.
    thread) sanitized thread -Cunsafe-allow-abi-mismatch=sanitizer ;;
    valgrind)
        if ! command -v valgrind >/dev/null; then
            echo "without valgrind: not run"
            continue
        fi
        cargo build -q -p gapkit-hardening --bin differential
        program=${CARGO_TARGET_DIR:-$PWD/target}/debug/differential
        check "valgrind: queries" valgrind -q --error-exitcode=1 "$program" 200
        ;;
    miri)
        if ! cargo +nightly miri --version >/dev/null 2>&1; then
            echo "without miri: not run"
            continue
        fi
        # What Miri can run: plain arithmetic, no assembly.
        export MIRIFLAGS=-Zmiri-tree-borrows
        check "miri: numbers" cargo +nightly miri test -q -p gapkit --lib num::
        check "miri: lanes" cargo +nightly miri test -q -p gapkit --lib simd::tests
        ;;
    *) echo "nothing is called $sanitizer" && exit 2 ;;
    esac
done
report
