#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/wayland/connection.hpp"

namespace native::wayland {

bool offers_screen_damage(const Connection& connection);

// What is painted on the screens: for each, a picture is asked for that comes only once something
// was painted, together with where. In between the compositor collects; it copies one picture at
// the first change, and nothing more until we ask again. Has a connection of its own.
class ScreenDamage {
 public:
  // "UNSUPPORTED" when the compositor does not offer it. Needs connections of its own, since
  // pictures may come at any time.
  ScreenDamage(std::unique_ptr<Connection> connection, Deadline deadline);
  ~ScreenDamage();
  ScreenDamage(const ScreenDamage&) = delete;
  ScreenDamage& operator=(const ScreenDamage&) = delete;

  // Returns what was painted since the last call, in desktop units. Everything after the first
  // screen, or size, has changed.
  std::vector<Rect> take(Deadline deadline);

  // Becomes readable when something may have been painted.
  int descriptor() const { return ::wl_display_get_fd(connection_->display()); }
  // Handles what has arrived, without waiting; returns whether something was painted, which take()
  // then tells.
  bool take_in();

  class Screen;

 private:
  void watch_screens(Deadline deadline);

  std::unique_ptr<Connection> connection_;
  std::vector<std::unique_ptr<Screen>> screens_;
};

}  // namespace native::wayland
