#include "native/kwin/window_script.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "native/desktop/utf8.hpp"
#include "native/kwin/picture.hpp"
#include "native/kwin/script.hpp"

namespace native::kwin {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxWindows = 10'000;
constexpr std::size_t kMaxTitle = 4096;

// Only ASCII is answered: what a program has called its window cannot break the message then.
constexpr const char* kHelpers = R"js(
  function plain(value) {
    var text = value === undefined || value === null ? "" : String(value);
    return text.slice(0, 1000);
  }
  function escaped(code) {
    return "\\u" + ("0000" + code.toString(16)).slice(-4);
  }
  function ascii(text) {
    return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\u007f-\uffff]/g, function (each) {
      var code = each.charCodeAt(0);
      if (each.length === 2) return escaped(code) + escaped(each.charCodeAt(1));
      return escaped(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code);
    });
  }
  function rect(value) {
    return value ? [value.x, value.y, value.width, value.height] : [];
  }
  function all() {
    return workspace.windowList ? workspace.windowList() : workspace.clientList();
  }
)js";

constexpr const char* kListScript = R"js(
  var kinds = [["desktopWindow", "desktop"], ["dock", "dock"], ["toolbar", "toolbar"], ["menu", "menu"],
    ["splash", "splash"], ["utility", "utility"], ["dropdownMenu", "dropdown_menu"], ["popupMenu", "popup_menu"],
    ["tooltip", "tooltip"], ["notification", "notification"], ["criticalNotification", "notification"],
    ["onScreenDisplay", "notification"], ["comboBox", "combo"], ["dndIcon", "dnd"], ["dialog", "dialog"]];
  var pop_ups = ["splash", "dropdown_menu", "popup_menu", "tooltip", "notification", "combo", "dnd"];
  var six = workspace.windowList !== undefined;
  var order = six ? workspace.stackingOrder : null;
  function is_active(each) {
    return each === (six ? workspace.activeWindow : workspace.activeClient);
  }
  function desktop_of(each) {
    if (!six) return each.desktop;
    return each.desktops.length === 1 ? each.desktops[0].x11DesktopNumber : -1;
  }
  function is_here(each) {
    if (each.minimized || each.hidden) return false;
    var activities = each.activities;
    if (activities && activities.length > 0 && activities.indexOf(workspace.currentActivity) < 0) return false;
    if (!six) return each.onAllDesktops || each.desktop === workspace.currentDesktop;
    if (each.desktops.length === 0) return true;
    for (var i = 0; i < each.desktops.length; ++i)
      if (each.desktops[i].id === workspace.currentDesktop.id) return true;
    return false;
  }
  function client_of(each) {
    if (each.clientGeometry) return rect(each.clientGeometry);
    // Plasma 5 tells only what the program paints, which may have its own shadow around it.
    var outer = each.frameGeometry, inner = each.bufferGeometry;
    var inside = inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.height <= outer.y + outer.height;
    return rect(inside ? inner : outer);
  }
  function is_maximised(each) {
    if (each.maximizeMode !== undefined) return each.maximizeMode === 3;
    if (!each.maximizable) return false;
    // A maximised window may be smaller by less than one step in which its size grows.
    var area = workspace.clientArea(KWin.MaximizeArea, each), frame = each.frameGeometry, step = each.basicUnit;
    function reaches(least, most, wanted_least, wanted_most, grain) {
      return least >= wanted_least && most <= wanted_most &&
        (wanted_most - wanted_least) - (most - least) < Math.max(1, grain);
    }
    return reaches(frame.x, frame.x + frame.width, area.x, area.x + area.width, step ? step.width : 1) &&
      reaches(frame.y, frame.y + frame.height, area.y, area.y + area.height, step ? step.height : 1);
  }
  // Only its type tells how a window has come to KWin: "KWin::XdgToplevelWindow(0x...)".
  function is_made(each, by) {
    return String(each).indexOf("KWin::" + by) === 0;
  }
  // On a layer there are notifications of programs that do not call them so, such as dunst.
  function is_pop_up(each, kind) {
    if (each.popupWindow || each.managed === false || pop_ups.indexOf(kind) >= 0) return true;
    return kind === "normal" && is_made(each, "LayerShell");
  }
  // What a native program calls itself. The class is KWin's guess where it does not, and the name always.
  function class_of(each) {
    return plain(is_made(each, "Xdg") && each.desktopFileName || each.resourceClass);
  }
  function row_of(each) {
    var kind = "normal";
    for (var i = kinds.length - 1; i >= 0; --i)
      if (each[kinds[i][0]]) kind = kinds[i][1];
    var place = order ? order.indexOf(each) : each.stackingOrder;
    var owner = each.transientFor;
    return {
      uuid: plain(each.internalId), title: plain(each.caption), "class": class_of(each),
      name: is_made(each, "Xdg") || is_made(each, "LayerShell") ? "" : plain(each.resourceName), pid: each.pid, kind: kind, frame: rect(each.frameGeometry),
      client: client_of(each), painted: rect(each.bufferGeometry), minimised: !!each.minimized, desktop: desktop_of(each), here: is_here(each),
      stack: place, active: is_active(each), fills: !!each.fullScreen || is_maximised(each),
      owner: owner ? plain(owner.internalId) : "", xid: each.windowId > 0 ? each.windowId : 0,
      pop_up: is_pop_up(each, kind)
    };
  }
  var rows = [], windows = all();
  for (var i = 0; i < windows.length; ++i)
    if (!windows[i].deleted) rows.push(row_of(windows[i]));
  answer(ascii(JSON.stringify({ major: six ? 6 : 5, workspaces: six ? workspace.desktops.length : workspace.desktops,
    screen: rect(workspace.virtualScreenGeometry), windows: rows })));
)js";

std::string act(const std::string& uuid, const std::string& what) {
  return std::string(kHelpers) + "  var windows = all(), found = null;\n" +
         "  for (var i = 0; i < windows.length; ++i)\n" +
         "    if (String(windows[i].internalId) === " + script_text(uuid) +
         ") found = windows[i];\n" + "  if (found) {\n    " + what +
         "\n  }\n  answer(found ? \"done\" : \"gone\");\n";
}

std::string text_of(const Json& row, const char* name) {
  const auto found = row.find(name);
  if (found == row.end() || !found->is_string()) return {};
  return clean_utf8(found->get_ref<const std::string&>().substr(0, kMaxTitle));
}

bool is_set(const Json& row, const char* name) {
  const auto found = row.find(name);
  return found != row.end() && found->is_boolean() && found->get<bool>();
}

// Returns a whole number between two others; `otherwise` for what is none.
std::int64_t whole_of(const Json& row, const char* name, std::int64_t least, std::int64_t most,
                      std::int64_t otherwise) {
  const auto found = row.find(name);
  if (found == row.end() || !found->is_number()) return otherwise;
  const double value = found->get<double>();
  // Not so for what is no number, either.
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)))
    return otherwise;
  return std::llround(value);
}

// Rounds the edges, not the sizes: neighbours stay neighbours at scales such as 1.25.
Rect area_of(const Json& row, const char* name) {
  constexpr double kFarthest = 1 << 24;
  const auto found = row.find(name);
  if (found == row.end() || !found->is_array() || found->size() != 4) return {};
  double side[4];
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(*found)[i].is_number()) return {};
    side[i] = (*found)[i].get<double>();
    if (!(std::abs(side[i]) <= kFarthest)) return {};
  }
  const auto edge = [](double at) { return static_cast<int>(std::lround(at)); };
  const int left = edge(side[0]), top = edge(side[1]);
  return {left, top, std::max(0, edge(side[0] + side[2]) - left),
          std::max(0, edge(side[1] + side[3]) - top)};
}

// A window, and what is only needed to put it in order.
struct Row {
  ScriptedWindow known;
  std::int64_t stack = 0;
  std::string owner;
};

Row described_row(const Json& json, const Rect& screen) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  Row row;
  row.stack = whole_of(json, "stack", -1, kMost, -1);
  row.owner = text_of(json, "owner");
  ScriptedWindow& known = row.known;
  known.uuid = text_of(json, "uuid");
  known.xid = static_cast<std::uint64_t>(whole_of(json, "xid", 0, kMost, 0));
  known.window.wayland = known.xid == 0;
  known.fills = is_set(json, "fills");
  Window& window = known.window;
  window.id = id_of_uuid(known.uuid);
  window.pid = whole_of(json, "pid", 0, kMost, 0);
  window.title = text_of(json, "title");
  window.app_class = text_of(json, "class");
  window.app_instance = text_of(json, "name");
  window.type = text_of(json, "kind");
  window.frame = area_of(json, "frame");
  window.bounds = area_of(json, "client");
  if (window.bounds.empty()) window.bounds = window.frame;
  window.painted = area_of(json, "painted");
  // KWin counts from 1; -1 means all.
  const std::int64_t desktop = whole_of(json, "desktop", 1, 1000, 0);
  window.desktop = static_cast<int>(desktop) - 1;
  window.minimised = is_set(json, "minimised");
  window.on_screen = is_set(json, "here") && !window.minimised &&
                     (screen.empty() || !intersection(window.frame, screen).empty());
  window.active = is_set(json, "active");
  window.pop_up = is_set(json, "pop_up");
  if (window.pop_up && window.type == "normal") window.type = "popup_menu";
  return row;
}

}  // namespace

std::uint64_t id_of_uuid(const std::string& uuid) {
  constexpr std::uint64_t kBits = (std::uint64_t{1} << 52) - 1;
  const std::string plain = plain_uuid(uuid);
  return (::XXH3_64bits(plain.data(), plain.size()) & kBits) | (std::uint64_t{1} << 52);
}

std::string list_script() { return std::string(kHelpers) + kListScript; }

std::optional<ScriptedDesktop> read_windows(const std::string& answer) {
  const Json root = Json::parse(answer, nullptr, false);
  if (!root.is_object()) return std::nullopt;
  const auto windows = root.find("windows");
  if (windows == root.end() || !windows->is_array()) return std::nullopt;
  const Rect screen = area_of(root, "screen");
  std::vector<Row> rows;
  for (const Json& each : *windows) {
    if (rows.size() >= kMaxWindows) break;
    if (!each.is_object() || text_of(each, "uuid").empty()) continue;
    rows.push_back(described_row(each, screen));
  }
  for (Row& row : rows) {
    if (row.owner.empty()) continue;
    const std::uint64_t owner = id_of_uuid(row.owner);
    const bool known = std::any_of(rows.begin(), rows.end(),
                                   [&](const Row& each) { return each.known.window.id == owner; });
    if (known && owner != row.known.window.id) row.known.window.transient_for = owner;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.stack > b.stack; });
  // What does not show lies behind all that does.
  std::stable_partition(rows.begin(), rows.end(),
                        [](const Row& each) { return each.known.window.on_screen; });
  ScriptedDesktop desktop;
  desktop.major = static_cast<int>(whole_of(root, "major", 5, 99, 5));
  desktop.workspaces = static_cast<int>(whole_of(root, "workspaces", 1, 1000, 1));
  for (Row& row : rows) desktop.windows.push_back(std::move(row.known));
  return desktop;
}

std::string activate_script(const std::string& uuid) {
  return act(uuid,
             "found.minimized = false;\n"
             "    if (workspace.windowList) workspace.activeWindow = found;\n"
             "    else workspace.activeClient = found;");
}

std::string minimise_script(const std::string& uuid, bool minimised) {
  return act(uuid, minimised ? "found.minimized = true;" : "found.minimized = false;");
}

std::string maximise_script(const std::string& uuid, bool maximised) {
  return act(uuid, maximised ? "found.setMaximize(true, true);"
                             : "if (found.fullScreen) found.fullScreen = false;\n"
                               "    found.setMaximize(false, false);");
}

std::string close_script(const std::string& uuid) { return act(uuid, "found.closeWindow();"); }

std::string place_script(const std::string& uuid, const Rect& frame) {
  return act(uuid, "found.frameGeometry = { x: " + std::to_string(frame.x) + ", y: " +
                       std::to_string(frame.y) + ", width: " + std::to_string(frame.width) +
                       ", height: " + std::to_string(frame.height) + " };");
}

std::string workspace_script(const std::string& uuid, int workspace) {
  const std::string number = std::to_string(workspace);
  return act(uuid,
             "if (workspace.windowList) {\n"
             "      if (workspace.desktops[" +
                 number +
                 "])\n"
                 "        found.desktops = [workspace.desktops[" +
                 number +
                 "]];\n"
                 "    } else if (" +
                 number +
                 " < workspace.desktops) {\n"
                 "      found.desktop = " +
                 number + " + 1;\n    }");
}

}  // namespace native::kwin
