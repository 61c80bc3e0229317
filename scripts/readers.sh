#!/bin/sh
# Put supervision, which reads the labelled sets that we write, into an environment of its own (.venv-readers).
# Its wish for `av` is not granted: that wheel bundles GPL code, and we read no videos.
set -eu
venv=.venv-readers
list=tests/labels/forms/readers.txt
test "$venv/made" -nt "$list" && exit 0
if "${PYTHON:-python3}" -m venv "$venv" &&
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-deps --no-compile --requirement "$list"; then
    touch "$venv/made"
else
    echo "readers.sh: supervision can't be installed; the tests that need it are skipped" >&2
fi
