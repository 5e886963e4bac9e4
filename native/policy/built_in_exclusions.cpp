#include "native/policy/built_in_exclusions.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace native {
namespace {

// Programs besides screen lockers, by the names that their windows (WM_CLASS) or executables have.
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
};

constexpr const char* kLockers[] = {
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

// Titles of private windows.
constexpr const char* kPrivateTitles[] = {
    "*Private Browsing", "*(Private Browsing)", "*Private Window*",      "*(Incognito)*",
    "*- Incognito*",     "*New Incognito Tab*", "*[InPrivate]*",         "*InPrivate]*",
    "*- InPrivate*",     "*(Private)*",         "*- Private - Vivaldi*", "*- Private - Brave*",
    "*Tor Browser*",
};

// Suffixes of private windows' titles of Firefox and its relatives, in the most common languages.
constexpr const char* kPrivateFirefox[] = {
    "Private Browsing",
    "Privater Modus",
    "Navigation privée",
    "Navegación privada",
    "Navegació privada",
    "Navegação privada",
    "navegação privativa",
    "Navigazione anonima",
    "Navigare privată",
    "privénavigatie",
    "Privat browsing",
    "Privat nettlesing",
    "Privat surfning",
    "Yksityinen selaus",
    "tryb prywatny",
    "Anonymní prohlížení",
    "privát böngészés",
    "Gizli Gezinti",
    "Ιδιωτική περιήγηση",
    "Приватный просмотр",
    "Приватний перегляд",
    "プライベートブラウジング",
    "사생활 보호 모드",
    "隐私浏览",
    "隱私瀏覽",
    "التصفح الخاص",
    "גלישה פרטית",
};
constexpr const char* kFirefoxInstance = "Navigator";  // of WM_CLASS

template <std::size_t kCount>
void add_programs(const char* const (&programs)[kCount], const char* source,
                  std::vector<WindowRule>& rules) {
  for (const char* program : programs) {
    WindowRule by_class;
    by_class.app_class = program;
    by_class.source = source;
    WindowRule by_executable;
    by_executable.executable = program;
    by_executable.source = source;
    rules.push_back(std::move(by_class));
    rules.push_back(std::move(by_executable));
  }
}

std::vector<WindowRule> program_rules() {
  std::vector<WindowRule> rules;
  add_programs(kPrograms, kBuiltIn, rules);
  add_programs(kLockers, kBuiltIn, rules);
  return rules;
}

std::vector<WindowRule> locker_rules() {
  std::vector<WindowRule> rules;
  add_programs(kLockers, kBuiltInForLock, rules);
  return rules;
}

std::vector<WindowRule> title_rules() {
  std::vector<WindowRule> rules;
  for (const char* title : kPrivateTitles) {
    WindowRule rule;
    rule.title = title;
    rule.source = "strict";
    rules.push_back(std::move(rule));
  }
  for (const char* title : kPrivateFirefox) {
    WindowRule rule;
    rule.title = title;
    rule.app_class = kFirefoxInstance;
    rule.source = "strict";
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace

const std::vector<WindowRule>& built_in_exclusions() {
  static const std::vector<WindowRule> rules = program_rules();
  return rules;
}

const std::vector<WindowRule>& screen_lockers() {
  static const std::vector<WindowRule> rules = locker_rules();
  return rules;
}

bool is_screen_locker(const WindowFacts& window) {
  static const WindowRules rules(screen_lockers());
  return rules.find(window) != nullptr;
}

const std::vector<WindowRule>& private_browsing() {
  static const std::vector<WindowRule> rules = title_rules();
  return rules;
}

}  // namespace native
