#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "runtime/core/caller.hpp"

namespace native {

// Remembers for each caller the window of its last act, for which the next keys are. Thread safe.
class LastWindows {
 public:
  static constexpr std::size_t kMax = 256;  // callers; then all are forgotten

  struct Last {
    std::uint64_t window = 0;  // 0: there is none
    std::int64_t pid = 0;      // of its process, whose other windows count once it is closed
  };
  Last of(const runtime::Caller& caller) const;
  void set(const runtime::Caller& caller, Last last);

 private:
  using Key = std::tuple<runtime::Caller::Kind, std::string, std::int64_t, std::int64_t>;
  static Key key_of(const runtime::Caller& caller);

  mutable std::mutex mutex_;
  std::map<Key, Last> windows_;
};

}  // namespace native
