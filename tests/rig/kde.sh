# shellcheck shell=bash
# KWin and the desktop portal of KDE, for with-desktop, which sources this.

kde_portal_has_hands() {
  busctl --user --timeout=5 get-property org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop \
    org.freedesktop.portal.RemoteDesktop AvailableDeviceTypes
}

# Has KScreen change the monitors. It waits for ever where its service cannot start.
set_monitors() {
  local log=$1
  shift
  timeout "$ready_seconds" kscreen-doctor "$@" >"$logs/$log.log" 2>&1 || fail "KWin did not change its monitors: $log"
}

# monitors_have NAME VALUE: as KScreen tells them. It says nothing of a change that KWin has refused.
monitors_have() {
  [ "$(kscreen-doctor --json | grep -cE "^ *\"$1\": $2,?$")" = ${#monitor_list[@]} ]
}

# Scales every monitor, side by side as before. KWin 5 has done so by its option; KWin 6 begins without a scale, on
# monitors that have the pixels of one.
scale_kwin() {
  local i words=()
  for i in "${!monitor_list[@]}"; do
    words+=("output.Virtual-$i.scale.$scale" "output.Virtual-$i.position.$((i * ${monitor_list[i]%x*})),0")
  done
  set_monitors scale "${words[@]}"
  ready "the monitors' scale" "$KWIN_PID" monitors_have scale "${scale//./\\.}"
}

# Turns every monitor, side by side as before. KScreen names a turn by the side that the upper edge comes to.
rotate_kwin() {
  local turn number i words=()
  case $rotate in
    90) turn=right number=8 ;;
    180) turn=inverted number=4 ;;
    270) turn=left number=2 ;;
  esac
  for i in "${!monitor_list[@]}"; do
    words+=("output.Virtual-$i.rotation.$turn" "output.Virtual-$i.position.$((i * $(turned_width "${monitor_list[i]}"))),0")
  done
  set_monitors rotation "${words[@]}"
  ready "the monitors' rotation" "$KWIN_PID" monitors_have rotation "$number"
}

# The portals take the compositor from their environment, so they start after it.
start_kde_portals() {
  local program
  program=$(find /usr/libexec /usr/lib/*/libexec -maxdepth 1 -name xdg-desktop-portal-kde 2>/dev/null | head -n 1)
  [ -n "$program" ] || fail "xdg-desktop-portal-kde is not installed"
  start_pipewire
  dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE
  start portal-kde env QT_QPA_PLATFORM=wayland QT_FORCE_STDERR_LOGGING=1 "QT_LOGGING_RULES=xdp-kde-*.debug=true" "$program"
  ready portal-kde "$last" owned_on_bus org.freedesktop.impl.portal.desktop.kde
  start portal /usr/libexec/xdg-desktop-portal --replace --verbose
  RIG_PORTAL_PID=$last
  ready portal "$last" kde_portal_has_hands
  # Plasma 6 asks by a dialog for each use, unless a person has settled it; Plasma 5 asks nobody.
  local store=org.freedesktop.impl.portal.PermissionStore
  busctl --user call $store /${store//.//} $store SetPermission sbssas kde-authorized true remote-desktop "" 1 yes \
    >/dev/null || fail "the permission store refused"
  export RIG_PORTAL_PID
}

# KWin lets a program capture that a desktop file names by its real path.
write_authorisation() {
  local program
  program=$(readlink -e "$1") || fail "there is no program $1"
  mkdir -p "$XDG_DATA_HOME/applications"
  printf '%s\n' '[Desktop Entry]' Type=Application "Name=${program##*/}" "Exec=$program" NoDisplay=true \
    X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2 \
    X-KDE-Wayland-Interfaces=org_kde_plasma_window_management >"$XDG_DATA_HOME/applications/${program##*/}.desktop"
}
owned_on_bus() {
  dbus-send --session --dest=org.freedesktop.DBus --print-reply=literal / org.freedesktop.DBus.NameHasOwner \
    "string:$1" | grep -q true
}
start_kwin() {
  local monitor
  for monitor in "${monitor_list[@]}"; do
    [ "$monitor" = "${monitor_list[0]}" ] || fail "KWin's headless monitors are of one size"
  done
  command -v kwin_wayland >/dev/null || fail "kwin_wayland is not installed"
  # Its file capability keeps it from being run where that is not granted. A copy has none.
  cp "$(command -v kwin_wayland)" "$rig/kwin_wayland"
  local allowed
  for allowed in "${authorised[@]}"; do write_authorisation "$allowed"; done
  export XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=KDE
  local render=()
  if [ -n "$drm" ]; then
    : >"$rig/renderD128"
    render=(env "LD_PRELOAD=$drm" "KWIN_RENDER_NODES=$rig/renderD128" GBM_ALWAYS_SOFTWARE=1)
  fi
  # Windows have the same places whether or not decorations are installed.
  printf '[org.kde.kdecoration2]\nNoPlugin=true\n' >"$rig/config/kwinrc"
  # Only a program that it starts is told which display Xwayland has.
  start kwin "${render[@]}" "$rig/kwin_wayland" --virtual --width "${monitor_list[0]%x*}" --height "${monitor_list[0]#*x}" \
    --output-count ${#monitor_list[@]} --scale "$scale" --socket wayland-kwin \
    --no-lockscreen --no-global-shortcuts --no-kactivities --xwayland \
    "sh -c 'printf %s \$DISPLAY >$rig/run/display'"
  export KWIN_PID=$last WAYLAND_DISPLAY=wayland-kwin
  ready kwin "$last" test -S "$rig/run/$WAYLAND_DISPLAY"
  ready "kwin's services" "$last" owned_on_bus org.kde.KWin
  ready Xwayland "$last" test -s "$rig/run/display"
  DISPLAY=$(cat "$rig/run/display")
  export DISPLAY
  case $scale:$("$rig/kwin_wayland" --version) in
    1:* | *:"kwin 5."*) ;;
    *) scale_kwin ;;
  esac
  [ "$rotate" = 0 ] || rotate_kwin
}
