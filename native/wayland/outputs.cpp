#include "native/wayland/outputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/desktop/utf8.hpp"
#include "native/wayland/owned.hpp"
#include "xdg-output-unstable-v1-client.h"

namespace native::wayland {
namespace {

constexpr std::size_t kMaxOutputs = 64;
constexpr int kMaxSide = 65535;
constexpr int kFarthest = 1 << 24;  // desktop units from the origin
constexpr std::uint32_t kOutputVersion = 4;
constexpr std::uint32_t kXdgVersion = 3;

using XdgManager = Owned<zxdg_output_manager_v1, &zxdg_output_manager_v1_destroy>;
using XdgOutput = Owned<zxdg_output_v1, &zxdg_output_v1_destroy>;

// What the compositor says of one output, for as long as its objects live.
struct Facts {
  Owned<wl_output, &wl_output_destroy> object;
  XdgOutput xdg;
  std::string name;
  Rect logical;
  int x = 0, y = 0;  // in the compositor's space, where nothing better is told
  int mode_width = 0, mode_height = 0;
  int whole_scale = 1;
  std::uint32_t transform = 0;
};

Facts& facts_of(void* data) { return *static_cast<Facts*>(data); }

const wl_output_listener kOutputListener = {
    .geometry =
        [](void* data, wl_output*, std::int32_t x, std::int32_t y, std::int32_t, std::int32_t,
           std::int32_t, const char*, const char*, std::int32_t transform) {
          facts_of(data).x = x;
          facts_of(data).y = y;
          facts_of(data).transform = static_cast<std::uint32_t>(transform);
        },
    .mode =
        [](void* data, wl_output*, std::uint32_t flags, std::int32_t width, std::int32_t height,
           std::int32_t) {
          if ((flags & WL_OUTPUT_MODE_CURRENT) == 0) return;
          facts_of(data).mode_width = width;
          facts_of(data).mode_height = height;
        },
    .done = [](void*, wl_output*) {},
    .scale = [](void* data, wl_output*,
                std::int32_t scale) { facts_of(data).whole_scale = std::max(scale, 1); },
    .name = [](void* data, wl_output*,
               const char* name) { facts_of(data).name = clean_utf8(name); },
    .description = [](void*, wl_output*, const char*) {},
};

const zxdg_output_v1_listener kXdgListener = {
    .logical_position =
        [](void* data, zxdg_output_v1*, std::int32_t x, std::int32_t y) {
          facts_of(data).logical.x = x;
          facts_of(data).logical.y = y;
        },
    .logical_size =
        [](void* data, zxdg_output_v1*, std::int32_t width, std::int32_t height) {
          facts_of(data).logical.width = width;
          facts_of(data).logical.height = height;
        },
    .done = [](void*, zxdg_output_v1*) {},
    .name = [](void* data, zxdg_output_v1*,
               const char* name) { facts_of(data).name = clean_utf8(name); },
    .description = [](void*, zxdg_output_v1*, const char*) {},
};

bool is_possible(int side) { return side > 0 && side <= kMaxSide; }
bool is_possible(const Rect& bounds) {
  return is_possible(bounds.width) && is_possible(bounds.height) &&
         std::abs(static_cast<long>(bounds.x)) <= kFarthest &&
         std::abs(static_cast<long>(bounds.y)) <= kFarthest;
}

// Returns whether a transform swaps width and height.
bool is_quarter_turn(std::uint32_t transform) { return transform % 2 == 1; }

// Returns the degrees of a turn; transforms are counted against the clock, the mirrored ones last.
int clockwise_degrees(std::uint32_t transform) {
  return static_cast<int>((4 - transform % 4) % 4) * 90;
}

Output described(const std::shared_ptr<Facts>& known) {
  const Facts& facts = *known;
  Output output;
  output.object = std::shared_ptr<wl_output>(known, facts.object.get());
  output.name = facts.name;
  output.transform = facts.transform;
  output.width = facts.mode_width;
  output.height = facts.mode_height;
  if (is_quarter_turn(facts.transform)) std::swap(output.width, output.height);
  output.bounds = facts.logical;
  if (output.bounds.width == 0 && output.bounds.height == 0)
    output.bounds = {facts.x, facts.y, output.width / facts.whole_scale,
                     output.height / facts.whole_scale};
  output.scale = exact_scale(output.width, output.bounds.width);
  return output;
}

}  // namespace

double exact_scale(int pixels, int units) {
  constexpr double kSteps = 120;
  if (units <= 0) return 1;
  const double ratio = static_cast<double>(pixels) / units;
  const double stepped = std::round(ratio * kSteps) / kSteps;
  // Units are rounded, or cut off, to a whole number.
  return std::abs(pixels / stepped - units) < 1 ? stepped : ratio;
}

std::vector<Output> read_outputs(Connection& connection, Deadline deadline) {
  std::vector<std::shared_ptr<Facts>> known;
  const XdgManager manager(
      connection.bind<zxdg_output_manager_v1>(zxdg_output_manager_v1_interface, kXdgVersion));
  for (const Global& global : connection.globals()) {
    if (global.interface != wl_output_interface.name || known.size() >= kMaxOutputs) continue;
    Facts& facts = *known.emplace_back(std::make_shared<Facts>());
    facts.object.reset(static_cast<wl_output*>(
        connection.bind_global(global, wl_output_interface, kOutputVersion)));
    ::wl_output_add_listener(facts.object.get(), &kOutputListener, &facts);
    if (!manager) continue;
    facts.xdg.reset(::zxdg_output_manager_v1_get_xdg_output(manager.get(), facts.object.get()));
    ::zxdg_output_v1_add_listener(facts.xdg.get(), &kXdgListener, &facts);
  }
  connection.round_trip(deadline);
  std::vector<Output> outputs;
  for (const std::shared_ptr<Facts>& facts : known) {
    if (!is_possible(facts->mode_width) || !is_possible(facts->mode_height)) continue;
    // What nobody can see must not make the places of all others wrong.
    if (Output output = described(facts); is_possible(output.bounds))
      outputs.push_back(std::move(output));
  }
  std::stable_sort(outputs.begin(), outputs.end(), [](const Output& a, const Output& b) {
    const auto rank = [](const Output& each) {
      return std::tuple(each.bounds.x != 0 || each.bounds.y != 0, each.bounds.x, each.bounds.y);
    };
    return rank(a) < rank(b);
  });
  return outputs;
}

std::vector<Display> list_displays(Connection& connection, Deadline deadline) {
  std::vector<Display> displays;
  for (const Output& output : read_outputs(connection, deadline)) {
    const int index = static_cast<int>(displays.size());
    displays.push_back({index, output.name, output.bounds, output.scale, index == 0, output.width,
                        output.height, clockwise_degrees(output.transform)});
  }
  if (!displays.empty()) return displays;
  throw Error("DISPLAY_NOT_FOUND", "compositor has no screen that is on", "Turn a screen on.");
}

std::vector<double> window_scales(const std::vector<Output>& outputs) {
  std::vector<double> scales{1};
  const auto add = [&](double scale) {
    if (std::find(scales.begin(), scales.end(), scale) == scales.end()) scales.push_back(scale);
  };
  for (const Output& each : outputs) add(each.scale);
  for (const Output& each : outputs) add(std::ceil(each.scale));
  return scales;
}

}  // namespace native::wayland
