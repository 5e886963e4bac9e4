#pragma once

#include <functional>
#include <memory>

#include "native/desktop/input.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

class HeldButton;
class Keyboard;
class ScreenChanges;

// Input by XTEST on the connection that `run` provides.
class X11Input : public Input {
 public:
  using Operation = std::function<void(Connection&)>;
  using Run = std::function<void(Deadline, const Operation&)>;
  using Open = std::function<std::unique_ptr<Connection>(Deadline)>;
  // `open` gives a button that stays down a connection of its own.
  X11Input(Run run, Open open);
  ~X11Input() override;

  void move(const Point& to, const Act& act) override;
  void click(const Click& click, const Act& act) override;
  void drag(const Drag& drag, const Act& act) override;
  void scroll(const Scroll& scroll, const Act& act) override;
  void type(const std::string& text, const Act& act) override;
  void press(const Hotkey& key, int count, const Act& act) override;
  void hold(const Hotkey& key, std::chrono::milliseconds time, const Act& act) override;
  void press_button(Button button, const Point& place, const Act& act) override;
  void release_button(Button button, const Point& place, const Act& act) override;
  Point pointer(Deadline deadline) override;
  void release_all(Deadline deadline) override;

  // Forgets what belongs to a connection that is about to end.
  void disconnect();

 private:
  void with_keyboard(Deadline deadline, const std::function<void(Keyboard&)>& operation);

  Run run_;
  Open open_;
  std::unique_ptr<Keyboard> keyboard_;  // made at first use
  std::unique_ptr<ScreenChanges> changes_;
  std::unique_ptr<HeldButton> held_;
};

}  // namespace native::x11
