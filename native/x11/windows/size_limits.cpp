#include "native/x11/windows/size_limits.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "native/x11/connection/property.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_details.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kHintBytes = 72;
constexpr std::uint32_t kLargest = 65'535;  // pixels a side
// Bits of the first number of WM_NORMAL_HINTS, and where the others stand.
constexpr std::uint32_t kHasMin = 1 << 4;
constexpr std::uint32_t kHasMax = 1 << 5;
constexpr std::uint32_t kHasStep = 1 << 6;
constexpr std::size_t kMin = 5;
constexpr std::size_t kMax = 7;
constexpr std::size_t kStep = 9;

class Hints {
 public:
  explicit Hints(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}

  // Returns the number at a place; `otherwise` when the window does not give it.
  int at(std::uint32_t flag, std::size_t place, int otherwise) const {
    if (numbers_.size() <= place || (numbers_[0] & flag) == 0) return otherwise;
    return static_cast<int>(std::clamp(numbers_[place], 1U, kLargest));
  }

 private:
  std::vector<std::uint32_t> numbers_;
};

std::optional<int> most(const Hints& hints, std::size_t place, int shadow) {
  const int number = hints.at(kHasMax, place, static_cast<int>(kLargest));
  // Programs write the greatest number that they know where they mean none.
  if (number >= 32'767) return std::nullopt;
  return std::max(1, number - shadow);
}

std::string manager_name(Connection& connection) {
  const ManagerState manager = read_manager(connection);
  if (!manager.present || manager.check == XCB_WINDOW_NONE) return {};
  AskProperty name =
      ask_property(connection, manager.check, connection.atom(Atom::kNetWmName), 256);
  return modern_title(name.wait().get());
}

}  // namespace

SizeLimits read_size_limits(Connection& connection, xcb_window_t window) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_get_geometry_reply> geometry(c, xcb_get_geometry(c, window));
  AskProperty asked = ask_property(connection, window, XCB_ATOM_WM_NORMAL_HINTS, kHintBytes);
  AskProperty asked_shadow =
      ask_property(connection, window, connection.atom(Atom::kGtkFrameExtents), 16);
  if (!geometry.wait()) throw_window_gone(window);
  const Hints hints(numbers_of(asked.wait().get()));
  const Extents shadow = extents_of(asked_shadow.wait().get());
  const int wide = shadow.left + shadow.right;
  const int high = shadow.top + shadow.bottom;
  SizeLimits limits;
  limits.min_width = std::max(1, hints.at(kHasMin, kMin, 1) - wide);
  limits.min_height = std::max(1, hints.at(kHasMin, kMin + 1, 1) - high);
  limits.max_width = most(hints, kMax, wide);
  limits.max_height = most(hints, kMax + 1, high);
  limits.step_width = std::min(1000, hints.at(kHasStep, kStep, 1));
  limits.step_height = std::min(1000, hints.at(kHasStep, kStep + 1, 1));
  limits.manager = manager_name(connection);
  return limits;
}

}  // namespace native::x11
