#pragma once

#include <chrono>
#include <list>
#include <map>
#include <string>

#include "runtime/core/async/timer.hpp"
#include "runtime/core/value/blob.hpp"
#include "runtime/mcp/catalog/catalog.hpp"

namespace runtime::mcp {

// Resources that live for a while: bytes under a URI that nobody can guess, of one session or of
// none. A session's oldest go first when it has too many, and all go with it. Driven by the loop
// thread; the bytes are freed when their time is over.
class TtlResources {
 public:
  struct Limits {
    std::size_t count = 8;         // of one owner
    std::size_t bytes = 16 << 20;  // of one owner; a larger one is not kept at all
    std::size_t all_bytes = 64 << 20;
    double seconds = 600;
  };

  // Both must outlive the resources.
  TtlResources(Loop& loop, Catalog& catalog) : TtlResources(loop, catalog, Limits()) {}
  TtlResources(Loop& loop, Catalog& catalog, Limits limits);

  // `described.uri` is what the URI begins with; 128 random bits follow. Answers the URI, or ""
  // when the bytes are more than the resources holds, or their session is over. Throws Error
  // "INTERNAL_ERROR" without a source of random bits.
  std::string keep(BlobRef blob, Resource described);

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

  Share share_of(Owner owner) const;
  void drop(std::list<Item>::iterator item);
  void drop_oldest_of(Owner owner);
  void drop_all_of(Owner owner);
  Owner largest() const;
  void expire();
  void wind();

  Loop& loop_;
  Catalog& catalog_;
  Limits limits_;
  std::list<Item> items_;  // the oldest first
  std::map<Owner, Share> shares_;
  std::size_t bytes_ = 0;
  Alarm alarm_;
  Owners::Subscription ended_;
};

}  // namespace runtime::mcp
