#include "native/wayland/copy/copied_screens.hpp"

#include <string>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/wayland/copy/image_copy.hpp"
#include "native/wayland/copy/screencopy.hpp"

namespace native::wayland {
namespace {

class CopiedScreens : public ScreenPictures {
 public:
  explicit CopiedScreens(Connection& connection) : connection_(connection) {}

  UprightPicture take(const Output& output, const std::vector<Output>&,
                      Deadline deadline) override {
    if (auto raw = image_of_screen(connection_, output.object.get(), deadline))
      return upright(std::move(*raw));
    if (auto raw = copy_screen(connection_, output.object.get(), output.transform, deadline))
      return upright(std::move(*raw));
    throw Error("UNSUPPORTED",
                "compositor offers neither ext-image-copy-capture nor wlr-screencopy",
                "Use a compositor that does (sway, labwc, Hyprland), or an X11 session.",
                {{"reason", "no protocol"}});
  }
  std::vector<Capability> pixels(Deadline) override {
    const char* protocol =
        offers_screen_copy(connection_) ? "ext-image-copy-capture" : "wlr-screencopy";
    std::vector<Capability> rows = window_pixels(connection_);
    rows.insert(rows.begin(),
                {"capture.display", true, std::string(protocol) + ", without asking anybody", {}});
    return rows;
  }

 private:
  Connection& connection_;
};

}  // namespace

std::vector<Capability> window_pixels(const Connection& connection) {
  std::vector<Capability> rows;
  for (const char* operation : {"capture.window", "capture.covered"}) {
    if (offers_window_copy(connection))
      rows.push_back({operation, true, "ext-image-copy-capture, whatever covers the window", {}});
    else
      rows.push_back({operation, false,
                      "this compositor does not render a window by itself; windows of X programs "
                      "can be captured",
                      "Capture the screen instead, or use sway 1.12, labwc 0.20 or newer.",
                      "identity unproven"});
  }
  return rows;
}

bool can_copy_screens(const Connection& connection) {
  return offers_screen_copy(connection) || offers_screencopy(connection);
}

std::unique_ptr<ScreenPictures> copied_screens(Connection& connection) {
  return std::make_unique<CopiedScreens>(connection);
}

}  // namespace native::wayland
