#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ext-foreign-toplevel-list-v1-client.h"
#include "native/wayland/connection.hpp"
#include "native/wayland/owned.hpp"

namespace native::wayland {

// One window of an application, as ext_foreign_toplevel_list_v1 tells.
struct Toplevel {
  std::string identifier;  // the compositor's, never used for another window
  std::string title;
  std::string app_id;
  bool closed = false;
  Owned<ext_foreign_toplevel_handle_v1, &ext_foreign_toplevel_handle_v1_destroy> handle;
};

// The windows of this moment. They stay up to date while the connection is read.
class ToplevelList {
 public:
  // Null where the compositor does not offer the list.
  static std::unique_ptr<ToplevelList> read(Connection& connection, Deadline deadline);
  ~ToplevelList();

  const std::vector<std::unique_ptr<Toplevel>>& all() const { return toplevels_; }
  // Returns null when there is none.
  const Toplevel* find(const std::string& identifier) const;
  void add(ext_foreign_toplevel_handle_v1* handle);

 private:
  ToplevelList() = default;

  Owned<ext_foreign_toplevel_list_v1, &ext_foreign_toplevel_list_v1_destroy> list_;
  std::vector<std::unique_ptr<Toplevel>> toplevels_;
};

}  // namespace native::wayland
