#!/usr/bin/env bash
# Installs what the tests of a tier need, builds, and runs them in one CTest run.
#
#   bash tests/run.sh            default tier: everything that a change can plausibly break
#   bash tests/run.sh --full     adds the sanitizers, two minutes of fuzzing, every window manager, KWin, the leak suites,
#                                the official client and the conformance suite
#   bash tests/run.sh --all      adds LibreOffice, Firefox, Java, hosts from npm, GNOME, and unusual builds
#
#   --budget                     fail when a test takes more than 20 seconds or the run more than 22 minutes
#   -R, -E, -L, -LE REGEX, -N, -V, --rerun-failed, --repeat HOW
#                                go to CTest, for example: tests/run.sh -R desktop/
#
# scripts/docs/TESTING.md describes the tiers. The builds are CTest fixtures, so that the desktop suites run while the
# unit suites still compile:
#
#   build/           release: the program, its unit suites, real desktops, the lints        every tier
#   build-asan/      clang, address and undefined-behavior sanitizers: unit suites, fuzzing full, all
#   build-tsan/      thread sanitizer: the unit suites of core and lua                      full, all
#   build-gcc-asan/  g++, address sanitizer: core, lua, mcp, native_lua                     all
#   build-plain/     release without batches and precompiled headers: compiles              all
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source examples/packages.sh
source tests/packages.sh

usage() { sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' tests/run.sh; }
tier=default budget=() chosen=()
while [ $# -gt 0 ]; do
  case $1 in
    --full) tier=full ;;
    --all) tier=all ;;
    --budget) budget=(--budget) ;;
    -h | --help) usage; exit 0 ;;
    -R | -E | -L | -LE | --repeat)
      [ $# -gt 1 ] || stop "tests/run.sh: $1 needs a value"
      chosen+=("$1" "$2")
      shift
      ;;
    -N | -V | --rerun-failed) chosen+=("$1") ;;
    *)
      stop "tests/run.sh: unknown option '$1'" \
        "Tiers: bash tests/run.sh (default), bash tests/run.sh --full, bash tests/run.sh --all. See tests/run.sh --help."
      ;;
  esac
  shift
done
processors=$(nproc)
began=$SECONDS

# needs_space FOLDER MEGABYTES: stops where the disk has less.
needs_space() {
  local free
  free=$(($(stat -f -c '%a * %S' "$1") / 1000000))
  [ "$free" -ge "$2" ] ||
    stop "The disk of $1 has $free MB left; the tests need $2 MB." "Free some space, or clone the repository to another disk."
}
space_needed=6000
[ ! -e build/build.ninja ] || space_needed=1000
needs_space . $space_needed
needs_space "${TMPDIR:-/tmp}" 1000

step "Packages of the $tier tier"
install_packages "${build_packages[@]}" "${run_packages[@]}" "${default_packages[@]}"
if [ $tier != default ]; then
  install_packages "${full_packages[@]}"
  step "The official MCP client and conformance suite, from npm"
  tests/clients/install.sh
  tests/conformance/install.sh
fi
if [ $tier = all ]; then
  install_packages "${all_packages[@]}"
  step "The hosts, from npm"
  tests/clients/install.sh tests/hosts
fi
packages_took=$((SECONDS - began))

# configure PRESET FOLDER [OPTION...]
configure() {
  local preset=$1 folder=$2 log
  shift 2
  log=$(mktemp)
  cmake --preset "$preset" -B "$folder" -DPEEKABOO_WERROR=ON "$@" >"$log" 2>&1 || { cat "$log"; stop "CMake failed"; }
  rm -f "$log"
}
step "Build of the program"
folders=(build)
configure release build -DPEEKABOO_UNITS=all
if [ $tier != default ]; then
  folders+=(build-asan build-tsan)
  configure asan build-asan
  configure tsan build-tsan "-DPEEKABOO_UNITS=core;lua"
fi
if [ $tier = all ]; then
  folders+=(build-gcc-asan)
  configure gcc-asan build-gcc-asan
fi
NINJA_STATUS='   [%f/%t %es] ' cmake --build build --parallel "$processors" --target peekaboo peekaboo_desktop_programs |
  awk '/FAILED|error|warning|^ninja/ || ++lines % 25 == 0 || show { print; fflush() } /FAILED/ { show = 1 }' ||
  { needs_space . 100; stop "The program did not compile."; }
built_at=$((SECONDS - began))
echo "   built $built_at s after the start"

step "Tests of the $tier tier"
mkdir -p build/all
printf 'subdirs(%s)\n' "$(printf "\"$PWD/%s\" " "${folders[@]}")" >build/all/CTestTestfile.cmake
configuration=()
[ $tier = default ] || configuration=(-C "${tier^}")
export UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1 TSAN_OPTIONS=halt_on_error=1
# Most desktop suites wait for other programs: twice as many run at a time as there are processors, and one build.
status=0
ctest --test-dir build/all --parallel $((2 * processors + 1)) --output-on-failure --no-tests=error \
  --output-junit "$PWD/build/all/results.xml" --test-output-size-passed 65536 --test-output-truncation head \
  "${configuration[@]}" "${chosen[@]}" || status=$?
needs_space . 100
[[ " ${chosen[*]} " == *" -N "* ]] ||
  /usr/bin/python3 tests/report.py build/all/results.xml --packages $packages_took --build $((built_at - packages_took)) \
    --tests $((SECONDS - began - built_at)) "${budget[@]}" ||
  status=1
exit $status
