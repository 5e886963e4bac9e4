#include "native/x11/capture/pixel_permission.hpp"

namespace native::x11 {

bool denies_pixels(Connection& connection) {
  Ask<xcb_get_image_reply> asked(connection.raw(),
                                 xcb_get_image(connection.raw(), XCB_IMAGE_FORMAT_Z_PIXMAP,
                                               connection.root(), 0, 0, 1, 1, 0xFFFFFFFF));
  asked.wait();
  return asked.error() == XCB_ACCESS;
}

Error denied_error(const Connection& connection) {
  const std::string& display = connection.name().text;
  return Error(
      "PERMISSION_ERROR_SCREEN_RECORDING",
      "display " + display +
          " gives this connection no pixels: it is untrusted (`ssh -X`, or a cookie made "
          "by `xauth generate`)",
      "Connect with `ssh -Y`, or set XAUTHORITY to the file with the session's own cookie.",
      {{"reason", "untrusted"}, {"display", display}});
}

}  // namespace native::x11
