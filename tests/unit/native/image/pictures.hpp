#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/image/codec/codec.hpp"
#include "native/image/pixels.hpp"

// Pictures for the tests of this module.
namespace native::test {

enum class Look { kNoise, kFlat, kText };

// Returns a picture whose rows end in `padding` bytes of garbage; the X bytes are garbage too
// unless `opaque`.
inline Frame picture(int width, int height, Look look, std::uint32_t seed, std::size_t padding = 0,
                     bool opaque = true) {
  std::mt19937 random(seed);
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4 + padding;
  frame.origin = {0, 0, width, height};
  frame.pixels.resize(frame.stride * static_cast<std::size_t>(height));
  for (auto& byte : frame.pixels) byte = static_cast<std::uint8_t>(random());
  for (int y = 0; y < height; ++y) {
    std::uint8_t* row = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
    for (int x = 0; x < width; ++x, row += 4) {
      const bool ink = (x * 7 + y * 13) % 31 < 9 && (y % 16) > 4;
      if (look == Look::kFlat) row[0] = 10, row[1] = 120, row[2] = 230;
      if (look == Look::kText) row[0] = row[1] = row[2] = ink ? 20 : 250;
      if (opaque) row[3] = 255;
    }
  }
  return frame;
}

// Returns noise with every alpha, as the frame of a translucent picture.
inline Frame translucent_picture(int width, int height, std::uint32_t seed) {
  Frame frame = picture(width, height, Look::kNoise, seed, 0, false);
  lay_over_white(frame.pixels.data(), frame.pixels.size() / 4, AlphaOrder::kBgra);
  frame.translucent = true;
  return frame;
}

// Returns exactly the width * 4 bytes of each row, with X as 255.
inline PixelBytes opaque_pixels(const Frame& frame) {
  PixelBytes result;
  for (int y = 0; y < frame.height; ++y) {
    const std::uint8_t* row = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
    result.insert(result.end(), row, row + static_cast<std::size_t>(frame.width) * 4);
  }
  for (std::size_t i = 3; i < result.size(); i += 4) result[i] = 255;
  return result;
}

inline FrameInfo info_of(const Frame& frame) {
  return {frame.width, frame.height, frame.origin, "root", "slow", frame.scale};
}

// Delivers like a capture: in strips of `rows` rows, which are wiped afterwards.
inline void deliver(const Frame& frame, StripSink& sink, int rows) {
  sink.begin(info_of(frame));
  for (int y = 0; y < frame.height; y += rows) {
    const int count = std::min(rows, frame.height - y);
    const auto from = frame.pixels.begin() +
                      static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y) * frame.stride);
    std::vector<std::uint8_t> strip(
        from, from + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(count) * frame.stride));
    sink.strip(y, count, strip.data(), frame.stride);
    std::fill(strip.begin(), strip.end(), std::uint8_t{0xAB});
  }
}

inline void write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

inline Bytes read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

// Returns the code of the Error that `call` throws, "" when it throws none.
template <class Call>
std::string code_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code;
  }
  return {};
}

}  // namespace native::test
