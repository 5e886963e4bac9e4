#pragma once

#include <cstddef>

#include "native/desktop/pixel_memory.hpp"
#include "native/desktop/records.hpp"
#include "runtime/core/async/task.hpp"

namespace runtime {
class Call;
}

// Makes work wait while the pictures in memory exceed the budget for pixels.
namespace native {

// Waits until pictures hold less than `budget` bytes. Throws "TIMEOUT" past the deadline. Blocks,
// so never call it on a thread that is needed to free pictures.
void wait_for_room(std::size_t budget, Deadline deadline);

// Reserves memory for a picture of `size` bytes until its pixels are allocated and count
// themselves. Throws and blocks as wait_for_room().
class PixelRoom {
 public:
  PixelRoom(std::size_t size, std::size_t budget, Deadline deadline);
  ~PixelRoom();
  PixelRoom(const PixelRoom&) = delete;
  PixelRoom& operator=(const PixelRoom&) = delete;

 private:
  const std::size_t size_;
};

// Collects unreachable images, whose size Lua does not know, whenever a thread waits for memory.
// Runs until it is cancelled.
runtime::Task<void> collect_for_room(runtime::Call* call);

}  // namespace native
