#!/usr/bin/env bash
# Checks that no intrinsic of an instruction set was left out of line in a library: a function that
# uses one and does not have the instruction set itself calls it through memory, which takes several
# times as long as plain code. The libraries are those given; `release` stands for that of the
# release profile, which is built first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
if [ "$(uname -m)" != x86_64 ] || ! command -v nm >/dev/null; then
    echo "without x86-64 or nm: intrinsics out of line are not searched for"
    exit 0
fi

# One that asks the processor for its registers is called where the program starts, and may be out
# of line.
check() {
    local symbols=$1 found
    # A library without symbols would pass for the wrong reason.
    grep -q ' gapkit::simd::' "$symbols" || { echo "$2 has no symbols" && return 1; }
    found=$(grep -E ' core::core_arch::' "$symbols" | grep -vE '::(cpuid|xsave)::' || true)
    [ -z "$found" ] || { printf '%s\n%s has intrinsics out of line\n' "$found" "$2" && return 1; }
    echo "ok: $2 has no intrinsic out of line"
}

symbols=$(mktemp)
trap 'rm -f "$symbols"' EXIT
status=0
for library; do
    if [ "$library" = release ]; then
        # The lanes are the same without the readers and writers of files.
        cargo build --release --lib -p gapkit --no-default-features
        library=$target/release/libgapkit.so
    fi
    nm -C --defined-only "$library" >"$symbols"
    check "$symbols" "$library" || status=1
done
exit $status
