#!/usr/bin/env bash
# Make the virtual environment: scripts/venv.sh PYTHON FOLDER
set -eu
python=$1
folder=$2
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "TaiLens needs Python 3.11 or newer; '$python' is not. Say which: make PYTHON=python3.12 ..." >&2
    exit 1
fi
# Debian keeps ensurepip in a package of its own.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null
    else
        echo "Python's venv module is missing. Type: sudo apt-get install $package" >&2
        exit 1
    fi
fi
"$python" -m venv "$folder"
