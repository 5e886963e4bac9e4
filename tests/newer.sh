#!/usr/bin/env bash
# Runs the suites of Wayland against compositors that are newer than the ones of Debian stable: sway 1.12, labwc 0.20,
# Hyprland 0.56, KWin 6 and GNOME 50 on a Debian forky. Installs packages, as tests/run.sh does; not a part of it.
#
# Arguments go to CTest, for example: tests/newer.sh -R desktop/kwin
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source examples/packages.sh
source tests/packages.sh

step "Packages"
install_packages "${build_packages[@]}" "${run_packages[@]}" "${wayland_packages[@]}"

step "Build"
cmake --preset release -DPEEKABOO_UNITS=wayland -DPEEKABOO_FAKE_DRM=ON
cmake --build build --parallel "$(nproc)" --target peekaboo_test_programs

step "Tests"
exec ctest --test-dir build --output-on-failure --no-tests=error -C Newer -L newer "$@"
