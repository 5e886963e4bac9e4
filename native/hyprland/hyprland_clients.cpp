#include "native/hyprland/hyprland_clients.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "native/desktop/utf8.hpp"

namespace native::hyprland {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxWindows = 10'000;
constexpr std::int64_t kMaxWorkspace = 1000;

const Json& member(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

std::string text_at(const Json& object, const char* name) {
  const Json& found = member(object, name);
  return found.is_string() ? clean_utf8(found.get_ref<const std::string&>()) : std::string();
}

std::int64_t number_of(const Json& value, std::int64_t otherwise = 0) {
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return otherwise;
  return value.is_number_integer() ? value.get<std::int64_t>() : otherwise;
}

bool flag_at(const Json& object, const char* name) {
  const Json& found = member(object, name);
  return found.is_boolean() && found.get<bool>();
}

int side_of(const Json& pair, std::size_t index) {
  constexpr std::int64_t kMost = 1 << 24;
  if (!pair.is_array() || pair.size() != 2) return 0;
  return static_cast<int>(std::clamp(number_of(pair[index]), -kMost, kMost));
}

// Returns the id of a window; 0 when its identifier is none.
std::uint64_t id_of(const std::string& identifier) {
  constexpr std::uint64_t kMostIds = std::uint64_t{1} << 52;
  std::uint64_t id = 0;
  const char* const end = identifier.data() + identifier.size();
  const auto [rest, failed] = std::from_chars(identifier.data(), end, id, 16);
  return failed == std::errc() && rest == end && id < kMostIds ? id : 0;
}

// Returns the address of a window; "" where it may not stand in a command.
std::string address_at(const Json& each) {
  constexpr std::size_t kLongest = 18;
  std::string address = text_at(each, "address");
  const bool fits = address.starts_with("0x") && address.size() > 2 && address.size() <= kLongest &&
                    address.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
  return fits ? std::move(address) : std::string();
}

// A window, and what tells how far in front it lies.
struct Placed {
  Client client;
  bool over_filling = false;  // lies over a window that fills the screen
  std::int64_t age = 0;       // how many windows had the focus since
};

// Returns the workspaces that show. A special one lies over the ordinary one.
std::set<std::int64_t> shown_workspaces(const Json& monitors) {
  std::set<std::int64_t> shown;
  if (!monitors.is_array()) return shown;
  for (const Json& each : monitors)
    for (const char* name : {"activeWorkspace", "specialWorkspace"})
      if (const std::int64_t id = number_of(member(member(each, name), "id")); id != 0)
        shown.insert(id);
  return shown;
}

Placed described(const Json& each, const std::set<std::int64_t>& shown) {
  Placed found;
  Window& window = found.client.window;
  found.client.identifier = text_at(each, "stableId");
  window.id = id_of(found.client.identifier);
  window.pid = std::max<std::int64_t>(0, number_of(member(each, "pid")));
  window.title = text_at(each, "title");
  window.app_class = text_at(each, "class");
  window.type = "normal";
  window.wayland = !flag_at(each, "xwayland");
  const Json& at = member(each, "at");
  const Json& size = member(each, "size");
  window.bounds = {side_of(at, 0), side_of(at, 1), std::max(0, side_of(size, 0)),
                   std::max(0, side_of(size, 1))};
  window.frame = window.bounds;
  const Json& workspace = member(each, "workspace");
  const std::int64_t number = number_of(member(workspace, "id"));
  const bool special = text_at(workspace, "name").starts_with("special");
  window.desktop = number > 0 && number < kMaxWorkspace ? static_cast<int>(number) - 1 : -1;
  const bool shows = flag_at(each, "pinned") || shown.count(number) > 0;
  window.on_screen = shows && flag_at(each, "mapped") && !flag_at(each, "hidden");
  window.minimised = special && !shows;
  found.client.address = address_at(each);
  found.client.floating = flag_at(each, "floating");
  // Hyprland tells no parents, and has dialogs float.
  window.owner_unknown = found.client.floating;
  found.over_filling = found.client.floating && flag_at(each, "allowedOverFullscreen");
  found.client.filling = number_of(member(each, "fullscreen")) > 0;
  const std::int64_t age = number_of(member(each, "focusHistoryID"), -1);
  found.age = age < 0 ? std::numeric_limits<std::int64_t>::max() : age;
  return found;
}

}  // namespace

std::vector<Client> read_clients(const Answers& answers) {
  const Json clients = Json::parse(answers.clients, nullptr, false);
  const Json monitors = Json::parse(answers.monitors, nullptr, false);
  const Json active = Json::parse(answers.active, nullptr, false);
  std::vector<Placed> found;
  if (!clients.is_array()) return {};
  const std::set<std::int64_t> shown = shown_workspaces(monitors);
  const std::string focused = text_at(active, "stableId");
  std::set<std::uint64_t> known;
  std::set<std::uint64_t> over;  // windows of special workspaces
  for (const Json& each : clients) {
    if (found.size() >= kMaxWindows) break;
    Placed placed = described(each, shown);
    Window& window = placed.client.window;
    if (window.id == 0 || !known.insert(window.id).second) continue;
    window.active = !focused.empty() && placed.client.identifier == focused;
    if (text_at(member(each, "workspace"), "name").starts_with("special")) over.insert(window.id);
    found.push_back(std::move(placed));
  }
  const auto rank = [&](const Placed& each) {
    const Client& client = each.client;
    const bool over_filling = each.over_filling || (client.floating && client.window.active);
    const int layer = over_filling ? 0 : client.filling ? 1 : client.floating ? 2 : 3;
    const bool raised = client.window.on_screen && over.count(client.window.id) > 0;
    return std::tuple(!client.window.on_screen, !raised, layer, each.age);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const Placed& a, const Placed& b) { return rank(a) < rank(b); });
  std::vector<Client> result;
  for (Placed& each : found) result.push_back(std::move(each.client));
  return result;
}

bool has_animations(const std::string& answer) {
  const Json option = Json::parse(answer, nullptr, false);
  // The older language has numbers.
  const Json& flag = member(option, "bool");
  if (flag.is_boolean()) return flag.get<bool>();
  return number_of(member(option, "int"), 1) != 0;
}

}  // namespace native::hyprland
