#include "native/wayland/portal/portal_screens.hpp"

#include <algorithm>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/wayland/copy/copied_screens.hpp"

namespace native::wayland {
namespace {

constexpr const char* kDialogConsent =
    "the desktop's dialog, which `peekaboo permissions grant screens` opens; once, for every "
    "program of this user, until it is revoked";

UprightPicture picture_of(portal::Picture taken) {
  RawPicture raw;
  raw.width = taken.width;
  raw.height = taken.height;
  raw.stride = static_cast<std::size_t>(taken.width) * 4;
  raw.format = taken.red_first ? WL_SHM_FORMAT_XBGR8888 : WL_SHM_FORMAT_XRGB8888;
  raw.bytes = std::move(taken.bytes);
  raw.pixels = raw.bytes.data();
  raw.method = "portal";
  return upright(std::move(raw));  // which it is already: the portal turns it
}

class PortalScreens : public ScreenPictures {
 public:
  PortalScreens(portal::ScreenPortal& portal, Connection& connection)
      : portal_(portal), connection_(connection) {}

  UprightPicture take(const Output& output, const std::vector<Output>& outputs,
                      Deadline deadline) override {
    portal::Picture taken = portal_.capture(
        {output.bounds, output.width, output.height, outputs.size() == 1}, deadline);
    const std::vector<Output> now = read_outputs(connection_, deadline);
    const bool is_there = std::any_of(now.begin(), now.end(), [&](const Output& each) {
      return each.name == output.name && each.bounds == output.bounds &&
             each.width == output.width && each.height == output.height;
    });
    if (!is_there)
      throw Error("CAPTURE_FAILED", "screen changed its place or its size during the capture",
                  "Try again.", {{"reason", "screen changed"}});
    return picture_of(std::move(taken));
  }
  std::vector<Capability> pixels(Deadline deadline) override {
    std::vector<Capability> rows = window_pixels(connection_);
    rows.insert(rows.begin(), display(deadline));
    return rows;
  }
  Permissions& permissions() override { return portal_; }

 private:
  Capability display(Deadline deadline) const {
    try {
      portal_.check(deadline);
    } catch (const Error& error) {
      Capability row = refused("capture.display", error);
      if (error.code != "PERMISSION_ERROR_SCREEN_RECORDING") return row;
      row.detail = std::string(portal::ScreenPortal::kName) + ": " + row.detail;
      row.consent = kDialogConsent;
      return row;
    }
    return {"capture.display", true, portal::ScreenPortal::kName, {}, {}, kDialogConsent};
  }

  portal::ScreenPortal& portal_;
  Connection& connection_;
};

}  // namespace

std::unique_ptr<ScreenPictures> portal_screens(portal::ScreenPortal& portal,
                                               Connection& connection) {
  return std::make_unique<PortalScreens>(portal, connection);
}

}  // namespace native::wayland
