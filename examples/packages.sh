# shellcheck shell=bash
# The Debian packages that building and running Peekaboo needs, and how to install what is missing.
# Sourced by quickstart.sh and tests/run.sh.

# shellcheck disable=SC2034  # used by those who source this file
build_packages=(
  g++ cmake ninja-build pkg-config ccache
  liblua5.4-dev libuv1-dev nlohmann-json3-dev libcpp-httplib-dev libssl-dev libcli11-dev libre2-dev
  libxcb1-dev libxcb-randr0-dev libxcb-composite0-dev libxcb-shm0-dev libxcb-damage0-dev libxcb-xfixes0-dev
  libxcb-res0-dev libxcb-shape0-dev libxcb-icccm4-dev
  libxcb-xtest0-dev libxcb-xkb-dev libxcb-xinput-dev libxcb-sync-dev
  libxau-dev libmd-dev
  libisal-dev libdeflate-dev libjpeg-dev libwebp-dev libspng-dev libxxhash-dev
  libseccomp-dev libsystemd-dev libpulse-dev libpipewire-0.3-dev libwayland-dev libwayland-bin
  libtesseract-dev libleptonica-dev libchafa-dev libglib2.0-dev libedit-dev
)
# Used where Debian has them, which is from Debian 13 on: keys and pointer by EIS.
optional_packages=(libei-dev libxkbcommon-dev)
# shellcheck disable=SC2034
run_packages=(tesseract-ocr-eng xvfb openbox xauth xterm fonts-dejavu-core python3)

step() { printf '\n== %s\n' "$*"; }
stop() {
  printf '%s\n' "$@" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Shows how far apt has come: one line that is rewritten on a terminal, one line for every 25 packages elsewhere.
show_progress() {
  local terminal=0
  [ -t 1 ] && terminal=1
  awk -v total="$1" -v terminal="$terminal" '
    /^Setting up / { if (++done % (terminal ? 1 : 25) == 0) {
      if (terminal) printf "\r   %d packages set up (%d asked for) %-30.30s", done, total, $3
      else printf "   %d packages set up\n", done
      fflush() } }
    END { if (terminal) printf "\r%-78s\r", ""; printf "   %d packages set up\n", done }'
}

# Prints those of the optional packages that are not installed, where apt knows all of them and may install them.
missing_optional() {
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 0
  local name
  for name in "${optional_packages[@]}"; do
    apt-cache show "$name" >/dev/null 2>&1 || return 0
  done
  for name in "${optional_packages[@]}"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || printf '%s ' "$name"
  done
}

# Installs those of the named packages that are not installed yet, and the optional ones. Never asks a question.
install_packages() {
  command -v apt-get >/dev/null || stop "This script installs packages with apt-get, which this machine does not have." \
    "Run it on Debian, or install what these packages contain: $*"
  local name missing=() optional log options
  local -A present=()
  # dpkg-query fails when it knows one of the names not at all, and still prints the others.
  while read -r name; do present[$name]=1; done < <(
    dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
  for name in "$@"; do
    [ -n "${present[$name]:-}" ] || missing+=("$name")
  done
  read -r -a optional <<<"$(missing_optional)"
  if [ ${#missing[@]} = 0 ] && [ ${#optional[@]} = 0 ]; then
    echo "   all $# packages are installed"
    return
  fi
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    stop "Packages are missing, and only root or sudo can install them." \
      "As root, run: apt-get install --no-install-recommends ${missing[*]}"
  fi
  if [ "$(id -u)" != 0 ] && [ ! -t 0 ] && ! sudo -n true 2>/dev/null; then
    stop "Packages are missing, and sudo asks for a password, which needs a terminal." \
      "Run this script in a terminal, or as root: apt-get install --no-install-recommends ${missing[*]}"
  fi
  echo "   $((${#missing[@]} + ${#optional[@]})) packages are missing; apt-get fetches and installs them"
  log=$(mktemp)
  options=(-o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3)
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q "${options[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    stop "apt-get update failed; its output is in $log" \
      "Check the network and the lists in /etc/apt, then try again: apt-get update"
  fi
  # A new machine knows no packages before.
  read -r -a optional <<<"$(missing_optional)"
  missing+=("${optional[@]}")
  if ! as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get install -y -q --no-install-recommends \
    "${options[@]}" "${missing[@]}" </dev/null 2>&1 | tee "$log" | show_progress ${#missing[@]}; then
    tail -n 20 "$log" >&2
    stop "apt-get install failed; its output is in $log" \
      "Check the network and the free disk space, then try again: apt-get install ${missing[*]}"
  fi
  rm -f "$log"
}
