#!/usr/bin/env bash
# Installs what the tests need, builds four configurations, and runs every test in one CTest run.
#
#   build/       release: the program, against real desktops and real clients; the lints; how long scripts hold the loop
#   build-asan/  address and undefined-behaviour sanitizers: all unit suites
#   build-tsan/  thread sanitizer: the unit suites of core and lua
#   build-fuzz/  clang with address and undefined-behaviour sanitizers: hostile lines, HTTP, pictures and display servers, for a minute
#
# With --all first, the long suites run too: tests/hosts, where real MCP hosts (3 GB from npm) are asked 20 times each,
# and LibreOffice, Firefox and Java programs, used through marks.
# Other arguments go to CTest, for example: tests/run.sh -R desktop/
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source examples/packages.sh
source tests/packages.sh
jobs=$(nproc)
long=()
if [ "${1:-}" = --all ]; then
  long=(-C Long)
  shift
fi
began=$SECONDS

step "Packages"
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"

step "The official MCP client, from npm"
tests/clients/install.sh
step "The official conformance suite, from npm"
tests/conformance/install.sh
if [ ${#long[@]} -gt 0 ]; then
  step "Packages of the programs that are used"
  install_packages "${test_programs[@]}"
  step "The hosts, from npm"
  tests/clients/install.sh tests/hosts
fi

build() {
  local preset=$1 log
  shift
  step "Build: $preset"
  log=$(mktemp)
  cmake --preset "$preset" -DPEEKABOO_WERROR=ON "$@" >"$log" 2>&1 || { cat "$log"; stop "CMake failed"; }
  rm -f "$log"
  local folder=build-$preset
  [ "$preset" != release ] || folder=build
  if [ -t 1 ]; then
    cmake --build "$folder" --parallel "$jobs" --target peekaboo_test_programs
  else
    NINJA_STATUS='[%f/%t %es] ' cmake --build "$folder" --parallel "$jobs" --target peekaboo_test_programs |
      awk '/FAILED|error|warning|^ninja/ || ++lines % 25 == 0 || /no work/ || show { print; fflush() } /FAILED/ { show = 1 }'
  fi
  echo "   $((SECONDS - began)) s since the start"
}
build release -DPEEKABOO_UNITS=lua
build asan
build tsan "-DPEEKABOO_UNITS=core;lua"
build fuzz

step "Tests"
mkdir -p build/all
printf 'subdirs("%s")\n' "$PWD"/build{,-asan,-tsan,-fuzz} >build/all/CTestTestfile.cmake
export UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1 TSAN_OPTIONS=halt_on_error=1
exec ctest --test-dir build/all --parallel "$jobs" --output-on-failure --no-tests=error "${long[@]}" "$@"
