#!/usr/bin/env bash
# Runs every check of the project, from any directory and on a machine that has no more than Rust.
# All steps run, also after one has failed. The last line is the number of tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Installs a package where its command is missing; the steps that need it say so themselves.
offer() {
    local command=$1 package=$2
    if command -v "$command" >/dev/null; then return; fi
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "== install $package"
        export DEBIAN_FRONTEND=noninteractive
        { timeout 300 apt-get update -qq && timeout 300 apt-get install -qq -y "$package"; } ||
            echo "$package could not be installed; going on without it"
    else
        echo "$command is missing and cannot be installed from here; going on without it"
    fi
}

component() {
    local command=$1 name=$2
    if cargo "$command" --version >/dev/null 2>&1; then return; fi
    echo "== install $name"
    rustup component add "$name" || echo "$name could not be installed"
}

failed=()
step() {
    local name=$1
    shift
    echo "== $name"
    "$@" || failed+=("$name")
}

if ! command -v cargo >/dev/null; then
    echo "cargo is missing: install Rust first" >&2
    exit 1
fi
offer cc gcc
component fmt rustfmt
component clippy clippy

# A clean tree builds an eighth faster without what only the next build would need.
export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
tests() { cargo test --no-fail-fast 2>&1 | tee "$log"; }
files() { scripts/check_files.sh 2>&1 | tee -a "$log"; }
hosts() { scripts/check_capi.sh 2>&1 | tee -a "$log"; }
ranks() { scripts/check_mpi.sh 2>&1 | tee -a "$log"; }
package() { scripts/check_python.sh 2>&1 | tee -a "$log"; }
# ParaView is too large to be installed by a test.
views() {
    if command -v pvpython >/dev/null; then
        scripts/check_paraview.sh 2>&1 | tee -a "$log"
    else
        echo "skipped: there is no pvpython; scripts/check_paraview.sh installs ParaView (1.3 GB) and checks the views of demos"
    fi
}
lanes() { scripts/check_symbols.sh "${CARGO_TARGET_DIR:-target}/debug/libgapkit.so" release; }
docs() { RUSTDOCFLAGS="-D warnings" cargo doc --no-deps; }

step "format" cargo fmt --all --check
step "lints" cargo clippy --all-targets -- -D warnings
step "lints, library alone" cargo clippy -p gapkit --lib --no-default-features -- -D warnings
step "tests" tests
step "files of other tools" files
step "documentation" docs
# After the tests, with which it shares the library.
step "hosts in C, C++ and Fortran" hosts
step "ranks of MPI" ranks
step "Python package" package
# Last, since it needs the library of the hosts, and one of the release profile.
step "lanes" lanes
step "views of the demos in ParaView" views

for name in "${failed[@]+"${failed[@]}"}"; do echo "FAILED: $name"; done
# The harness prints one `test result:` line for each test program.
awk '/^test result: / {
         for (i = 2; i <= NF; i++) {
             if ($i ~ /^passed/) passed += $(i - 1)
             if ($i ~ /^failed/) failed += $(i - 1)
             if ($i ~ /^ignored/) ignored += $(i - 1)
         }
     }
     END { printf "%d passed, %d failed, %d ignored\n", passed, failed, ignored }' "$log"
[ "${#failed[@]}" -eq 0 ]
