#pragma once

#include <wayland-server-core.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/native/wayland/served_display.hpp"

namespace native::wayland {

// A compositor of nothing but windows, which it lists by ext_foreign_toplevel_list_v1 and, where
// `with_states`, by zwlr_foreign_toplevel_management_v1 in the opposite order. It does at once what
// it is asked to, unless it is told to ignore that.
class ToplevelCompositor {
 public:
  struct Shown {
    std::string identifier;
    std::string title;
    std::string app_id;
    std::string parent;  // its identifier; "" for none
    std::set<std::uint32_t> states;
  };

  ToplevelCompositor(std::vector<Shown> windows, bool with_states);

  const std::string& socket() const { return served_.socket(); }
  // Returns the states of a window, in the order of the protocol's numbers.
  std::set<std::uint32_t> states(const std::string& identifier);
  bool exists(const std::string& identifier);
  void ignore_requests() { ignoring_ = true; }

  // What clients request, in the compositor's thread.
  void list(wl_resource* list);
  void list_states(wl_resource* manager);
  void request(wl_resource* handle, std::uint32_t state, bool on);
  void close(wl_resource* handle);
  void forget(wl_resource* handle);

 private:
  Shown* shown_as(wl_resource* handle);
  void send_states(wl_resource* handle, const Shown& window);

  std::vector<Shown> windows_;
  std::map<wl_resource*, std::string> handles_;  // of both lists, with identifiers
  bool ignoring_ = false;
  ServedDisplay served_;  // declared last: it ends first
};

}  // namespace native::wayland
