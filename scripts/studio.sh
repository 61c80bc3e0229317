#!/bin/sh
# Put Label Studio into an environment of its own (.venv-studio), for the test that it shows the boxes that we write.
set -eu
venv=.venv-studio
list=tests/labels/forms/studio.txt
test "$venv/made" -nt "$list" && exit 0
if "${PYTHON:-python3}" -m venv "$venv" &&
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-compile --requirement "$list"; then
    touch "$venv/made"
else
    echo "studio.sh: Label Studio can't be installed; the test that needs it is skipped" >&2
fi
