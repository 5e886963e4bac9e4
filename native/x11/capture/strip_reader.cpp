#include "native/x11/capture/strip_reader.hpp"

#include <xcb/shm.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/desktop/pixels/premultiplied.hpp"
#include "native/x11/capture/pixel_permission.hpp"
#include "native/x11/capture/shared_strip.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kAllPlanes = 0xFFFFFFFF;
constexpr std::size_t kSocketStrip = 1 << 20;
constexpr int kFirstStripPart = 4;

[[noreturn]] void throw_refused(const Connection& connection, int error) {
  if (error == XCB_ACCESS) throw denied_error(connection);
  throw Error("CAPTURE_FAILED",
              "display server refused to read pixels (X error " + std::to_string(error) + ")",
              "Try again; the window may have changed at that moment.", {{"reason", "x error"}});
}

// How the fourth byte of a drawable's pixels is treated.
enum class AlphaUse {
  kIgnored,  // it has no meaning
  kWatched,  // it may be alpha (a visual of depth 32): checked until a pixel is not opaque
  kKept      // it is alpha, and the colours are premultiplied
};

// Describes the picture to the sink.
class Announcement {
 public:
  Announcement(const FrameInfo& info, const std::function<void(FrameInfo&)>& complete,
               StripSink& sink)
      : info_(info), complete_(complete), sink_(sink) {}

  FrameInfo& info() { return info_; }
  // Asks for what is not known yet; the first time only.
  void complete() {
    if (complete_ && !std::exchange(completed_, true)) complete_(info_);
  }
  void begin() { sink_.begin(info_); }

 private:
  FrameInfo info_;
  const std::function<void(FrameInfo&)>& complete_;
  StripSink& sink_;
  bool completed_ = false;
};

// Converts the server's rows and passes them to the sink.
class Delivery {
 public:
  Delivery(const PixelSource& source, const FrameInfo& info, AlphaUse alpha, StripSink& sink)
      : source_(source), info_(info), alpha_(alpha), sink_(sink), converter_(source.layout) {}

  // Passes on `rows` rows from row `y` on, which may be changed. Returns false when their alpha is
  // not as assumed: the picture must begin again.
  bool hand_over(int y, int rows, std::uint8_t* pixels) {
    const std::size_t stride = source_.layout.stride(info_.width);
    if (!alpha_fits(pixels, stride, rows)) return false;
    std::uint8_t* target = pixels;
    std::size_t target_stride = stride;
    if (!source_.layout.native_order()) {
      target_stride = static_cast<std::size_t>(info_.width) * 4;
      converted_.resize(target_stride * static_cast<std::size_t>(rows));
      target = converted_.data();
    }
    const bool opaque = alpha_ != AlphaUse::kKept && (sink_.wants_alpha() || source_.shape);
    if (!source_.layout.native_order() || opaque)
      converter_.convert(pixels, stride, target, target_stride, info_.width, rows);
    if (source_.shape) clear_outside({0, y, info_.width, rows}, target, target_stride);
    sink_.strip(y, rows, target, target_stride);
    return true;
  }

 private:
  bool alpha_fits(std::uint8_t* pixels, std::size_t stride, int rows) {
    if (alpha_ == AlphaUse::kIgnored) return true;
    for (int y = 0; y < rows; ++y, pixels += stride) {
      const bool fits = alpha_ == AlphaUse::kWatched
                            ? all_opaque(pixels, info_.width)
                            : lay_premultiplied_over_white(pixels, info_.width);
      if (!fits) return false;
    }
    return true;
  }

  void clear_outside(const Rect& strip, std::uint8_t* pixels, std::size_t stride) {
    std::vector<std::uint8_t> ours(static_cast<std::size_t>(strip.width), 0);
    for (int y = 0; y < strip.height; ++y) {
      const Rect line{strip.x, strip.y + y, strip.width, 1};
      std::fill(ours.begin(), ours.end(), std::uint8_t{0});
      for (const Rect& part : source_.shape->parts()) {
        const Rect cut = intersection(part, line);
        std::fill_n(ours.begin() + (cut.empty() ? 0 : cut.x - strip.x), cut.width, std::uint8_t{1});
      }
      std::uint8_t* row = pixels + static_cast<std::size_t>(y) * stride;
      for (int x = 0; x < strip.width; ++x) {
        if (ours[static_cast<std::size_t>(x)] == 0) std::memcpy(row + 4 * x, "\xFF\xFF\xFF\0", 4);
      }
    }
  }

  const PixelSource& source_;
  const FrameInfo& info_;
  const AlphaUse alpha_;
  StripSink& sink_;
  PixelConverter converter_;
  std::vector<std::uint8_t> converted_;
};

int rows_for(std::size_t space, std::size_t stride) {
  return static_cast<int>(std::max<std::size_t>(1, space / stride));
}

bool read_shared(Connection& connection, SharedStrip& strip, const PixelSource& source,
                 const FrameInfo& info, Announcement& announcement, Delivery& delivery) {
  const int most = rows_for(strip.half_size(), source.layout.stride(info.width));
  // The first strip is short, because nothing can be done before it has arrived.
  const auto rows_at = [&](int y) {
    return std::min(y == 0 ? std::max(1, most / kFirstStripPart) : most, info.height - y);
  };
  const auto ask = [&](int y, int half) {
    const int rows = rows_at(y);
    return Ask<xcb_shm_get_image_reply>(
        connection.raw(),
        xcb_shm_get_image(connection.raw(), source.drawable, static_cast<std::int16_t>(source.x),
                          static_cast<std::int16_t>(source.y + y),
                          static_cast<std::uint16_t>(info.width), static_cast<std::uint16_t>(rows),
                          kAllPlanes, XCB_IMAGE_FORMAT_Z_PIXMAP, strip.segment(),
                          strip.half_offset(half)));
  };
  using Asked = std::optional<Ask<xcb_shm_get_image_reply>>;
  const auto ask_at = [&](int y, int half) {
    return y < info.height ? Asked(ask(y, half)) : Asked();
  };
  // One strip is being delivered while the server fills the other half with the next one.
  int half = 0;
  Asked current = ask_at(0, half);
  // Before the second strip: behind it, each answer would wait until its pixels are copied.
  announcement.complete();
  Asked next = ask_at(rows_at(0), 1);
  connection.flush();
  announcement.begin();
  for (int y = 0; current; half = 1 - half) {
    if (!current->wait()) throw_refused(connection, current->error());
    const int rows = rows_at(y);
    if (!delivery.hand_over(y, rows, strip.half(half))) return false;
    y += rows;
    current = std::move(next);
    if (current) next = ask_at(y + rows_at(y), half);
    connection.flush();
  }
  return true;
}

bool read_socket(Connection& connection, const PixelSource& source, const FrameInfo& info,
                 Announcement& announcement, Delivery& delivery) {
  announcement.complete();
  announcement.begin();
  const std::size_t stride = source.layout.stride(info.width);
  const int most = rows_for(kSocketStrip, stride);
  for (int y = 0; y < info.height; y += most) {
    const int rows = std::min(most, info.height - y);
    Ask<xcb_get_image_reply> asked(
        connection.raw(),
        xcb_get_image(connection.raw(), XCB_IMAGE_FORMAT_Z_PIXMAP, source.drawable,
                      static_cast<std::int16_t>(source.x), static_cast<std::int16_t>(source.y + y),
                      static_cast<std::uint16_t>(info.width), static_cast<std::uint16_t>(rows),
                      kAllPlanes));
    const auto reply = asked.wait();
    if (!reply) throw_refused(connection, asked.error());
    items<std::uint8_t>(*reply, xcb_get_image_data(reply.get()),
                        stride * static_cast<std::size_t>(rows));
    if (!delivery.hand_over(y, rows, xcb_get_image_data(reply.get()))) return false;
  }
  return true;
}

// Returns false when the alpha of the pixels is not as assumed.
bool read_once(Connection& connection, const PixelSource& source, const FrameInfo& info,
               AlphaUse alpha, Announcement& announcement, StripSink& sink) {
  Delivery delivery(source, info, alpha, sink);
  SharedStrip* strip = connection.shared_strip();
  if (strip != nullptr && source.layout.stride(info.width) <= strip->half_size())
    return read_shared(connection, *strip, source, info, announcement, delivery);
  return read_socket(connection, source, info, announcement, delivery);
}

}  // namespace

void read_strips(Connection& connection, const PixelSource& source, const FrameInfo& info,
                 StripSink& sink, const std::function<void(FrameInfo&)>& complete) {
  SharedStrip* strip = connection.shared_strip();
  Announcement announcement(info, complete, sink);
  if (strip == nullptr) {
    announcement.info().note =
        "pixels of display " + connection.name().text +
        " come over its socket, which takes several times longer than shared memory: " +
        connection.no_strip_reason();
  }
  const bool watched = source.may_be_translucent && source.layout.native_order();
  AlphaUse alpha = watched ? AlphaUse::kWatched : AlphaUse::kIgnored;
  for (;;) {
    announcement.info().translucent = alpha == AlphaUse::kKept || source.shape;
    if (read_once(connection, source, info, alpha, announcement, sink)) return;
    alpha = alpha == AlphaUse::kWatched ? AlphaUse::kKept : AlphaUse::kIgnored;
  }
}

}  // namespace native::x11
