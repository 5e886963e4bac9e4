#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "native/desktop/pixel_memory.hpp"

namespace native::kwin {

// How the bytes of a pixel are ordered, from the lowest address on; the last three have 10 bits for
// each colour, in a number of 32.
enum class PixelOrder { kBgrx, kBgra, kRgbx, kRgba, kRgb30, kBgr30 };

// What KWin says of a picture before its pixels come.
struct Description {
  std::string type;  // "raw"
  std::uint32_t width = 0, height = 0, stride = 0;
  std::uint32_t format = 0;  // a value of QImage::Format
  std::string window;        // the uuid of the window that it shows; "" for screens
};

// What is known of a picture before it is asked for.
struct Expected {
  int width = 0, height = 0;  // 0: any size
  std::string window;
};

// A picture as KWin has sent it.
struct Picture {
  int width = 0, height = 0;
  std::size_t stride = 0;
  PixelOrder order = PixelOrder::kBgrx;
  PixelBytes bytes;
};

// Returns the picture that is described, without its pixels. Throws "CAPTURE_FAILED" for what no
// picture of this kind can be: the description comes from another program.
Picture checked(const Description& description, const Expected& expected);

// Returns a uuid without braces and in lower case, as KWin's interfaces differ in both.
std::string plain_uuid(const std::string& text);

}  // namespace native::kwin
