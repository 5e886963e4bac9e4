#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The seam for menus of all kinds: a program's elements, its exported menus, an icon of the
// tray.
namespace native {

// One item of a menu, as it is when it is read. Lines between items are none.
struct MenuItem {
  std::string name;      // without the mark of its mnemonic
  std::string shortcut;  // "Ctrl+Shift+S"; "" when it has none
  bool enabled = true;
  bool checked = false;
  bool has_submenu = false;
  std::string handle;  // the source's name of it, valid while the source lives
  int parent = -1;     // its place in MenuTree::items; -1 at the top
  int left_out = 0;    // items in it that are not listed
};

struct MenuLevel {
  std::vector<MenuItem> items;
  int left_out = 0;
};

// Items level by level, so that parents stand before their children.
struct MenuTree {
  std::vector<MenuItem> items;
  int left_out = 0;  // items at the top that are not listed
  int closed = 0;    // menus in which no items were seen: they may show some once they are opened
};

// A source lists at most so many items of one level.
constexpr std::size_t kMaxMenuItems = 5000;
constexpr std::size_t kMaxMenuText = 1000;  // bytes of a name or shortcut

// The menus of one window or icon, for one operation. A menu that it must open to see its items, it
// closes again at its end, unless an item was chosen. Errors: "TIMEOUT" for a program that does not
// answer, "WINDOW_NOT_FOUND" for one that has ended; what the check of its operation throws.
class MenuSource {
 public:
  virtual ~MenuSource() = default;
  // Returns where the menus come from: "AT-SPI", "org.gtk.Menus", "com.canonical.dbusmenu".
  virtual std::string origin() const = 0;
  // Returns the items in an item, or with null those at the top. Both may have been read before,
  // and are read anew.
  virtual MenuLevel level(const MenuItem* in) = 0;
  // Chooses an item that level() gave. Returns whether the program had answered: one that opens a
  // dialog may answer only when that is closed. "UNSUPPORTED" when it cannot be chosen.
  virtual bool choose(const MenuItem& item) = 0;
};

// Object paths under which a program offers the menus of a window on the session bus, as GTK
// exports them. Empty: none.
struct MenuExport {
  std::string bus;  // the program's name there, such as ":1.7"
  std::string menu_bar;
  std::string app_menu;
  std::string application;  // of the actions whose names begin with "app."
  std::string window;       // of those that begin with "win."

  bool has_menus() const { return !bus.empty() && (!menu_bar.empty() || !app_menu.empty()); }
};

// Which menus of a program are wanted.
struct MenuWish {
  std::uint64_t window = 0;  // 0: of any window that may be seen
  MenuExport exported = {};  // preferred, where it leads to items
  bool may_open = true;      // a menu that must be opened to see its items; else it seems empty
};

}  // namespace native
