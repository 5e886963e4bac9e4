#include "native/x11/displays.hpp"

#include <xcb/randr.h>

#include <algorithm>
#include <tuple>

namespace native::x11 {
namespace {

constexpr std::size_t kMaxMonitors = 64;

std::string atom_name(Ask<xcb_get_atom_name_reply>& asked) {
  const auto reply = asked.wait();
  if (!reply) return {};
  return std::string(xcb_get_atom_name_name(reply.get()),
                     static_cast<std::size_t>(xcb_get_atom_name_name_length(reply.get())));
}

std::vector<Display> monitors(Connection& connection) {
  Ask<xcb_randr_get_monitors_reply> asked(
      connection.raw(), xcb_randr_get_monitors(connection.raw(), connection.root(), 1));
  const auto reply = asked.wait();
  std::vector<Display> result;
  if (!reply) return result;
  std::vector<Ask<xcb_get_atom_name_reply>> names;
  auto monitor = xcb_randr_get_monitors_monitors_iterator(reply.get());
  for (; monitor.rem > 0 && result.size() < kMaxMonitors; xcb_randr_monitor_info_next(&monitor)) {
    if (monitor.data->width == 0 || monitor.data->height == 0) continue;
    Display display;
    display.bounds = {monitor.data->x, monitor.data->y, monitor.data->width, monitor.data->height};
    display.primary = monitor.data->primary != 0;
    result.push_back(display);
    names.emplace_back(connection.raw(), xcb_get_atom_name(connection.raw(), monitor.data->name));
  }
  for (std::size_t i = 0; i < result.size(); ++i) result[i].name = atom_name(names[i]);
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

std::vector<Display> list_displays(Connection& connection) {
  std::vector<Display> result;
  if (connection.extensions().randr) result = monitors(connection);
  if (result.empty()) {
    Display whole;
    whole.name = "screen";
    whole.bounds = root_bounds(connection);
    result.push_back(whole);
  }
  const bool any_primary =
      std::any_of(result.begin(), result.end(), [](const Display& d) { return d.primary; });
  std::stable_sort(result.begin(), result.end(), [](const Display& a, const Display& b) {
    return std::tuple(!a.primary, a.bounds.x, a.bounds.y) <
           std::tuple(!b.primary, b.bounds.x, b.bounds.y);
  });
  if (!any_primary) result.front().primary = true;
  for (std::size_t i = 0; i < result.size(); ++i) result[i].index = static_cast<int>(i);
  return result;
}

}  // namespace native::x11
