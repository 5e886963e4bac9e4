#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/wayland/connection.hpp"
#include "native/wayland/owned.hpp"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"

namespace native::wayland {

// One window of an application, as zwlr_foreign_toplevel_management_v1 tells it.
struct ToplevelState {
  std::string title;
  std::string app_id;
  bool activated = false;
  bool minimised = false;
  bool maximised = false;
  bool fullscreen = false;
  bool closed = false;
  const zwlr_foreign_toplevel_handle_v1* parent = nullptr;
  Owned<zwlr_foreign_toplevel_handle_v1, &zwlr_foreign_toplevel_handle_v1_destroy> handle;
};

// The windows of this moment with their states. They stay up to date while the connection is read.
class ToplevelStates {
 public:
  // Null where the compositor does not offer them.
  static std::unique_ptr<ToplevelStates> read(Connection& connection, Deadline deadline);
  ~ToplevelStates();

  // Returns the window of this title and application; null when there is none, or several.
  const ToplevelState* find(const std::string& title, const std::string& app_id) const;
  const ToplevelState* find(const zwlr_foreign_toplevel_handle_v1* handle) const;
  // Returns whether any window of this title and application is another one's dialog.
  bool any_with_parent(const std::string& title, const std::string& app_id) const;
  void add(zwlr_foreign_toplevel_handle_v1* handle);

 private:
  ToplevelStates() = default;

  Owned<zwlr_foreign_toplevel_manager_v1, &zwlr_foreign_toplevel_manager_v1_destroy> manager_;
  std::vector<std::unique_ptr<ToplevelState>> states_;
};

}  // namespace native::wayland
