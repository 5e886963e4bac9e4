#include "native/dbus/dbus_tray.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "native/dbus/dbus_menu.hpp"
#include "native/dbus/entries.hpp"
#include "native/dbus/pipeline.hpp"
#include "native/dbus/program_silence.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::limited;
using dbus::Method;
using dbus::Pipeline;
using dbus::Reply;

constexpr const char* kWatcher = "org.kde.StatusNotifierWatcher";
constexpr const char* kWatcherPath = "/StatusNotifierWatcher";
constexpr const char* kItem = "org.kde.StatusNotifierItem";
constexpr const char* kItemPath = "/StatusNotifierItem";
constexpr const char* kBus = "org.freedesktop.DBus";
constexpr const char* kBusPath = "/org/freedesktop/DBus";
constexpr std::size_t kMaxItems = 256;
constexpr std::size_t kMaxText = 1000;
constexpr std::size_t kMaxProperties = 64;
// An icon that has not answered a click by then is in what the click has opened, or busy.
constexpr std::chrono::milliseconds kAnswer{250};
// While all icons are listed, one that does not answer holds up the list no longer than this.
constexpr std::chrono::milliseconds kOfList{700};

[[noreturn]] void throw_no_tray(const char* reason, const std::string& what) {
  throw Error("PROVIDER_UNAVAILABLE", what,
              "Start a panel with a tray, such as xfce4-panel with its plugin 'Status Tray' "
              "(package xfce4-panel); then start the program of the icon anew.",
              {{"service", kWatcher}, {"reason", reason}});
}

// What an icon tells of itself.
struct Told {
  TrayItem item;
  std::string menu;
  bool is_menu = false;
};

void take_tool_tip(Reply& reply, TrayItem* item) {
  std::string icon, title;
  if (!reply.enter('r', "sa(iiay)ss")) return;
  if (reply.read(&icon, 's', kMaxText) && reply.skip_next() && reply.read(&title, 's', kMaxText))
    item->description = title;
  reply.finish();
}

void take_property(Reply& reply, const std::string& name, const std::string& type, Told* told) {
  if (name == "Id" && type == "s") reply.read(&told->item.name, 's', kMaxText);
  if (name == "Title" && type == "s") reply.read(&told->item.title, 's', kMaxText);
  if (name == "Status" && type == "s") reply.read(&told->item.status, 's', kMaxText);
  if (name == "ItemIsMenu" && type == "b") reply.read(&told->is_menu);
  if (name == "Menu" && type == "o") reply.read(&told->menu, 'o', kMaxText);
  if (name == "ToolTip" && type == "(sa(iiay)ss)") take_tool_tip(reply, &told->item);
}

// Some say so where they have none.
bool is_menu_path(const std::string& path) {
  return !path.empty() && path != "/" && path != "/NO_DBUSMENU";
}

class DbusTray : public Tray {
 public:
  explicit DbusTray(std::function<std::string()> session_bus)
      : session_bus_(std::move(session_bus)) {}

  std::vector<TrayItem> items(Deadline deadline) override;
  TrayItem item(const std::string& id, Deadline deadline) override {
    return ask_about(id, deadline).item;
  }
  Clicked click(const std::string& id, const Point& at, const Act& act) override;
  std::unique_ptr<MenuSource> menu(const std::string& id, const Act& act) override;

 private:
  Bus& connected(Deadline deadline);
  std::vector<std::string> registered(Deadline deadline);
  static void ask(Pipeline& calls, const TrayPlace& place, Told* told);
  Told ask_about(const std::string& id, Deadline deadline);
  std::optional<bool> call(const Method& method, const Act& act);

  const std::function<std::string()> session_bus_;
  std::string address_;
  std::optional<Bus> bus_;
};

Bus& DbusTray::connected(Deadline deadline) {
  std::string address = session_bus_();
  if (address.empty()) throw_no_tray("not running", "there is no session bus, and so no tray");
  if (!bus_ || address != address_) {
    address_ = std::move(address);
    bus_.emplace(address_);
  }
  const Bus::State state = bus_->connect(limited(deadline));
  if (state == Bus::State::kSilent)
    throw_no_tray("does not answer", "the session bus does not answer");
  if (state == Bus::State::kAbsent)
    throw_no_tray("not running", "the session bus cannot be reached, and so no tray");
  return *bus_;
}

std::vector<std::string> DbusTray::registered(Deadline deadline) {
  Bus& bus = connected(deadline);
  Reply reply = bus.call({kWatcher,
                          kWatcherPath,
                          "org.freedesktop.DBus.Properties",
                          "Get",
                          {kWatcher, "RegisteredStatusNotifierItems"}},
                         limited(deadline));
  if (!reply && bus.service_missing())
    throw_no_tray("not running", "no panel collects icons here (StatusNotifierWatcher)");
  if (!reply && bus.state() == Bus::State::kSilent)
    throw_no_tray("does not answer", "the panel that collects icons does not answer");
  std::vector<std::string> entries;
  if (!reply || !reply.enter('v', "as") || !reply.enter('a', "s"))
    throw_no_tray("refuses", "the panel does not tell which icons it has");
  std::string entry;
  while (entries.size() < kMaxItems && reply.read(&entry, 's', kMaxText)) entries.push_back(entry);
  return entries;
}

void DbusTray::ask(Pipeline& calls, const TrayPlace& place, Told* told) {
  told->item.answers = false;
  calls.add({kBus, kBusPath, kBus, "GetConnectionUnixProcessID", {place.service}},
            [told](Reply& reply) {
              std::uint32_t pid = 0;
              if (reply && reply.read(&pid)) told->item.pid = pid;
            });
  calls.add(dbus::all_properties(place.service, place.path, kItem), [told](Reply& reply) {
    told->item.answers =
        reply && dbus::read_entries(reply, kMaxProperties, [&](const auto& name, const auto& type) {
          take_property(reply, name, type, told);
        });
    TrayItem& item = told->item;
    item.has_menu = is_menu_path(told->menu);
    if (item.description.empty()) item.description = item.title.empty() ? item.name : item.title;
  });
}

std::vector<TrayItem> DbusTray::items(Deadline deadline) {
  const std::vector<std::string> entries = registered(deadline);
  std::vector<Told> all(entries.size());
  Pipeline calls(*bus_, deadline);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    all[i].item.id = entries[i];
    ask(calls, read_tray_place(entries[i]), &all[i]);
  }
  calls.run_until(std::chrono::steady_clock::now() + kOfList);
  std::vector<TrayItem> items;
  for (Told& each : all) {
    // One whose program has ended is on the list until the panel has seen that.
    if (each.item.pid == 0 && !each.item.answers) continue;
    items.push_back(std::move(each.item));
  }
  return items;
}

Told DbusTray::ask_about(const std::string& id, Deadline deadline) {
  const std::vector<std::string> entries = registered(deadline);
  const TrayPlace place = read_tray_place(id);
  bool is_there = false;
  for (const std::string& each : entries) is_there = is_there || each == id;
  Told told;
  if (is_there) {
    told.item.id = id;
    Pipeline calls(*bus_, limited(deadline));
    ask(calls, place, &told);
    const bool all = calls.run();
    if (told.item.answers) return told;
    if (!all) dbus::throw_unanswered(*bus_, place.service, told.item.pid, deadline);
  }
  throw Error("ELEMENT_NOT_FOUND", "the icon is gone from the tray",
              "List the icons again: tray.items.", {{"reason", "gone"}});
}

// Returns whether the method was accepted; nothing when it has not been answered in time.
std::optional<bool> DbusTray::call(const Method& method, const Act& act) {
  std::optional<bool> accepted;
  Pipeline calls(*bus_, limited(act.deadline), act.check);
  calls.add(method, [&](Reply& reply) { accepted = static_cast<bool>(reply); });
  calls.run_until(std::chrono::steady_clock::now() + kAnswer);
  return accepted;
}

Tray::Clicked DbusTray::click(const std::string& id, const Point& at, const Act& act) {
  const Told now = ask_about(id, act.deadline);
  const TrayPlace place = read_tray_place(id);
  const auto method = [&](const char* name) {
    return Method{place.service, place.path, kItem, name, {std::int32_t{at.x}, std::int32_t{at.y}}};
  };
  if (!now.is_menu && call(method("Activate"), act).value_or(true)) return Clicked::kActivated;
  if (now.item.has_menu) return Clicked::kHasMenu;
  if (call(method("ContextMenu"), act).value_or(true)) return Clicked::kOpenedMenu;
  throw Error("UNSUPPORTED", "the icon '" + now.item.name + "' has no action and no menu",
              "Click it with the pointer: input.click.", {{"reason", "no action"}});
}

std::unique_ptr<MenuSource> DbusTray::menu(const std::string& id, const Act& act) {
  Told now = ask_about(id, act.deadline);
  if (!now.item.has_menu)
    throw Error("UNSUPPORTED", "the icon '" + now.item.name + "' offers no menu on the session bus",
                "Click it, and choose from what it shows.", {{"reason", "no menu"}});
  return dbus::open_dbus_menu(*bus_, {read_tray_place(id).service, now.menu, now.item.pid}, act);
}

}  // namespace

TrayPlace read_tray_place(std::string_view entry) {
  const std::size_t slash = entry.find('/');
  if (slash == std::string_view::npos) return {std::string(entry), kItemPath};
  std::string_view service = entry.substr(0, slash);
  if (service.ends_with('@')) service.remove_suffix(1);
  return {std::string(service), std::string(entry.substr(slash))};
}

std::unique_ptr<Tray> open_dbus_tray(std::function<std::string()> session_bus) {
  return std::make_unique<DbusTray>(std::move(session_bus));
}

}  // namespace native
