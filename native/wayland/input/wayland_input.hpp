#pragma once

#include <functional>
#include <memory>

#include "native/desktop/input.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/input/devices.hpp"
#include "native/wayland/input/held_button.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Keys and pointer of a Wayland compositor, by the devices that it takes.
class WaylandInput : public Input {
 public:
  // What an operation uses; it lives until forget() is called.
  struct Desk {
    Connection& connection;
    WindowSource* source;  // null: nothing tells the windows
    std::function<std::unique_ptr<Devices>(Deadline deadline)> open_devices;
  };
  using Operation = std::function<void(const Desk& desk)>;
  // Runs an operation on a connection that is alive.
  using Run = std::function<void(Deadline deadline, const Operation& operation)>;
  explicit WaylandInput(Run run) : run_(std::move(run)) {}

  // The connection has gone.
  void forget();

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

 private:
  class Session;
  using Work = std::function<void(Session& session)>;
  // Returns whether programs have yet to take the devices.
  bool open(const Desk& desk, Deadline deadline);
  // Runs one act, and lets go of everything afterwards, also when it fails.
  void run(const Act& act, const Work& work, bool sends_keys = false);

  const Run run_;
  std::unique_ptr<Devices> devices_;
  std::unique_ptr<HeldButton> held_;  // declared after the devices, which it uses
};

}  // namespace native::wayland
