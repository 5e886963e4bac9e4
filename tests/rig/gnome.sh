# shellcheck shell=bash
# GNOME Shell without a screen, and the portals of its session, for with-desktop, which sources this.

shell_property() { busctl --user --timeout=5 "$@" org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive; }

# Until then a pane lies over everything and takes all clicks; it stays for good when the overview is closed meanwhile.
shell_has_started() {
  [ "$(busctl --user --timeout=5 call org.gnome.Shell /org/gnome/Shell org.gnome.Shell Eval s \
    'Main.layoutManager._startingUp || Boolean(Main.layoutManager._coverPane)')" = 'bs true "false"' ]
}

# The overview opens again when the animation of the start ends, so one look is not enough.
overview_stays_closed() {
  local looks
  for ((looks = 0; looks < 10; looks++)); do
    if [ "$(shell_property get-property)" != 'b false' ]; then
      busctl --user --timeout=5 set-property org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive b false
      return 1
    fi
    sleep 0.05
  done
}

portal_has_screens() {
  busctl --user --timeout=5 get-property org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop \
    org.freedesktop.portal.ScreenCast AvailableSourceTypes
}

# The portals take the compositor from their environment, so they start after it.
start_portals() {
  dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE GSETTINGS_BACKEND
  start portal-gnome /usr/libexec/xdg-desktop-portal-gnome --replace --verbose
  ready portal-gnome "$last" bus_has --user org.freedesktop.impl.portal.desktop.gnome
  start portal /usr/libexec/xdg-desktop-portal --replace --verbose
  RIG_PORTAL_PID=$last
  ready portal "$last" portal_has_screens
  export RIG_PORTAL_PID
}

# As `peekaboo permissions grant windows` writes it, enabled before the Shell starts: it loads extensions only then.
write_extension() {
  local sources folder=$XDG_DATA_HOME/gnome-shell/extensions/windows@peekaboo form=43 versions='"43", "44"' version
  sources=$(dirname "$(readlink -f "$0")")/../../native/gnome/extension
  version=$(gnome-shell --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
  [ "$version" -lt 45 ] || form=45 versions='"45", "46", "47", "48", "49", "50"'
  mkdir -p "$folder"
  cat "$sources/form-$form.js" "$sources/windows.js" >"$folder/extension.js"
  sed "s/VERSIONS/$versions/" "$sources/metadata.json" >"$folder/metadata.json"
  printf '%s\n' '[org/gnome/shell]' "enabled-extensions=['windows@peekaboo']" \
    >>"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
}

# Xwayland starts when a program connects to its display, whose socket the Shell listens on.
find_x_display() {
  DISPLAY=$(sed -n 's/.*public X11 display \(:[0-9]*\).*/\1/p' "$logs/gnome-shell.log")
  XAUTHORITY=$(echo "$rig"/run/.mutter-Xwaylandauth.*)
  [ -n "$DISPLAY" ] && [ -e "$XAUTHORITY" ]
}

start_gnome() {
  local monitor monitors=() x11=(--no-x11)
  for monitor in "${monitor_list[@]}"; do monitors+=(--virtual-monitor "$monitor"); done
  start_system_bus
  start logind /usr/bin/python3 -m dbusmock --system --template logind
  ready logind "$last" bus_has --system org.freedesktop.login1
  start_pipewire
  mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
  # Its own animations, corners and notices would come over the windows of a test.
  printf '%s\n' '[org/gnome/desktop/interface]' enable-hot-corners=false enable-animations=false \
    '[org/gnome/desktop/notifications]' show-banners=false '[org/gnome/desktop/session]' 'idle-delay=uint32 0' \
    >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
  [ $extension = 0 ] || write_extension
  [ $xwayland = 0 ] || x11=()
  export GSETTINGS_BACKEND=keyfile XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=GNOME
  # Unsafe mode opens Shell.Screenshot to the eyes of the tests, and changes nothing for portals.
  start gnome-shell gnome-shell --headless --wayland "${x11[@]}" "${monitors[@]}" --wayland-display wayland-gnome --unsafe-mode
  export RIG_SHELL_PID=$last WAYLAND_DISPLAY=wayland-gnome
  ready gnome-shell "$last" test -S "$rig/run/$WAYLAND_DISPLAY"
  ready "GNOME Shell's services" "$last" bus_has --user org.gnome.Shell
  ready "GNOME Shell's start" "$last" shell_has_started
  ready "GNOME Shell's overview" "$last" overview_stays_closed
  [ "$rotate" = 0 ] || "$(dirname "$(readlink -f "$0")")/rotate_gnome.py" "$rotate" 2>>"$logs/rotation.log" ||
    fail "GNOME Shell did not turn its monitors"
  if [ $xwayland = 1 ]; then
    ready "GNOME Shell's X display" "$last" find_x_display
    export DISPLAY XAUTHORITY
  fi
  start_portals
  [ -z "$grant" ] || "$(dirname "$(readlink -f "$0")")/portal_grant.py" "$grant" ${#monitor_list[@]}
}
