#include "native/wayland/copy/spare_buffer.hpp"

#include <utility>

namespace native::wayland {

SpareBuffer::~SpareBuffer() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

std::unique_ptr<SharedBuffer> SpareBuffer::take(wl_shm* shm, int width, int height,
                                                std::size_t stride, std::uint32_t format) {
  std::unique_ptr<SharedBuffer> kept;
  {
    const std::lock_guard lock(mutex_);
    kept = std::move(kept_);
  }
  if (kept && kept->width() == width && kept->height() == height && kept->stride() == stride &&
      kept->format() == format)
    return kept;
  return std::make_unique<SharedBuffer>(shm, width, height, stride, format);
}

void SpareBuffer::keep(std::unique_ptr<SharedBuffer> buffer) {
  if (!buffer || buffer->stride() * static_cast<std::size_t>(buffer->height()) > kMostBytes) return;
  const std::lock_guard lock(mutex_);
  kept_ = std::move(buffer);
  until_ = std::chrono::steady_clock::now() + kKept;
  if (waiting_) return;
  if (thread_.joinable()) thread_.join();
  waiting_ = true;
  thread_ = std::thread([this] { expire(); });
}

void SpareBuffer::expire() {
  std::unique_lock lock(mutex_);
  while (!ending_ && std::chrono::steady_clock::now() < until_)
    // Uses system_clock, because this compiler's thread sanitizer does not know waits on
    // steady_clock.
    changed_.wait_until(
        lock, std::chrono::system_clock::now() + (until_ - std::chrono::steady_clock::now()));
  waiting_ = false;
  kept_.reset();
  if (!ending_) ::wl_display_flush(display_);
}

}  // namespace native::wayland
