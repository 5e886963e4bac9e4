#!/usr/bin/env bash
# Peekaboo beside other programs that take pictures of a screen, on a screen full of real programs:
#
#   tests/bench/peers.sh [--no-install] [--rounds N] [BUILD_FOLDER]
#
# Installs the peers that Debian and npm have (as root; what cannot be had is left out and named), then prints tables:
# rounds are interleaved, figures are medians. Run it on a quiet machine, from a build with -DPEEKABOO_BENCH=ON.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
tree=$here/../..
install=1 rounds=11
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=0; shift ;;
    --rounds) rounds=$2; shift 2 ;;
    -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
    *) break ;;
  esac
done
build=$(cd "${1:-$tree/build}" && pwd)
for program in peekaboo bench_resident; do
  [ -x "$build/$program" ] || { echo "peers.sh: $build/$program is missing; build with -DPEEKABOO_BENCH=ON" >&2; exit 1; }
done

if [ $install = 1 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    for package in scrot maim imagemagick ffmpeg gnome-screenshot xfce4-screenshooter flameshot xterm chromium; do
      dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed' && continue
      apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 "$package" >/dev/null 2>&1 ||
        echo "peers.sh: $package could not be installed" >&2
    done
  fi
  if command -v npm >/dev/null && [ ! -d "$here/npm/node_modules/node-screenshots" ]; then
    (cd "$here/npm" && npm install --no-package-lock --no-audit --no-fund --loglevel=error >/dev/null 2>&1) ||
      echo "peers.sh: the npm peers could not be installed" >&2
  fi
fi

date -u '+%Y-%m-%d %H:%M UTC'
grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'
echo "$(nproc) processors; load $(cut -d' ' -f1-3 /proc/loadavg)"
for size in 1920x1080 3840x2160; do
  "$tree/tests/rig/with-desktop" --isolate --size $size -- "$here/peers.py" screen "$build" "$rounds"
done
echo
echo "## Cost grows with the pixels"
for size in 1280x720 1920x1080 2560x1440 3840x2160 5120x2880 7680x4320; do
  "$tree/tests/rig/with-desktop" --isolate --size $size -- "$here/peers.py" curve "$build" "$rounds"
done
echo
"$tree/tests/rig/with-desktop" --isolate --size 1920x1080 -- "$here/peers.py" windows "$build" "$rounds"
