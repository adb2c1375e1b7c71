#!/usr/bin/env bash
# Checks view.py of the demos with ParaView: short runs, shown by pvpython, pvbatch and the window
# from another folder, and pixels of the pictures; and the filter of paraview/. Installs ParaView (1.3 GB) where it is missing
# and can be installed; what cannot run is left out, which is said and is no failure. The last line
# counts the checks, as the tests of cargo do. The pictures are in target/paraview.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts=$PWD/scripts
target=${CARGO_TARGET_DIR:-$PWD/target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
work=$target/paraview

offer() {
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "installing $*"
        export DEBIAN_FRONTEND=noninteractive
        { timeout 120 apt-get update -qq && timeout 1200 apt-get install -qq -y "$@" >/dev/null; } ||
            echo "$* could not be installed"
    fi
    command -v "$command" >/dev/null || { echo "without $command: ParaView left out"; return 1; }
}
offer pvpython paraview python3-paraview || exit 0
[ -n "${DISPLAY:-}" ] || offer Xvfb xvfb || exit 0

rm -rf "$work"
mkdir -p "$work/elsewhere"
# One display for all, which stays when its last client leaves; it writes its number when it is
# there.
if [ -z "${DISPLAY:-}" ]; then
    mkfifo "$work/display"
    Xvfb -displayfd 3 -noreset -screen 0 1280x1024x24 -nolisten tcp 3<>"$work/display" >"$work/xvfb.log" 2>&1 &
    server=$!
    trap 'kill "$server" 2>/dev/null || true' EXIT
    read -r -t 60 number <>"$work/display" || { echo "Xvfb does not start"; exit 1; }
    export DISPLAY=:$number
fi

source scripts/checks.sh

# The command as the tests have built it.
cargo build --quiet --bin gapkit --test cli
# Long enough for contacts.
run() { "$target/debug/gapkit" demo "$1" --out "$work/$1" "${@:2}"; }
check "bunny-knots: run" run bunny-knots --duration 0.4 --frames 4
check "bars: run" run bars --cells 20 --frames 14
check "dem: run" run dem --grains 60 --duration 0.4 --frames 4

# Counts the checks that a script printed.
counted() {
    grep -E '^(ok|FAILED): ' "$1" || true
    passed=$((passed + $(grep -c '^ok: ' "$1" || true)))
    failed=$((failed + $(grep -c '^FAILED: ' "$1" || true)))
}
# view PROGRAM DEMO PICTURE OPTIONS...
view() {
    (cd "$work/elsewhere" &&
        timeout 120 "$1" "$work/$2/view.py" --screenshot "$work/$2/$3" "${@:4}" && [ -s "$work/$2/$3" ])
}
# The window runs the script without its name, and would stay.
window() {
    { cat "$work/$1/view.py"
      echo "SaveScreenshot('$work/$1/window.png', view, ImageResolution=[600, 400]); os._exit(0)"
    } >"$work/$1/window.py"
    (cd "$work/elsewhere" && timeout 120 paraview --dr --script="../$1/window.py" && [ -s "$work/$1/window.png" ])
}
pixels() {
    (cd "$work/elsewhere" &&
        timeout 120 pvpython "$scripts/check_view.py" "$1" "$work/$1" "$work/$1" >"$work/pixels")
}
for demo in bunny-knots bars dem; do
    attempt "$demo: pvpython" view pvpython "$demo" plain.png || continue
    attempt "$demo: arrows" view pvpython "$demo" contacts.png --contacts arrows || continue
    attempt "$demo: pvpython at the start" view pvpython "$demo" start.png --time 0 --contacts arrows || continue
    attempt "$demo: points" view pvpython "$demo" points.png --contacts points || continue
    attempt "$demo: no contacts" view pvpython "$demo" none.png --contacts none || continue
    colour=body
    if [ "$demo" = dem ]; then colour=kind; fi
    attempt "$demo: coloured by $colour" view pvpython "$demo" bodies.png --colour "$colour" || continue
    attempt "$demo: pixels read" pixels "$demo" || continue
    counted "$work/pixels"
    if command -v paraview >/dev/null; then check "$demo: window" window "$demo"; fi
done
if command -v pvbatch >/dev/null; then check "bars: pvbatch" view pvbatch bars batch.png; fi

# The filter over the C library, which the tests have built.
plugin() {
    (cd "$work/elsewhere" && GAPKIT_LIBRARY=$library \
        timeout 300 pvpython "$scripts/check_plugin.py" "$target/debug/gapkit" "$work" >"$work/plugin")
}
library=$(ls "$target/debug/deps/libgapkit."{so,dylib} 2>/dev/null | head -n 1 || true)
if [ -n "$library" ]; then
    check "plugin: runs" plugin
    counted "$work/plugin"
else
    echo "there is no shared library: the plugin is left out"
fi

report
