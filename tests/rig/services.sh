# shellcheck shell=bash
# Services of a session, for with-desktop, which sources this: it has start, ready, fail, $rig and $last.

bus_has() { [ "$(busctl "$1" --timeout=2 call org.freedesktop.DBus / org.freedesktop.DBus NameHasOwner s "$2")" = 'b true' ]; }

# A system bus of its own, on which everybody may do everything.
start_system_bus() {
  cat >"$rig/system.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=$rig/run/system_bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/><allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/><allow receive_type="signal"/>
    <allow receive_type="method_return"/><allow receive_type="error"/>
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
  </policy>
</busconfig>
END
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$rig/run/system_bus
  start system-bus dbus-daemon --config-file="$rig/system.conf" --nofork --nopidfile
  ready system-bus "$last" busctl --system --timeout=2 status org.freedesktop.DBus
}

# A battery of a mock of UPower, 72 % and discharging, or none of the real one.
start_battery() {
  start_system_bus
  if [ "$1" = real ]; then
    start upower /usr/libexec/upowerd
    ready upower "$last" bus_has --system org.freedesktop.UPower
    return
  fi
  start upower /usr/bin/python3 -m dbusmock --system --template upower -p '{"OnBattery": true, "DaemonVersion": "0.99"}'
  ready upower "$last" bus_has --system org.freedesktop.UPower
  ready battery "$last" busctl --system call org.freedesktop.UPower /org/freedesktop/UPower \
    org.freedesktop.DBus.Mock AddDischargingBattery ssdx mock_BAT "Rig Battery" 72.0 5400
}

audio_answers() { pactl get-default-sink | grep -qx rig_sink; }

# PulseAudio with an output that nobody hears. Its module for D-Bus and the one for X11 are left out.
start_pulseaudio() {
  cat >"$rig/default.pa" <<END
load-module module-null-sink sink_name=rig_sink sink_properties=device.description=Rig-Speakers
load-module module-native-protocol-unix auth-anonymous=1 socket=$rig/run/pulse/native
set-default-sink rig_sink
END
  mkdir -p "$rig/run/pulse"
  start audio pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --disallow-exit=no \
    --log-target=stderr --realtime=no --high-priority=no -F "$rig/default.pa"
  ready audio "$last" audio_answers
}

start_pipewire() {
  start pipewire pipewire
  ready pipewire "$last" pw-cli info 0
  # For Bluetooth it would watch folders of systemd's, and end where they are not there.
  mkdir -p "$XDG_CONFIG_HOME/wireplumber/bluetooth.lua.d"
  echo 'bluez_monitor.enabled = false' >"$XDG_CONFIG_HOME/wireplumber/bluetooth.lua.d/80-rig.lua"
  start wireplumber wireplumber
  ready wireplumber "$last" sh -c 'pw-cli ls Client | grep -q WirePlumber'
}

# Refused until wireplumber has made the place where PipeWire keeps the choice.
sink_is_chosen() { pactl set-default-sink rig_sink && audio_answers; }
start_pipewire_audio() {
  start_pipewire
  # pipewire-pulse ends when a client makes this folder at the same moment.
  mkdir -p "$rig/run/pulse"
  start audio pipewire-pulse
  ready pipewire-pulse "$last" pactl info
  pactl load-module module-null-sink sink_name=rig_sink sink_properties=device.description=Rig-Speakers >/dev/null
  ready audio "$last" sink_is_chosen
}

start_notifications() {
  mkdir -p "$XDG_CONFIG_HOME/dunst"
  cat >"$XDG_CONFIG_HOME/dunst/dunstrc" <<END
[global]
  monitor = 0
  follow = none
  origin = top-right
  history_length = 200
  font = DejaVu Sans 10
  markup = full
[urgency_low]
  timeout = 60
[urgency_normal]
  timeout = 60
END
  start notifications dunst -conf "$XDG_CONFIG_HOME/dunst/dunstrc"
  ready notifications "$last" bus_has --user org.freedesktop.Notifications
}
