#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "native/desktop/records.hpp"
#include "native/portal/helper_link.hpp"
#include "native/portal/picture.hpp"

namespace native::portal {

// Pictures of single windows of GNOME Shell, by its private screen cast, which asks nobody: use it
// only where the person has agreed. See native/portal/helper/window_cast.hpp.
class WindowRecorder {
 public:
  // `bus`: returns the address of the session bus.
  WindowRecorder(Place place, std::function<std::string()> bus)
      : link_(std::move(place)), bus_(std::move(bus)) {}

  // Takes a picture of a window by its number, with the shadow that its program paints. `shell`:
  // the unique name of GNOME Shell on the bus. `drawn`: the size in which the Shell may draw it,
  // beside that which it tells; empty: none. Nothing: the window is gone.
  std::optional<Picture> capture(const std::string& shell, std::uint64_t window,
                                 const PictureSize& drawn, Deadline deadline) const;

 private:
  HelperLink link_;
  std::function<std::string()> bus_;
};

}  // namespace native::portal
