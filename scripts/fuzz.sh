#!/usr/bin/env bash
# Runs all fuzz targets of tests/fuzz for some minutes in all, on the stable toolchain, and ends with a
# table: scripts/fuzz.sh [MINUTES [TARGET]]. GAPKIT_SEED says where the random numbers start; without it
# each run is another one. What breaks something is kept in target/fuzz: copied to
# tests/fixtures/fuzz/TARGET it is run by every test from then on. With cargo-fuzz and a nightly
# toolchain, `cargo +nightly fuzz run TARGET` sees coverage, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

minutes=${1:-5}
export GAPKIT_FUZZ_SECONDS=$((minutes * 60))
export GAPKIT_FUZZ_TARGET=${2:-}
export GAPKIT_SEED=${GAPKIT_SEED:-$(date +%s)}
echo "seed $GAPKIT_SEED"
exec cargo test -p gapkit --test fuzz -- --ignored --nocapture
