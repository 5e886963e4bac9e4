#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/elements.hpp"
#include "native/fake/fake_menus.hpp"

namespace native {

// Programs in memory that behave as the seam promises, and fail on demand. Owned by tests, which
// may change it from another thread.
class FakeElements : public Elements {
 public:
  // A control of a program.
  struct Control {
    std::string role;
    std::string name = {};
    std::string value = {};
    Rect bounds = {};
    std::vector<Control> children = {};
    bool shown = true;
    bool enabled = true;
    // Of what has a number as its value; equal: it has none.
    double least = 0;
    double most = 0;
    bool selected = false;
    bool focused = false;
  };

  // Sets what a window shows; the control is the window itself.
  void set_window(std::int64_t pid, std::uint64_t window, const Control& control);
  void remove_program(std::int64_t pid);
  // Changes a control by its name; does nothing when there is none.
  void rename(std::int64_t pid, const std::string& name, const std::string& new_name);
  // Makes the program answer no more, or again.
  void set_stopped(std::int64_t pid, bool stopped);
  void fail(std::optional<Error> error);
  // Returns the menus of a window, to be filled.
  FakeMenus& menus_of(std::uint64_t window);
  // Returns a control by its name, or role where it has none, as it is now.
  std::optional<Control> control(std::int64_t pid, const std::string& name);
  // Returns the acts since the last time, one line each: "press Save". No values.
  std::vector<std::string> take_acts();

  ElementTree read(const ElementScope& scope, const ElementLimits& limits,
                   Deadline deadline) override;
  Element again(const ElementId& id, const ElementScope& scope, Deadline deadline) override;
  ElementActed act(const ElementId& id, const ElementAct& what, const ElementScope& scope,
                   const Act& act) override;
  std::unique_ptr<MenuSource> menus(const ElementScope& scope, const MenuWish& wish,
                                    const Act& act) override;
  std::unique_ptr<ElementWatch> watch(std::int64_t pid, Deadline deadline) override;
  Capability capability(Deadline deadline) override;
  std::vector<ElementSupport> support(const std::vector<std::int64_t>& processes,
                                      Deadline deadline) override;

 private:
  struct Object {
    Control control;  // without children
    std::string number;
    std::vector<Object> children;
  };
  struct Program {
    std::map<std::uint64_t, Object> windows;
    bool stopped = false;
  };
  struct Reading {
    const ElementScope& scope;
    const ElementLimits& limits;
    ElementTree tree;
    std::uint64_t window = 0;
  };

  Object made(const Control& control);
  Program& answering(std::int64_t pid);
  Object& same(const ElementId& id, const ElementScope& scope);
  Element looked_at(const ElementId& id, const ElementScope& scope);
  void set_value(Control& control, const ElementAct& what);
  void select(const ElementId& id, const ElementScope& scope, bool adds);
  Element to_element(const Object& object, const ElementScope& scope, std::uint64_t window) const;
  void add(const Object& object, int parent, int depth, Reading& reading) const;
  class Watch;
  void changed();
  static bool is_named(const Object& object, const std::string& name);
  static Object* find(Object& object, const std::function<bool(const Object&)>& wanted);

  mutable std::mutex mutex_;
  std::map<std::int64_t, Program> programs_;
  int last_number_ = 0;
  std::optional<Error> error_;
  std::vector<std::string> acts_;
  std::map<std::uint64_t, FakeMenus> menus_;  // by window
  std::condition_variable change_;
  std::uint64_t changes_ = 0;
};

}  // namespace native
