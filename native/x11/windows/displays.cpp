#include "native/x11/windows/displays.hpp"

#include <xcb/randr.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <tuple>

#include "native/x11/connection/property.hpp"
#include "native/x11/connection/text_encodings.hpp"

namespace native::x11 {

namespace {

constexpr std::size_t kMaxMonitors = 64;

std::string atom_name(Ask<xcb_get_atom_name_reply>& asked) {
  const auto reply = asked.wait();
  if (!reply) return {};
  const auto name = items<char>(*reply, xcb_get_atom_name_name(reply.get()), reply->name_len);
  return clean_utf8({name.data(), name.size()});
}

// A monitor's area and the atom of its name (none: the whole root window).
struct Monitor {
  Rect area;
  bool primary = false;
  xcb_atom_t name = XCB_ATOM_NONE;
};

std::vector<Monitor> known_to_randr(Connection& connection) {
  std::vector<Monitor> result;
  if (!connection.extensions().randr) return result;
  Ask<xcb_randr_get_monitors_reply> asked(
      connection.raw(), xcb_randr_get_monitors(connection.raw(), connection.root(), 1));
  const auto reply = asked.wait();
  if (!reply) return result;
  const xcb_randr_monitor_info_t* each = xcb_randr_get_monitors_monitors_iterator(reply.get()).data;
  for (std::uint32_t i = 0; i < reply->nMonitors && result.size() < kMaxMonitors; ++i) {
    const xcb_randr_monitor_info_t& data = items<xcb_randr_monitor_info_t>(*reply, each, 1)[0];
    const auto outputs = items<xcb_randr_output_t>(*reply, each + 1, data.nOutput);
    each = reinterpret_cast<const xcb_randr_monitor_info_t*>(outputs.data() + outputs.size());
    if (data.width == 0 || data.height == 0) continue;
    result.push_back({{data.x, data.y, data.width, data.height}, data.primary != 0, data.name});
  }
  return result;
}

// Requests the X resources that xrdb stores on the first screen.
AskProperty ask_resources(Connection& connection) {
  constexpr std::uint32_t kMaxBytes = 65536;
  const xcb_setup_t* setup = xcb_get_setup(connection.raw());
  return ask_property(connection, xcb_setup_roots_iterator(setup).data->root,
                      XCB_ATOM_RESOURCE_MANAGER, kMaxBytes);
}

// Returns the monitors in the order of list_displays().
std::vector<Monitor> monitors(Connection& connection) {
  std::vector<Monitor> result = known_to_randr(connection);
  if (result.empty()) result.push_back({root_bounds(connection), true, XCB_ATOM_NONE});
  std::stable_sort(result.begin(), result.end(), [](const Monitor& a, const Monitor& b) {
    return std::tuple(!a.primary, a.area.x, a.area.y) < std::tuple(!b.primary, b.area.x, b.area.y);
  });
  return result;
}

}  // namespace

Rect root_bounds(Connection& connection) {
  Ask<xcb_get_geometry_reply> asked(connection.raw(),
                                    xcb_get_geometry(connection.raw(), connection.root()));
  const auto reply = asked.wait();
  if (!reply) throw ConnectionLost{};
  return {0, 0, reply->width, reply->height};
}

std::vector<Rect> display_areas(Connection& connection) {
  std::vector<Rect> result;
  for (const Monitor& monitor : monitors(connection)) result.push_back(monitor.area);
  return result;
}

std::vector<Display> list_displays(Connection& connection) {
  AskProperty resources = ask_resources(connection);
  const std::vector<Monitor> known = monitors(connection);
  std::vector<Ask<xcb_get_atom_name_reply>> names;
  for (const Monitor& monitor : known)
    names.emplace_back(connection.raw(), xcb_get_atom_name(connection.raw(), monitor.name));
  const double scale = scale_of(bytes_of(resources.wait().get()), connection.gdk_scale());
  std::vector<Display> result(known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string name = atom_name(names[i]);
    result[i].index = static_cast<int>(i);
    result[i].name = known[i].name == XCB_ATOM_NONE ? "screen" : name;
    result[i].bounds = known[i].area;
    result[i].pixel_width = known[i].area.width;
    result[i].pixel_height = known[i].area.height;
    result[i].scale = scale;
    result[i].primary = known[i].primary;
  }
  const bool any_primary =
      std::any_of(known.begin(), known.end(), [](const Monitor& m) { return m.primary; });
  if (!any_primary) result.front().primary = true;
  return result;
}

namespace {

bool is_likely(double scale) { return scale >= 0.25 && scale <= 16; }

// Returns the value of Xft.dpi, 0 without one. Each resource is a line "name:value".
double dots_per_inch(std::string_view resources) {
  constexpr std::string_view kName = "Xft.dpi:";
  while (!resources.empty()) {
    const std::string_view line = resources.substr(0, resources.find('\n'));
    resources.remove_prefix(line.size());
    if (!resources.empty()) resources.remove_prefix(1);
    if (line.starts_with(kName))
      return std::strtod(std::string(line.substr(kName.size())).c_str(), nullptr);
  }
  return 0;
}

}  // namespace

double scale_of(std::string_view resources, double gdk_scale) {
  constexpr double kUsual = 96;
  const double scale = std::round(dots_per_inch(resources) / kUsual * 1000) / 1000;
  if (is_likely(scale)) return scale;
  return is_likely(gdk_scale) ? gdk_scale : 1;
}

}  // namespace native::x11
