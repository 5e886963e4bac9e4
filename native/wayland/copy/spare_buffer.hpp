#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "native/wayland/copy/shared_buffer.hpp"

namespace native::wayland {

// Keeps the memory of a picture for the next one. Memory that neither side has used before costs
// more than the picture: each page of it is a fault here and one in the compositor.
class SpareBuffer {
 public:
  // How long it is kept, so that a process that rests holds no pictures.
  static constexpr std::chrono::milliseconds kKept{2000};
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  explicit SpareBuffer(wl_display* display) : display_(display) {}
  ~SpareBuffer();
  SpareBuffer(const SpareBuffer&) = delete;
  SpareBuffer& operator=(const SpareBuffer&) = delete;

  // Returns the kept one when it has these sizes, else a new one (see SharedBuffer).
  std::unique_ptr<SharedBuffer> take(wl_shm* shm, int width, int height, std::size_t stride,
                                     std::uint32_t format);
  // `buffer`, which may be null, is one that the compositor has done with.
  void keep(std::unique_ptr<SharedBuffer> buffer);

 private:
  void expire();

  wl_display* const display_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<SharedBuffer> kept_;
  std::chrono::steady_clock::time_point until_{};
  bool ending_ = false;
  bool waiting_ = false;  // the thread is
  std::thread thread_;
};

}  // namespace native::wayland
