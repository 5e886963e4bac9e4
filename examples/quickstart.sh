#!/usr/bin/env bash
# From a fresh Debian to a captured window and an answer about it: installs what is missing, builds,
# and lets an MCP client look at a real application. Safe to run again.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source examples/packages.sh

step "Packages"
install_packages "${build_packages[@]}" "${run_packages[@]}"

step "Build"
if command -v ccache >/dev/null || [ -d build ]; then echo "   (a second build is much faster than the first)"; fi
log=$(mktemp)
cmake -S . -B build -G Ninja >"$log" 2>&1 || { cat "$log"; stop "CMake could not configure the build."; }
rm -f "$log"
if [ -t 1 ]; then
  cmake --build build
else
  cmake --build build | awk '/FAILED/ { show = 1 } show || ++lines % 20 == 0 || /^ninja/ { print; fflush() }'
fi
peekaboo=$PWD/build/peekaboo
"$peekaboo" --version

picture=$PWD/build/first-capture.png
rm -f "$picture"  # of an earlier run: a server replaces only what it wrote itself
export PEEKABOO_AI_PROVIDERS=ocr
seen=no
if [ -n "${DISPLAY:-}" ]; then
  step "A look at your desktop ($DISPLAY), through the MCP server"
  if /usr/bin/python3 examples/ask.py --wait 2 --picture "$picture" -- "$peekaboo" mcp; then
    seen=yes
  else
    echo "   Nothing could be seen there; $peekaboo doctor tells why."
  fi
fi
if [ $seen = no ]; then
  step "A private display, with a terminal on it, through the MCP server"
  terminal="xterm -fa 'DejaVu Sans Mono' -fs 18 -geometry 48x10 -T Greeting -e sh -c \"printf '\\n  Peekaboo sees you.\\n\\n  Invoice 4711: 99 EUR\\n'; exec sleep 3600\""
  /usr/bin/python3 examples/ask.py --picture "$picture" --app xterm --expect "Invoice 4711" \
    --question "Which invoice is on the screen?" -- "$peekaboo" --virtual 1280x800 --open "$terminal" mcp
fi

step "The picture"
echo "   $picture"
if [ -t 1 ]; then "$peekaboo" show "$picture"; fi

step "Let your own client use it"
cat <<END
Claude Desktop (claude_desktop_config.json) and Cursor (~/.cursor/mcp.json):

  { "mcpServers": { "peekaboo": {
      "command": "$peekaboo", "args": ["mcp"],
      "env": { "PEEKABOO_AI_PROVIDERS": "ocr" } } } }

Claude Code:

  claude mcp add peekaboo --env PEEKABOO_AI_PROVIDERS=ocr -- $peekaboo mcp

VS Code (.vscode/mcp.json):

  { "servers": { "peekaboo": {
      "type": "stdio", "command": "$peekaboo", "args": ["mcp"],
      "env": { "PEEKABOO_AI_PROVIDERS": "ocr" } } } }

The server finds your desktop by itself; "$peekaboo doctor" tells what works there and what does not.
END
