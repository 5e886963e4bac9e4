#include "native/wayland/screen_damage.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "native/wayland/copy/shared_buffer.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/owned.hpp"
#include "wlr-screencopy-unstable-v1-client.h"

namespace native::wayland {
namespace {

constexpr std::uint32_t kCopyVersion = 3;
constexpr std::size_t kMaxParts = 64;  // of one picture; more are told as one
// Pictures that come while they are asked for, where a screen never rests.
constexpr int kMaxRounds = 3;

using DamageManager = Owned<zwlr_screencopy_manager_v1, &zwlr_screencopy_manager_v1_destroy>;
using DamageFrame = Owned<zwlr_screencopy_frame_v1, &zwlr_screencopy_frame_v1_destroy>;

}  // namespace

// One screen, and the picture that is asked for.
class ScreenDamage::Screen {
 public:
  Screen(Connection& connection, Output output)
      : connection_(connection),
        output_(std::move(output)),
        manager_(connection.bind<zwlr_screencopy_manager_v1>(zwlr_screencopy_manager_v1_interface,
                                                             kCopyVersion)),
        shm_(connection.bind<wl_shm>(wl_shm_interface, 1)) {}

  // Asks for the next picture in which something is painted.
  void ask(Deadline deadline) {
    described_ = ready_ = failed_ = false;
    parts_.clear();
    frame_.reset(
        ::zwlr_screencopy_manager_v1_capture_output(manager_.get(), 0, output_.object.get()));
    ::zwlr_screencopy_frame_v1_add_listener(frame_.get(), &listener(), this);
    connection_.wait(deadline, [&] { return described_ || failed_; });
    if (failed_) return;
    const bool fits = buffer_ && buffer_->width() == width_ && buffer_->height() == height_ &&
                      buffer_->stride() == stride_ && buffer_->format() == format_;
    if (!fits)
      buffer_ = std::make_unique<SharedBuffer>(shm_.get(), width_, height_, stride_, format_);
    ::zwlr_screencopy_frame_v1_copy_with_damage(frame_.get(), buffer_->object());
  }

  bool is_ready() const { return ready_; }
  bool has_failed() const { return failed_; }
  const Rect& bounds() const { return output_.bounds; }

  // Returns where, in desktop units.
  std::vector<Rect> painted() const {
    if (output_.transform != WL_OUTPUT_TRANSFORM_NORMAL || parts_.empty()) return {output_.bounds};
    std::vector<Rect> areas;
    for (const Rect& part : parts_) areas.push_back(on_desktop(part));
    return areas;
  }

 private:
  static Screen& of(void* data) { return *static_cast<Screen*>(data); }

  Rect on_desktop(const Rect& part) const {
    const auto before = [&](int side) {
      return static_cast<int>(std::floor(side / output_.scale));
    };
    const auto after = [&](int side) { return static_cast<int>(std::ceil(side / output_.scale)); };
    const int left = before(part.x);
    const int top = before(part.y);
    return {output_.bounds.x + left, output_.bounds.y + top, after(right(part)) - left,
            after(bottom(part)) - top};
  }

  void add(const Rect& part) {
    if (parts_.size() < kMaxParts)
      parts_.push_back(part);
    else
      parts_.back() = bounding(parts_.back(), part);
  }

  static const zwlr_screencopy_frame_v1_listener& listener() {
    static constexpr zwlr_screencopy_frame_v1_listener kListener = {
        .buffer =
            [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t format, std::uint32_t width,
               std::uint32_t height, std::uint32_t stride) {
              of(data).format_ = format;
              of(data).width_ = static_cast<int>(width);
              of(data).height_ = static_cast<int>(height);
              of(data).stride_ = stride;
            },
        .flags = [](void*, zwlr_screencopy_frame_v1*, std::uint32_t) {},
        .ready = [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t, std::uint32_t,
                    std::uint32_t) { of(data).ready_ = true; },
        .failed = [](void* data, zwlr_screencopy_frame_v1*) { of(data).failed_ = true; },
        .damage =
            [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t x, std::uint32_t y,
               std::uint32_t width, std::uint32_t height) {
              constexpr std::uint32_t kMost = 1 << 20;
              of(data).add({static_cast<int>(std::min(x, kMost)),
                            static_cast<int>(std::min(y, kMost)),
                            static_cast<int>(std::min(width, kMost)),
                            static_cast<int>(std::min(height, kMost))});
            },
        .linux_dmabuf = [](void*, zwlr_screencopy_frame_v1*, std::uint32_t, std::uint32_t,
                           std::uint32_t) {},
        .buffer_done = [](void* data, zwlr_screencopy_frame_v1*) { of(data).described_ = true; },
    };
    return kListener;
  }

  Connection& connection_;
  const Output output_;
  const DamageManager manager_;
  const Owned<wl_shm, &wl_shm_destroy> shm_;
  std::unique_ptr<SharedBuffer> buffer_;
  DamageFrame frame_;
  std::uint32_t format_ = 0;
  int width_ = 0, height_ = 0;
  std::size_t stride_ = 0;
  bool described_ = false, ready_ = false, failed_ = false;
  std::vector<Rect> parts_;
};

bool offers_screen_damage(const Connection& connection) {
  for (const Global& each : connection.globals())
    if (each.interface == zwlr_screencopy_manager_v1_interface.name)
      return each.version >= kCopyVersion && connection.offers(wl_shm_interface);
  return false;
}

ScreenDamage::ScreenDamage(std::unique_ptr<Connection> connection, Deadline deadline)
    : connection_(std::move(connection)) {
  if (!offers_screen_damage(*connection_)) throw no_changes();
  watch_screens(deadline);
}

ScreenDamage::~ScreenDamage() { screens_.clear(); }

void ScreenDamage::watch_screens(Deadline deadline) {
  screens_.clear();
  for (Output& output : read_outputs(*connection_, deadline)) {
    screens_.push_back(std::make_unique<Screen>(*connection_, std::move(output)));
    Screen& screen = *screens_.back();
    screen.ask(deadline);
    // The first picture comes at once, whatever was painted.
    connection_->wait(deadline, [&] { return screen.is_ready() || screen.has_failed(); });
    if (screen.is_ready()) screen.ask(deadline);
  }
}

bool ScreenDamage::take_in() {
  if (!connection_->take_in()) return false;
  return std::any_of(screens_.begin(), screens_.end(),
                     [](const auto& screen) { return screen->is_ready() || screen->has_failed(); });
}

std::vector<Rect> ScreenDamage::take(Deadline deadline) {
  std::vector<Rect> painted;
  std::vector<Rect> before;
  for (const auto& screen : screens_) before.push_back(screen->bounds());
  std::vector<Rect> now;
  for (const Output& output : read_outputs(*connection_, deadline)) now.push_back(output.bounds);
  const bool failed = std::any_of(screens_.begin(), screens_.end(),
                                  [](const auto& screen) { return screen->has_failed(); });
  if (failed || now != before) {
    watch_screens(deadline);
    painted = now;
    painted.insert(painted.end(), before.begin(), before.end());
    return painted;
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    connection_->round_trip(deadline);
    bool any = false;
    for (const auto& screen : screens_) {
      if (!screen->is_ready()) continue;
      any = true;
      for (const Rect& part : screen->painted()) painted.push_back(part);
      screen->ask(deadline);
    }
    if (!any) break;
  }
  return painted;
}

}  // namespace native::wayland
