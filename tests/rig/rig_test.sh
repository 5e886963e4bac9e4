#!/usr/bin/env bash
# The rig itself: what it starts is there, COMMAND's status comes back, and nothing is left behind.
set -u
rig=$(dirname "$(readlink -f "$0")")/with-desktop
failed=0
check() {
  if [ "$2" = "$3" ]; then echo "ok: $1"; else
    echo "FAILED: $1: expected '$2', got '$3'"
    failed=1
  fi
}
list=$(mktemp -d)
trap 'rm -rf "$list"' EXIT

"$rig" --size 800x600 -- bash -c "
  echo \$RIG \$RIG_ID >'$list/rig'
  xdpyinfo | sed -n 's/ *dimensions: *\([0-9x]*\).*/\1/p' >'$list/size'
  setsid xterm -e sh -c 'trap \"\" TERM HUP; while :; do sleep 1; done' >/dev/null 2>&1 &
  until [ \"\$(wmctrl -l | wc -l)\" = 1 ]; do sleep 0.02; done
  exit 7"
check "COMMAND's exit status" 7 $?
check "the display's size" 800x600 "$(cat "$list/size")"
read -r folder id <"$list/rig"
check "no process is left" "" "$(grep -lzxF "RIG_ID=$id" /proc/[0-9]*/environ 2>/dev/null)"
check "the private folder is gone" no "$([ -e "$folder" ] && echo yes || echo no)"

"$rig" --monitors 640x480,800x600 --wm none -- xrandr --listmonitors >"$list/monitors"
check "two monitors on Xvfb" 2 "$(sed -n 's/Monitors: //p' "$list/monitors")"
"$rig" --xorg --monitors 640x480,801x600 --wm none -- xrandr --listmonitors >"$list/monitors"
check "two monitors on Xorg" 2 "$(sed -n 's/Monitors: //p' "$list/monitors")"
check "an exact odd width" 1 "$(grep -c '801/.*x600/.*+640+0' "$list/monitors")"
"$rig" --wm no-such-window-manager -- true 2>/dev/null
check "status when the desktop cannot be brought up" 125 $?

"$rig" --wayland --size 640x480 --rotate 90 -- swaymsg -t get_outputs --raw >"$list/outputs"
check "a turned monitor" 1 "$(tr -d ' \n' <"$list/outputs" | grep -c '"width":480,"height":640},.*"transform":"90"')"
check "why one is not turned" "with-desktop: --rotate: labwc is not turned by this rig; sway, kwin and gnome are" \
  "$("$rig" --wayland labwc --rotate 90 -- true 2>&1)"
exit $failed
