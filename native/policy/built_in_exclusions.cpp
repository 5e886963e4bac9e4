#include "native/policy/built_in_exclusions.hpp"

#include <string>

namespace native {
namespace {

// Programs, by the names that their windows (WM_CLASS) or executables have.
constexpr const char* kPrograms[] = {
    // Password managers
    "keepassxc",
    "org.keepassxc.keepassxc",
    "keepass",
    "keepass2",
    "keepass.exe",
    "keepassx",
    "keepassx2",
    "kpcli",
    "bitwarden",
    "bitwarden-app",
    "com.bitwarden.desktop",
    "1password",
    "enpass",
    "dashlane",
    "lastpass",
    "keeper password manager",
    "keeperpasswordmanager",
    "nordpass",
    "proton pass",
    "proton-pass",
    "protonpass",
    "passbolt",
    "buttercup",
    "buttercup-desktop",
    "authpass",
    "roboform",
    "qtpass",
    "org.ijhack.qtpass",
    "pass-for-linux",
    "password-gorilla",
    "passwordsafe",
    "pwsafe",
    "gnome-passwordsafe",
    "org.gnome.passwordsafe",
    "org.gnome.world.secrets",
    "gnome-secrets",
    "revelation",
    "figaro's password manager 2",
    "fpm2",
    "seahorse",
    "org.gnome.seahorse.application",
    "kwalletmanager",
    "kwalletmanager5",
    "org.kde.kwalletmanager5",
    "com.belmoussaoui.authenticator",
    "authy",
    "authy desktop",
    // Prompts for secrets
    "gcr-prompter",
    "gcr-viewer",
    "gcr4-ssh-askpass",
    "gnome-keyring-prompt",
    "gnome-keyring-ask",
    "pinentry",
    "pinentry-gtk",
    "pinentry-gtk-2",
    "pinentry-gnome3",
    "pinentry-qt",
    "pinentry-qt4",
    "pinentry-qt5",
    "pinentry-fltk",
    "pinentry-efl",
    "pinentry-x11",
    "pinentry-dmenu",
    "kwalletd",
    "kwalletd5",
    "kwalletd6",
    "ksecretd",
    "polkit-gnome-authentication-agent-1",
    "polkit-mate-authentication-agent-1",
    "polkit-kde-authentication-agent-1",
    "polkit-1-gnome",
    "polkit-kde-manager",
    "polkit-dumb-agent",
    "lxpolkit",
    "lxqt-policykit-agent",
    "lxqt-policykit",
    "xfce-polkit",
    "mate-polkit",
    "hyprpolkitagent",
    "gksu",
    "gksudo",
    "kdesu",
    "kdesudo",
    "lxqt-sudo",
    "lxsu",
    "lxsudo",
    "ssh-askpass",
    "x11-ssh-askpass",
    "gnome-ssh-askpass",
    "gnome-ssh-askpass2",
    "gnome-ssh-askpass3",
    "ksshaskpass",
    "lxqt-openssh-askpass",
    "ssh-askpass-fullscreen",
    "git-gui--askpass",
    "rofi-askpass",
    // Screen lockers
    "i3lock",
    "xscreensaver",
    "xscreensaver-auth",
    "xscreensaver-gfx",
    "xsecurelock",
    "auth_x11",
    "saver_blank",
    "slock",
    "xlock",
    "xtrlock",
    "light-locker",
    "gnome-screensaver",
    "gnome-screensaver-dialog",
    "mate-screensaver",
    "mate-screensaver-dialog",
    "cinnamon-screensaver",
    "xfce4-screensaver",
    "xfce4-screensaver-dialog",
    "kscreenlocker_greet",
    "kscreenlocker-greet",
    "physlock",
    "vlock",
    "alock",
    "sflock",
    "betterlockscreen",
    "swaylock",
    "waylock",
    "hyprlock",
    "gtklock",
};

// Parts of the titles of private windows.
constexpr const char* kPrivateTitles[] = {
    "*Private Browsing",     "*(Private Browsing)",   "*Private Window*",    "*(Incognito)*",
    "*- Incognito*",         "*[InPrivate]*",         "*InPrivate]*",        "*- InPrivate*",
    "*(Private)*",           "*- Private - Vivaldi*", "*- Private - Brave*", "*Tor Browser*",
    "*Privater Modus*",      "*Privates Fenster*",    "*Navigation privée*", "*Navegación privada*",
    "*Navigazione anonima*",
};

}  // namespace

std::vector<WindowRule> built_in_exclusions() {
  std::vector<WindowRule> rules;
  for (const char* program : kPrograms) {
    WindowRule by_class;
    by_class.app_class = program;
    by_class.source = "built in";
    WindowRule by_executable;
    by_executable.executable = program;
    by_executable.source = "built in";
    rules.push_back(std::move(by_class));
    rules.push_back(std::move(by_executable));
  }
  return rules;
}

std::vector<WindowRule> private_browsing() {
  std::vector<WindowRule> rules;
  for (const char* title : kPrivateTitles) {
    WindowRule rule;
    rule.title = title;
    rule.source = "strict";
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace native
