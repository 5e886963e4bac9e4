#pragma once

#include <cstddef>

#include "native/desktop/pixel_memory.hpp"
#include "native/desktop/records.hpp"
#include "runtime/core/async/task.hpp"

namespace runtime {
class Call;
}

// How work waits until there is room for more pixels, which all pictures together have so much of.
namespace native {

// Waits until pictures hold less than `budget`. Throws "TIMEOUT" past the deadline. Blocks: never
// on a thread that somebody needs who could give pixels back.
void wait_for_room(std::size_t budget, Deadline deadline);

// Room that is set aside for a picture of so many bytes, until its pixels are there and count for
// themselves. Throws and blocks as wait_for_room.
class PixelRoom {
 public:
  PixelRoom(std::size_t size, std::size_t budget, Deadline deadline);
  ~PixelRoom();
  PixelRoom(const PixelRoom&) = delete;
  PixelRoom& operator=(const PixelRoom&) = delete;

 private:
  const std::size_t size_;
};

// Frees the images that no script reaches any more, of whose size Lua knows nothing, whenever
// somebody waits for room. Runs until it is cancelled.
runtime::Task<void> collect_for_room(runtime::Call* call);

}  // namespace native
