#!/usr/bin/env bash
# Checks the readers with files that VTK, pyvista, meshio and Gmsh have just written in every
# variant, and the writers with VTK. The tools are Python packages; they are kept in target/python.
# What cannot be installed is left out, which is said and is no failure; a file that is read wrongly
# is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-target}
python=$target/python/bin/python

# What Gmsh needs of the system, though it draws nothing here.
libraries=(libglu1-mesa libxrender1 libxcursor1 libxft2 libxinerama1 libfontconfig1)

has() { "$python" -c "import $1" >/dev/null 2>&1; }

# Versions are fixed: a new one is to be tried on purpose, not to fail a check overnight.
install() {
    echo "installing $*"
    timeout 240 "$python" -m pip install --quiet --disable-pip-version-check "$@" ||
        echo "$* could not be installed; going on without"
}

install_libraries() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 0
    export DEBIAN_FRONTEND=noninteractive
    { timeout 120 apt-get update -qq && timeout 240 apt-get install -qq -y "${libraries[@]}" >/dev/null; } ||
        echo "the libraries that Gmsh needs could not be installed"
}

if ! "$python" -c "" 2>/dev/null; then
    rm -rf "$target/python"
    timeout 120 python3 -m venv "$target/python" || {
        rm -rf "$target/python"
        echo "there is no Python with venv; going on without other tools"
        exit 0
    }
fi
if ! { has vtk && has meshio && has pyvista; }; then
    install vtk==9.7.1 meshio==5.3.5 pyvista==0.49.1
fi
# By itself, because there are machines without a Gmsh to install.
installed() { "$python" -m pip show --quiet "$1" >/dev/null 2>&1; }
installed gmsh || install gmsh==4.15.2
if installed gmsh && ! has gmsh; then install_libraries; fi
if ! has numpy; then
    echo "no tool could be installed; going on with the committed samples alone"
    exit 0
fi

folder=$PWD/$target/tool-files
case $target in /*) folder=$target/tool-files ;; esac
rm -rf "$folder"
"$python" scripts/write_files.py "$folder"
# The second program writes the files that VTK judges.
GAPKIT_TOOL_FILES=$folder cargo test --test files -- --ignored --nocapture real_tools
if has vtk; then
    cargo test --quiet --test vtk --test vtkio >/dev/null
    "$python" scripts/check_vtk.py "$target/tmp"
fi
