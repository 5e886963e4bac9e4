# shellcheck shell=bash
# What the tests need besides examples/packages.sh: the judges, and real applications to look at. Each tier needs its own
# packages and those of the tiers before it: default, full, all.

# 324 MB to fetch together with examples/packages.sh, on a Debian 12 that has nothing but its required packages.
# shellcheck disable=SC2034
default_packages=(
  ccache libgtest-dev libgmock-dev librapidcheck-dev libxkbcommon-dev lua5.4 lua-unit lua-check
  json-schema-test-suite libtest-json-schema-acceptance-perl
  x11-utils x11-apps x11-xserver-utils util-linux iproute2
  sway xwayland foot grim wl-clipboard picom
  dbus dbus-bin dbus-daemon python3-dbusmock dunst openssl tesseract-ocr imagemagick wmctrl xdotool tigervnc-standalone-server psmisc
  procps
  python3-gi python3-gi-cairo fonts-liberation gir1.2-gtk-3.0 python3-xlib adwaita-icon-theme
  python3-pil webp libjpeg-turbo-progs isal
  at-spi2-core gir1.2-gtk-4.0 gir1.2-atspi-2.0 python3-pyatspi
  pulseaudio pulseaudio-utils pipewire pipewire-bin pipewire-pulse wireplumber systemd
  thunar pcmanfm-qt xfce4-panel xfconf gir1.2-ayatanaappindicator3-0.1 mousepad
  i3lock xclip xsel xfce4-clipman python3-pyqt5 python3-pyqt6 feh sxiv rxvt-unicode dwm python3-tk
)
# shellcheck disable=SC2034
full_packages=(
  clang-19 clang-format-19 libclang-rt-19-dev libbenchmark-dev
  zsh fish xserver-xorg-core xserver-xorg-video-dummy
  xfwm4 i3-wm kwin-wayland libkf5screen-bin qtwayland5 weston
  upower nautilus chromium gnome-calculator gnome-text-editor kcalc keepassxc
)
# A machine with npm from elsewhere keeps it: Debian's conflicts with other builds of node.
command -v npm >/dev/null || full_packages+=(nodejs npm)
# shellcheck disable=SC2034
all_packages=(
  gnome-shell xdg-desktop-portal xdg-desktop-portal-gnome xdg-desktop-portal-kde
  libreoffice-writer libreoffice-calc libreoffice-gtk3 firefox-esr default-jdk libatk-wrapper-java libatk-wrapper-java-jni
)
# What tests/newer.sh needs: newer compositors than those of Debian stable, and what looks at them.
# shellcheck disable=SC2034
wayland_packages=(
  ccache libgtest-dev libgmock-dev librapidcheck-dev libxkbcommon-dev lua5.4 lua-unit lua-check sway labwc hyprland
  kwin-wayland libkscreen-bin weston xwayland foot grim wl-clipboard wmctrl procps x11-utils x11-apps x11-xserver-utils xdotool
  util-linux dbus dbus-bin dbus-daemon python3-dbusmock imagemagick python3-pil python3-gi python3-gi-cairo
  gir1.2-gtk-3.0 python3-xlib adwaita-icon-theme fonts-liberation at-spi2-core gir1.2-atspi-2.0 gnome-shell
  xdg-desktop-portal xdg-desktop-portal-gnome pipewire pipewire-bin wireplumber iproute2 psmisc xdg-desktop-portal-kde
  qt6-wayland gnome-calculator gir1.2-gtk-4.0 xclip xsel pulseaudio-utils pipewire-pulse libdrm-dev dunst
)
