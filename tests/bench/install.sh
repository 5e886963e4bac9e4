#!/usr/bin/env bash
# Installs the official servers that package.json pins, for servers.py.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
exec "$here/../clients/install.sh" "$here"
