# shellcheck shell=bash
# What the tests need besides examples/packages.sh: the judges, and real applications to look at.

# shellcheck disable=SC2034
test_packages=(
  ccache clang-19 clang-format-19 libclang-rt-19-dev libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev libxkbcommon-dev lua5.4 lua-unit lua-check
  json-schema-test-suite libtest-json-schema-acceptance-perl
  xserver-xorg-core xserver-xorg-video-dummy x11-utils x11-apps x11-xserver-utils xfwm4 picom util-linux iproute2
  sway kwin-wayland libkf5screen-bin weston xwayland foot grim wl-clipboard
  gnome-shell xdg-desktop-portal xdg-desktop-portal-gnome xdg-desktop-portal-kde qtwayland5
  dbus dbus-bin dbus-daemon python3-dbusmock dunst openssl tesseract-ocr imagemagick wmctrl xdotool tigervnc-standalone-server psmisc procps
  zsh fish
  python3-gi python3-gi-cairo fonts-liberation gir1.2-gtk-3.0 python3-xlib adwaita-icon-theme chromium
  python3-pil webp libjpeg-turbo-progs isal
  at-spi2-core gir1.2-gtk-4.0 gir1.2-atspi-2.0 python3-pyatspi
  pulseaudio pulseaudio-utils pipewire pipewire-bin pipewire-pulse wireplumber upower systemd
  thunar nautilus pcmanfm-qt
  xfce4-panel xfconf gir1.2-ayatanaappindicator3-0.1 mousepad gnome-calculator
  i3-wm i3lock xclip xsel xfce4-clipman kcalc keepassxc python3-pyqt5 python3-pyqt6 feh sxiv rxvt-unicode dwm gnome-text-editor python3-tk
)
# What tests/newer.sh needs: newer compositors than those of Debian stable, and what looks at them.
# shellcheck disable=SC2034
wayland_packages=(
  ccache libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev libxkbcommon-dev lua5.4 lua-unit lua-check sway labwc hyprland
  kwin-wayland libkscreen-bin weston xwayland foot grim wl-clipboard wmctrl procps x11-utils x11-apps x11-xserver-utils xdotool
  util-linux dbus dbus-bin dbus-daemon python3-dbusmock imagemagick python3-pil python3-gi python3-gi-cairo
  gir1.2-gtk-3.0 python3-xlib adwaita-icon-theme fonts-liberation at-spi2-core gir1.2-atspi-2.0 gnome-shell
  xdg-desktop-portal xdg-desktop-portal-gnome pipewire pipewire-bin wireplumber iproute2 psmisc xdg-desktop-portal-kde
  qt6-wayland gnome-calculator gir1.2-gtk-4.0 xclip xsel pulseaudio-utils pipewire-pulse libdrm-dev dunst
)
# Programs that only tests/run.sh --all uses.
# shellcheck disable=SC2034
test_programs=(
  libreoffice-writer libreoffice-calc libreoffice-gtk3 firefox-esr default-jdk libatk-wrapper-java libatk-wrapper-java-jni
)
# A machine with npm from elsewhere keeps it: Debian's conflicts with other builds of node.
command -v npm >/dev/null || test_packages+=(nodejs npm)
