// A process that stays: answers each line on standard input with "MILLISECONDS BYTES".
//   floor    the whole screen by MIT-SHM into a kept segment, and one copy of it
//   frame    a capture into pixels in memory
//   png      a capture into a PNG in memory; what has not changed since the last one is known
//   new      the same, nothing of it known
//   jpeg     a capture into a JPEG of quality 80 in memory

#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/image/encoding_sink.hpp"
#include "native/image/frame.hpp"
#include "native/image/png/strip_cache.hpp"
#include "native/x11/x11_desktop.hpp"

namespace {

using Clock = std::chrono::steady_clock;

// The least time that any program needs.
class Floor {
 public:
  Floor() : connection_(xcb_connect(nullptr, nullptr)) {
    if (xcb_connection_has_error(connection_) != 0) std::exit(1);
    screen_ = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
    size_ = std::size_t{4} * screen_->width_in_pixels * screen_->height_in_pixels;
    const int id = shmget(IPC_PRIVATE, size_, IPC_CREAT | 0600);
    memory_ = shmat(id, nullptr, 0);
    segment_ = xcb_generate_id(connection_);
    xcb_shm_attach(connection_, segment_, static_cast<std::uint32_t>(id), 0);
    copy_.resize(size_);
    std::free(xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr));
    shmctl(id, IPC_RMID, nullptr);
  }

  std::size_t operator()() {
    const auto asked =
        xcb_shm_get_image(connection_, screen_->root, 0, 0, screen_->width_in_pixels,
                          screen_->height_in_pixels, ~0U, XCB_IMAGE_FORMAT_Z_PIXMAP, segment_, 0);
    xcb_shm_get_image_reply_t* reply = xcb_shm_get_image_reply(connection_, asked, nullptr);
    if (reply == nullptr) std::exit(1);
    std::free(reply);
    std::memcpy(copy_.data(), memory_, size_);
    return size_;
  }

 private:
  xcb_connection_t* connection_;
  xcb_screen_t* screen_ = nullptr;
  std::size_t size_ = 0;
  void* memory_ = nullptr;
  xcb_shm_seg_t segment_ = 0;
  std::vector<std::uint8_t> copy_;
};

native::Deadline soon() { return Clock::now() + std::chrono::seconds(30); }

native::Frame frame_of(native::Desktop& desktop) {
  native::FrameSink sink;
  desktop.capture().capture(native::CaptureTarget(), sink, soon());
  return sink.take();
}

std::size_t png_of(native::Desktop& desktop) {
  native::BytesSink sink;
  desktop.capture().capture(native::CaptureTarget(), sink, soon());
  return sink.take().size();
}

}  // namespace

int main() {
  const std::unique_ptr<native::Desktop> desktop = native::open_x11();
  Floor floor;
  const std::map<std::string, std::function<std::size_t()>> work = {
      {"floor", [&] { return floor(); }},
      {"frame", [&] { return frame_of(*desktop).pixels.size(); }},
      {"png", [&] { return png_of(*desktop); }},
      {"new",
       [&] {
         native::forget_strips();
         return png_of(*desktop);
       }},
      {"jpeg", [&] { return native::encode_jpeg(frame_of(*desktop), 80).size(); }},
  };
  for (std::string line; std::getline(std::cin, line);) {
    const auto found = work.find(line);
    if (found == work.end()) return 1;
    const auto began = Clock::now();
    const std::size_t size = found->second();
    const std::chrono::duration<double, std::milli> took = Clock::now() - began;
    std::printf("%.3f %zu\n", took.count(), size);
    std::fflush(stdout);
  }
}
