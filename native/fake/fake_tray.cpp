#include "native/fake/fake_tray.hpp"

#include <utility>

namespace native {

FakeMenus& FakeTray::add(const std::string& id, const std::string& description, std::int64_t pid,
                         Clicked clicked) {
  const std::lock_guard lock(mutex_);
  Icon& icon = icons_.emplace_back();
  icon.item = {id, description, description, description, "Active", pid};
  icon.clicked = clicked;
  return icon.menus;
}

void FakeTray::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  icons_.remove_if([&](const Icon& icon) { return icon.item.id == id; });
}

void FakeTray::set_title(const std::string& id, const std::string& title) {
  const std::lock_guard lock(mutex_);
  find(id).item.title = title;
}

void FakeTray::fail(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
}

std::vector<std::string> FakeTray::take_clicks() {
  const std::lock_guard lock(mutex_);
  return std::exchange(clicks_, {});
}

FakeTray::Icon& FakeTray::find(const std::string& id) {
  if (error_) throw Error(*error_);
  for (Icon& icon : icons_) {
    if (icon.item.id != id) continue;
    icon.item.has_menu = !icon.menus.is_empty();
    return icon;
  }
  throw Error("ELEMENT_NOT_FOUND", "the icon is gone from the tray");
}

std::vector<TrayItem> FakeTray::items(Deadline) {
  const std::lock_guard lock(mutex_);
  if (error_) throw Error(*error_);
  std::vector<TrayItem> items;
  for (Icon& icon : icons_) items.push_back(find(icon.item.id).item);
  return items;
}

TrayItem FakeTray::item(const std::string& id, Deadline) {
  const std::lock_guard lock(mutex_);
  return find(id).item;
}

Tray::Clicked FakeTray::click(const std::string& id, const Point&, const Act& act) {
  const std::lock_guard lock(mutex_);
  const Icon& icon = find(id);
  if (act.check) act.check();
  clicks_.push_back(id);
  return icon.clicked;
}

std::unique_ptr<MenuSource> FakeTray::menu(const std::string& id, const Act& act) {
  const std::lock_guard lock(mutex_);
  Icon& icon = find(id);
  if (!icon.item.has_menu) throw Error("UNSUPPORTED", "the icon tells no menu");
  return icon.menus.open(true, act);
}

}  // namespace native
