#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"

// The seam for the icons that programs show in a panel.
namespace native {

struct TrayItem {
  std::string id;           // the backend's name of it; one that is gone is not given again
  std::string name;         // as the program calls it for programs, such as "nm-applet"
  std::string title;        // for people; "" when it has none
  std::string description;  // what a person reads over it: its tool tip, else title, else name
  std::string status;       // "Active", "Passive", "NeedsAttention"; "" when it tells none
  std::int64_t pid = 0;     // 0 when it is not known
  bool has_menu = false;
  bool answers = true;              // its program does; else what is missing is not known
  std::string process = {};         // the base name of its program; set by the gate
  std::optional<Rect> bounds = {};  // of an icon that is a window of its own
};

// An icon that is a window of its own inside the panel (XEmbed). It has no menu that could be read.
struct EmbeddedIcon {
  std::uint64_t window = 0;
  std::int64_t pid = 0;
  std::string title;
  std::string app_class;  // WM_CLASS class part
  Rect bounds;
};
// What embeds icons, and the icons from left to right.
struct EmbeddedIcons {
  bool has_panel = false;  // something takes icons
  std::vector<EmbeddedIcon> icons;
};

// Icons on the session bus. One thread at a time. "PROVIDER_UNAVAILABLE" when nothing on this
// desktop collects them (details: service, reason), "TIMEOUT" when it does not answer.
class Tray {
 public:
  virtual ~Tray() = default;
  // Returns them in the order in which they came.
  virtual std::vector<TrayItem> items(Deadline deadline) = 0;
  // Returns one of them as it is now. "ELEMENT_NOT_FOUND" when it is gone.
  virtual TrayItem item(const std::string& id, Deadline deadline) = 0;
  // What came of a click: the item's main action, else its menu.
  enum class Clicked { kActivated, kOpenedMenu, kHasMenu };
  // Clicks an item, `at` a place of the screen. kHasMenu: it has no action, and others draw its
  // menu, see menu(). "UNSUPPORTED" when it has neither.
  virtual Clicked click(const std::string& id, const Point& at, const Act& act) = 0;
  // Returns the menu of an item. "UNSUPPORTED" when it tells none.
  virtual std::unique_ptr<MenuSource> menu(const std::string& id, const Act& act) = 0;
};

// Opens what this machine offers. Never fails and connects to nothing before it is used.
std::unique_ptr<Tray> open_tray();

}  // namespace native
