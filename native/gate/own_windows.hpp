#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace native {

// Finds the windows of the program that an agent runs in, such as its terminal or editor: those of
// the nearest ancestor of this process that has any. Thread safe.
class OwnWindows {
 public:
  using Ancestors = std::function<std::vector<std::int64_t>()>;
  // `ancestors` returns the processes that this one descends from, the nearest first. It is called
  // once, at first need; none: there are no such windows.
  explicit OwnWindows(Ancestors ancestors) : find_ancestors_(std::move(ancestors)) {}

  // Returns the process that has them; 0 when there is none. Panels, desktops, menus and the
  // windows of session managers do not count.
  std::int64_t process(const std::vector<Window>& windows, Applications& applications);

 private:
  bool is_session_manager(std::int64_t pid, Applications& applications);

  const Ancestors find_ancestors_;
  std::mutex mutex_;
  std::optional<std::vector<std::int64_t>> ancestors_;  // they stay as they were at first need
  std::map<std::int64_t, bool> session_managers_;       // by ancestor
};

}  // namespace native
