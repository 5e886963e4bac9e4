#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/tray.hpp"
#include "native/fake/fake_menus.hpp"

namespace native {

// Icons in memory. Owned by tests, which may change them from another thread.
class FakeTray : public Tray {
 public:
  // Adds an icon, which has its description as title, too. `clicked`: what a click comes to.
  FakeMenus& add(const std::string& id, const std::string& description, std::int64_t pid,
                 Clicked clicked);
  void remove(const std::string& id);
  void set_title(const std::string& id, const std::string& title);
  void fail(std::optional<Error> error);
  // Returns the clicks since the last time: ids.
  std::vector<std::string> take_clicks();

  std::vector<TrayItem> items(Deadline deadline) override;
  TrayItem item(const std::string& id, Deadline deadline) override;
  Clicked click(const std::string& id, const Point& at, const Act& act) override;
  std::unique_ptr<MenuSource> menu(const std::string& id, const Act& act) override;

 private:
  struct Icon {
    TrayItem item;
    Clicked clicked;
    FakeMenus menus = {};
  };
  Icon& find(const std::string& id);

  std::mutex mutex_;
  std::list<Icon> icons_;
  std::optional<Error> error_;
  std::vector<std::string> clicks_;
};

}  // namespace native
