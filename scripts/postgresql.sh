#!/usr/bin/env bash
# Make sure that the database tests have PostgreSQL's programs, where we may install them; elsewhere say that those
# tests will be skipped. The tests run a server of their own in a temporary folder (tests/postgresql.py), and touch none
# that the machine has.
set -eu
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
command -v initdb >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing PostgreSQL for the database tests" >&2
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql \
        >/dev/null; then
        exit 0
    fi
    echo "PostgreSQL can't be installed: the tests on it will be skipped; the same tests run on SQLite." >&2
    exit 0
fi
echo "PostgreSQL is not installed: the tests on it will be skipped; the same tests run on SQLite." >&2
echo "To run them, type: sudo apt-get install postgresql" >&2
