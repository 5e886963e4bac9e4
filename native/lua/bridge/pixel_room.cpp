#include "native/lua/bridge/pixel_room.hpp"

#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/pixel_memory.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace native {
namespace {

constexpr double kCollectEvery = 0.05;  // seconds

[[noreturn]] void throw_no_room(std::size_t budget) {
  throw Error("TIMEOUT",
              "pictures hold " + std::to_string(pixel_memory_in_use() >> 20) +
                  " MB of memory (limit " + std::to_string(budget >> 20) +
                  " MB), and none was released in time",
              "Ask for fewer pictures at once, and release() those that are no longer needed.");
}

}  // namespace

void wait_for_room(std::size_t budget, Deadline deadline) {
  if (!wait_for_pixel_room(budget, deadline)) throw_no_room(budget);
}

PixelRoom::PixelRoom(std::size_t size, std::size_t budget, Deadline deadline) : size_(size) {
  if (!reserve_pixel_room(size, budget, deadline)) throw_no_room(budget);
}

PixelRoom::~PixelRoom() { give_pixel_room_back(size_); }

runtime::Task<void> collect_for_room(runtime::Call* call) {
  for (;;) {
    if (pixel_room_is_wanted()) call->collect();
    co_await runtime::sleep(kCollectEvery);
  }
}

}  // namespace native
