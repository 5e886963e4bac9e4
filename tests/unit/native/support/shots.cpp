#include "tests/unit/native/support/shots.hpp"

#include <xcb/composite.h>

#include <cstdlib>

namespace test {

void Pixels::begin(const native::FrameInfo& frame) {
  info = frame;
  colors.clear();
  alphas.clear();
}

void Pixels::strip(int, int rows, std::uint8_t* pixels, std::size_t stride) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < info.width; ++x) {
      const std::uint8_t* p = pixels + static_cast<std::size_t>(y) * stride + 4 * x;
      colors.push_back(static_cast<std::uint32_t>(p[2] << 16 | p[1] << 8 | p[0]));
      alphas.push_back(info.translucent ? p[3] : std::uint8_t{255});
    }
  }
}

int Pixels::wrong(int seed) const {
  if (colors.empty() || colors.size() != static_cast<std::size_t>(info.width * info.height)) {
    return -1;
  }
  int count = 0;
  for (int y = 0; y < info.height; ++y) {
    for (int x = 0; x < info.width; ++x) count += at(x, y) == pattern(seed, x, y) ? 0 : 1;
  }
  return count;
}

std::uint32_t Pixels::at(int x, int y) const {
  return colors.at(static_cast<std::size_t>(y * info.width + x));
}

std::uint8_t Pixels::alpha_at(int x, int y) const {
  return alphas.at(static_cast<std::size_t>(y * info.width + x));
}

Pixels shoot(native::Desktop& desktop, xcb_window_t window, int milliseconds) {
  Pixels pixels;
  desktop.capture().capture({native::CaptureTarget::Kind::kWindow, window, {}}, pixels,
                            in(milliseconds));
  return pixels;
}

Pixels shoot_screen(native::Desktop& desktop, const std::optional<native::Rect>& region) {
  Pixels pixels;
  desktop.capture().capture({native::CaptureTarget::Kind::kDesktop, 0, region}, pixels, in(8000));
  return pixels;
}

std::string failure(native::Desktop& desktop, xcb_window_t window, int milliseconds) {
  constexpr int kTries = 5;
  std::string found;
  for (int i = 0; i < kTries; ++i) {
    try {
      shoot(desktop, window, milliseconds);
      return "no error";
    } catch (const native::Error& error) {
      found = error.code + " " + error.fact("reason");
    }
    if (found != "TIMEOUT no answer") break;
  }
  return found;
}

bool redirected(xcb_connection_t* connection, xcb_window_t window) {
  const auto version = xcb_composite_query_version(connection, 0, 4);
  std::free(xcb_composite_query_version_reply(connection, version, nullptr));
  const xcb_pixmap_t pixmap = xcb_generate_id(connection);
  xcb_generic_error_t* error = xcb_request_check(
      connection, xcb_composite_name_window_pixmap_checked(connection, window, pixmap));
  const bool result = error == nullptr;
  std::free(error);
  if (result) xcb_free_pixmap(connection, pixmap);
  return result;
}

}  // namespace test
