#pragma once

#include <chrono>
#include <list>
#include <string>

#include "runtime/core/blob.hpp"
#include "runtime/core/timer.hpp"
#include "runtime/mcp/resources.hpp"

namespace runtime::mcp {

// Resources that live for a while: bytes under a URI that nobody can guess. The oldest go first
// when there are too many. Driven by the loop thread; the bytes are freed when their time is over.
class Shelf {
 public:
  struct Limits {
    std::size_t count = 8;
    std::size_t bytes = 16 << 20;  // of all together; a larger one is not kept at all
    double seconds = 600;
  };

  // Both must outlive the shelf.
  Shelf(Loop& loop, Resources& resources) : loop_(loop), resources_(resources) {}
  Shelf(Loop& loop, Resources& resources, Limits limits)
      : loop_(loop), resources_(resources), limits_(limits) {}

  // `described.uri` is what the URI begins with; 128 random bits follow. Answers the URI, or ""
  // when the bytes are more than the shelf holds. Throws Error "INTERNAL_ERROR" without a source of
  // random bits.
  std::string keep(BlobRef blob, Resource described);

 private:
  struct Item {
    std::string uri;
    std::size_t bytes;
    std::chrono::steady_clock::time_point end;
  };

  void drop_oldest();
  void expire();
  void wind();

  Loop& loop_;
  Resources& resources_;
  Limits limits_;
  std::list<Item> items_;  // the oldest first
  std::size_t bytes_ = 0;
  Alarm alarm_;
};

}  // namespace runtime::mcp
