#!/usr/bin/env bash
# Compares detection with the IPC toolkit; see compare.py, which gets the arguments. The toolkit is
# a Python package, and is kept in target/ipctk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools=${CARGO_TARGET_DIR:-$PWD/target}/ipctk
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/python" -c 'import ipctk, numpy' 2>/dev/null || "$tools/bin/pip" install -q ipctk numpy
exec "$tools/bin/python" benches/ipctk/compare.py "$@"
