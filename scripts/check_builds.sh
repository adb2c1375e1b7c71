#!/usr/bin/env bash
# Asks the same pairs in builds of several kinds, on every instruction set of this machine, and compares
# all bits: scripts/check_builds.sh [PAIRS [BUILD...]]. A compiler that takes a search apart is found
# out here. The builds are those below, or those named; nightly where there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=${CARGO_TARGET_DIR:-$PWD/target}/builds
pairs=${1:-100000}
shift || true
builds=("$@")
[ ${#builds[@]} -gt 0 ] || builds=(release debug one coverage nightly)

# Builds and runs one: a name, a profile, and what cargo is told besides.
run() {
    local name=$1 profile=$2 folder=debug
    shift 2
    [ "$profile" = release ] && folder=release
    export CARGO_TARGET_DIR=$root/$name LLVM_PROFILE_FILE=/dev/null
    cargo "$@" build -q -p gapkit-hardening --bin differential --profile "$profile"
    "$CARGO_TARGET_DIR/$folder/differential" "$pairs" >"$root/$name.txt"
}

mkdir -p "$root"
status=0 first=
for build in "${builds[@]}"; do
    case $build in
    release) run release release ;;
    debug) run debug dev --config profile.dev.opt-level=0 ;;
    one) run one dev --config profile.dev.opt-level=1 ;;
    coverage) RUSTFLAGS="-C instrument-coverage" run coverage dev ;;
    nightly)
        if ! cargo +nightly --version >/dev/null 2>&1; then
            echo "no nightly toolchain: not built"
            continue
        fi
        RUSTFLAGS="-C debug-assertions" run nightly release +nightly
        ;;
    *) echo "no build is called $build" && exit 2 ;;
    esac
    first=${first:-$build}
    if diff -u "$root/$first.txt" "$root/$build.txt" >"$root/$build.diff"; then
        echo "ok: $build, $(wc -l <"$root/$build.txt") hashes of $pairs pairs as in $first"
    else
        echo "FAILED: $build differs from $first" && head -n 20 "$root/$build.diff"
        status=1
    fi
done
exit $status
