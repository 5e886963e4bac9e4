#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"

namespace native {

// A menu in memory. Owned by tests, which may change it from another thread.
class FakeMenus {
 public:
  struct Item {
    std::string name;
    std::vector<Item> items = {};
    std::string shortcut = {};
    bool enabled = true;
    bool checked = false;
    bool lazy = false;  // its items are there only once it was opened
  };

  void set(std::vector<Item> items);
  void fail(std::optional<Error> error);
  // Runs before each level is read.
  void set_before_level(std::function<void()> run);
  // Returns what was done since the last time: "open Recent", "choose Save", "close Recent".
  std::vector<std::string> take_log();
  bool is_empty() const;

  // Returns the menu for one operation. This object outlives it.
  std::unique_ptr<MenuSource> open(bool may_open, const Act& act);

 private:
  class Source;
  std::vector<Item> items() const;
  void note(const std::string& line);

  mutable std::mutex mutex_;
  std::vector<Item> items_;
  std::optional<Error> error_;
  std::function<void()> before_level_;
  std::vector<std::string> log_;
};

}  // namespace native
