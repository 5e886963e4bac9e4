#!/usr/bin/env bash
# Installs the official conformance suite and Inspector that package.json pins, and the node that they need (22.19 or
# newer).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
stamp=node_modules/.installed
wanted=$(cat package.json)
if [ "$(cat $stamp 2>/dev/null)" = "$wanted" ]; then
  echo "   installed already"
  exit 0
fi
for attempt in 1 2 3; do
  if npm install --no-package-lock --no-audit --no-fund --loglevel=error --no-save --omit=optional; then
    printf '%s' "$wanted" >$stamp
    exit 0
  fi
  echo "   npm failed (attempt $attempt of 3)" >&2
done
exit 1
