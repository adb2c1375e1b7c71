#!/usr/bin/env bash
# Checks the Python package: a wheel is built and installed into a fresh environment, where the tests
# and examples run; contacts are compared with those of the command. What cannot be had (Python, venv,
# NumPy where there is no network) is said, and is no failure. The last line counts the checks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
work=$target/python-package
rm -rf "$work"
mkdir -p "$work"
source scripts/checks.sh

left_out() {
    echo "$1: the Python package is not checked"
    exit 0
}
command -v python3 >/dev/null || left_out "there is no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || left_out "python3 is older than 3.9"
timeout 120 python3 -m venv "$work/env" >"$work/log" 2>&1 || left_out "there is no Python with venv"
python=$work/env/bin/python

# Other packages: from the network, or from the tools of scripts/check_files.sh where there is none.
offer() {
    timeout 240 "$python" -m pip install --quiet --disable-pip-version-check "$1" >"$work/log" 2>&1 && return
    echo "$2 could not be installed"
    return 1
}
if ! offer numpy NumPy; then
    other=$("$target/python/bin/python" -c 'import numpy, pathlib; print(pathlib.Path(numpy.__file__).parents[1])' 2>/dev/null) ||
        left_out "there is no NumPy"
    echo "$other" >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tools.pth"
fi
offer meshio==5.3.5 meshio || true
offer pyvista==0.49.1 pyvista || true

# The command and the library as the tests have built them; without GAPKIT_LIBRARY the wheel gets one
# of the release profile.
cargo build --quiet --bin gapkit --test cli
name=$(cd python && "$python" -c 'import build_backend; print(build_backend.library_name())')
export GAPKIT_LIBRARY=$target/debug/deps/$name
wheel() { "$python" -m pip wheel --quiet --no-deps --wheel-dir "$work" ./python; }
install() { "$python" -m pip install --quiet --no-deps --no-index "$work"/gapkit-*.whl; }
attempt "wheel" wheel || { report; exit 1; }
attempt "installed" install || { report; exit 1; }
unset GAPKIT_LIBRARY

# From another folder, so that it is the installed package that runs.
elsewhere() { (cd "$work" && GAPKIT_COMMAND=$target/debug/gapkit "$python" "$@"); }
tests=$PWD/python/tests examples=$PWD/python/examples
if elsewhere -m unittest discover "$tests" >"$work/tests" 2>&1; then outcome=ok; else outcome=FAILED; fi
ran=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$work/tests")
broken=$(grep -cE '^(FAIL|ERROR): ' "$work/tests" || true)
echo "$outcome: ${ran:-0} tests of the package, $broken failed"
grep -E "skipped" "$work/tests" || true
if [ "$outcome" = ok ] && [ "${ran:-0}" -gt 0 ]; then
    passed=$((passed + ran))
else
    head -n 60 "$work/tests"
    failed=$((failed + (broken > 0 ? broken : 1)))
fi
check "example: pressure" elsewhere "$examples/pressure.py"
check "example: overhead" elsewhere "$examples/overhead.py" 20
report
