#include "native/fake/fake_menus.hpp"

#include <algorithm>
#include <utility>

namespace native {

// Handles are places, level by level: "/0/3".
class FakeMenus::Source : public MenuSource {
 public:
  Source(FakeMenus& menus, bool may_open, Act act)
      : menus_(menus), may_open_(may_open), act_(std::move(act)) {}
  ~Source() override {
    for (auto name = opened_.rbegin(); name != opened_.rend(); ++name)
      menus_.note("close " + *name);
  }

  std::string origin() const override { return "fake"; }

  MenuLevel level(const MenuItem* in) override {
    begin();
    MenuLevel level;
    if (in == nullptr) {
      add(menus_.items(), "", &level);
      return level;
    }
    const std::optional<Item> holder = find(in->handle);
    if (!holder || (holder->lazy && !open(*holder))) return level;
    add(holder->items, in->handle, &level);
    return level;
  }

  bool choose(const MenuItem& item) override {
    begin();
    const std::optional<Item> chosen = find(item.handle);
    if (!chosen || !chosen->enabled)
      throw Error("UNSUPPORTED", "the item '" + item.name + "' cannot be chosen");
    menus_.note("choose " + chosen->name);
    opened_.clear();
    return true;
  }

 private:
  void begin() {
    if (act_.check) act_.check();
    std::function<void()> before;
    {
      const std::lock_guard lock(menus_.mutex_);
      if (menus_.error_) throw Error(*menus_.error_);
      before = menus_.before_level_;
    }
    if (before) before();
  }

  bool open(const Item& holder) {
    if (!may_open_) return false;
    menus_.note("open " + holder.name);
    opened_.push_back(holder.name);
    return true;
  }

  static void add(const std::vector<Item>& items, const std::string& path, MenuLevel* level) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      MenuItem item;
      item.name = items[i].name;
      item.shortcut = items[i].shortcut;
      item.enabled = items[i].enabled;
      item.checked = items[i].checked;
      item.has_submenu = !items[i].items.empty();
      item.handle = path + "/" + std::to_string(i);
      level->items.push_back(std::move(item));
    }
  }

  std::optional<Item> find(const std::string& handle) const {
    std::vector<Item> level = menus_.items();
    std::optional<Item> found;
    for (std::size_t at = 0; at < handle.size();) {
      const std::size_t end = std::min(handle.find('/', at + 1), handle.size());
      const std::size_t place = std::stoul(handle.substr(at + 1, end - at - 1));
      if (place >= level.size()) return std::nullopt;
      found = level[place];
      level = found->items;
      at = end;
    }
    return found;
  }

  FakeMenus& menus_;
  const bool may_open_;
  const Act act_;
  std::vector<std::string> opened_;
};

void FakeMenus::set(std::vector<Item> items) {
  const std::lock_guard lock(mutex_);
  items_ = std::move(items);
}

void FakeMenus::fail(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
}

void FakeMenus::set_before_level(std::function<void()> run) {
  const std::lock_guard lock(mutex_);
  before_level_ = std::move(run);
}

std::vector<std::string> FakeMenus::take_log() {
  const std::lock_guard lock(mutex_);
  return std::exchange(log_, {});
}

bool FakeMenus::is_empty() const {
  const std::lock_guard lock(mutex_);
  return items_.empty();
}

std::vector<FakeMenus::Item> FakeMenus::items() const {
  const std::lock_guard lock(mutex_);
  return items_;
}

void FakeMenus::note(const std::string& line) {
  const std::lock_guard lock(mutex_);
  log_.push_back(line);
}

std::unique_ptr<MenuSource> FakeMenus::open(bool may_open, const Act& act) {
  return std::make_unique<Source>(*this, may_open, act);
}

}  // namespace native
