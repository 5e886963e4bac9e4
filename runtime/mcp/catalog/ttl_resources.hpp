#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "runtime/core/async/task.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/core/value/blob.hpp"
#include "runtime/mcp/catalog/catalog.hpp"

namespace runtime::mcp {

// Temporary resources: bytes under an unguessable URI, of one session or of none. A session with
// too many loses its oldest; all end with it. Driven by the loop thread; frees the bytes when their
// time is over.
class TtlResources {
 public:
  struct Limits {
    std::size_t count = 8;         // of one owner
    std::size_t bytes = 16 << 20;  // of one owner; larger blobs are not kept at all
    std::size_t all_bytes = 64 << 20;
    double seconds = 600;
  };

  // `loop` and `catalog` must outlive the resources.
  TtlResources(Loop& loop, Catalog& catalog) : TtlResources(loop, catalog, Limits()) {}
  TtlResources(Loop& loop, Catalog& catalog, Limits limits);

  // Keeps a blob and returns its URI, which begins with `described.uri`, followed by 128 random
  // bits. Returns "" when the bytes exceed the limit, or their session has ended. Throws Error
  // "INTERNAL_ERROR" without a source of random bits.
  std::string keep(BlobRef blob, Resource described);
  // Makes resources end as soon as the number that `generation` returns is another than when they
  // were kept. Called on the loop thread, at each use.
  void follow(std::function<std::uint64_t()> generation) { generation_ = std::move(generation); }
  // Makes resources unreadable while `admits` comes to false. Called on the loop thread, at each
  // reading.
  void guard(std::function<Task<bool>()> admits) { admits_ = std::move(admits); }

 private:
  struct Item {
    std::string uri;
    Owner owner;
    std::size_t bytes;
    std::chrono::steady_clock::time_point end;
  };

  struct Share {
    std::size_t count = 0;
    std::size_t bytes = 0;
  };

  Task<Value> read(BlobRef blob, std::uint64_t generation);
  Share share_of(Owner owner) const;
  void drop(std::list<Item>::iterator item);
  void drop_oldest_of(Owner owner);
  void drop_all_of(Owner owner);
  Owner largest() const;
  void drop_all();
  void expire();
  void wind();

  Loop& loop_;
  Catalog& catalog_;
  Limits limits_;
  std::function<std::uint64_t()> generation_ = [] { return std::uint64_t{0}; };
  std::function<Task<bool>()> admits_;  // may be empty
  std::uint64_t kept_under_ = 0;        // the generation of all items
  std::list<Item> items_;               // the oldest first
  std::map<Owner, Share> shares_;
  std::size_t bytes_ = 0;
  Alarm alarm_;
  Owners::Subscription ended_;
};

}  // namespace runtime::mcp
