#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/element_act.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"
#include "native/desktop/records.hpp"

// The seam for what programs tell of their own controls: buttons, fields, menus (accessibility).
namespace native {

// The identity of an element. It holds as long as its program runs and keeps the object.
struct ElementId {
  std::int64_t pid = 0;
  std::uint64_t start = 0;   // of the process; with the pid it identifies it
  std::uint64_t window = 0;  // 0 when the window is not known, such as that of an open menu
  std::uint64_t label = 0;   // stands for role and name, see label_of()
  std::string object;        // the backend's name of the object

  bool operator==(const ElementId&) const = default;
};

// Returns a number for a role and a name, by which a change shows. It tells nothing about them, and
// holds for this process of ours alone.
std::uint64_t label_of(const std::string& role, const std::string& name);

// Writes an identity as one word; reads it, nothing when it is not valid.
std::string id_text(const ElementId& id);
std::optional<ElementId> parse_id(const std::string& text);

// Between what the number of an element may be.
struct NumberRange {
  double minimum = 0;
  double maximum = 0;
};

// One control of a program, as the program describes it.
struct Element {
  ElementId id;
  std::string role;  // AT-SPI's name of the role in English, "button" for a push button
  std::string name;
  std::optional<std::string> value;  // none for password fields
  std::vector<std::string> states;   // AT-SPI's names: "enabled", "focused", "showing" …
  std::optional<Rect> bounds;        // none when it is not shown or its place is not certain
  bool unplaced = false;             // it is shown, and has no bounds because they are not certain
  std::vector<std::string> actions;  // as the program names them; only from Elements::again()
  std::string description;           // the same
  std::optional<NumberRange> range;  // the same; none when the program does not say
  std::string path;                  // see element_path.hpp
  int parent = -1;                   // its place in ElementTree::elements; -1 for a window
  int left_out = 0;                  // children that it claims to have and that are not listed
};

// Elements of a program, parents before their children.
struct ElementTree {
  std::vector<Element> elements;
  std::vector<std::string> left_out;  // why something is missing, one line each
};

// The windows whose elements are wanted.
struct ElementScope {
  std::int64_t pid = 0;
  std::vector<Window> windows;        // all windows of the process
  std::vector<std::uint64_t> hidden;  // windows whose elements must not be seen
  // Only elements of these windows; empty: also those of windows that are not known, such as menus.
  std::vector<std::uint64_t> wanted = {};

  bool is_hidden(std::uint64_t window) const;
  bool is_wanted(std::uint64_t window) const;
};

struct ElementLimits {
  int depth = 100;
  int nodes = 2000;
  int children = 200;     // of each element
  int characters = 1000;  // of each value
};
// Of the value of an element that is read alone.
constexpr int kMaxCharactersAlone = 15'000;

// What a program offers, for people who wonder why they see no elements of it.
struct ElementSupport {
  std::int64_t pid = 0;
  bool available = false;
  std::string remedy;  // what makes the program offer its elements; "" when that is not known
};

// What came of an act on an element.
struct ElementActed {
  std::optional<Element> element = {};  // as it is now; none after kPress, and when it has changed
  std::string action = {};              // the action that was taken, as the program names it
  // The program had answered. An action that opens a dialog may answer only when that is closed.
  bool answered = true;
};

// Listens for changes of a program's elements while it lives. On the thread of its Elements, which
// it does not outlive.
class ElementWatch {
 public:
  virtual ~ElementWatch() = default;
  // Returns when something may have changed since the last call, at the latest at `deadline`: after
  // an event, or now and then where the program sends none. `check` is called every few
  // milliseconds; what it throws ends the wait.
  virtual void wait(Deadline deadline, const std::function<void()>& check) = 0;
};

// Reads elements and acts on them. Each program has 2 s of its own within the deadline. Errors:
// "PERMISSION_ERROR_ACCESSIBILITY" when the session offers no accessibility, "TIMEOUT" for a
// program that does not answer, "WINDOW_NOT_FOUND" for one that has ended. One thread at a time.
class Elements {
 public:
  virtual ~Elements() = default;
  // Returns the elements of the windows of a program: part of them, and why, beyond the limits or
  // its time. Those of windows that may be hidden ones are missing. No path is set. "UNSUPPORTED"
  // when the program offers none, with what helps.
  virtual ElementTree read(const ElementScope& scope, const ElementLimits& limits,
                           Deadline deadline) = 0;
  // Returns the element as it is now, with actions and description. "ELEMENT_STALE" when it is
  // gone, when role or name have changed, and when it is in a window that is hidden or not its own.
  // No path is set.
  virtual Element again(const ElementId& id, const ElementScope& scope, Deadline deadline) = 0;
  // Acts on an element that is as again() promises. The act's window is not used. Throws as again()
  // does; "UNSUPPORTED" for a disabled element, and for one that offers no such act;
  // "INVALID_ARGUMENT" for a value that it cannot have; "EFFECT_NOT_SEEN" when it did not get the
  // focus, was not selected or has another value; what Act::check throws.
  virtual ElementActed act(const ElementId& id, const ElementAct& what, const ElementScope& scope,
                           const Act& act) = 0;
  // Returns the menus of a window of a program. They are read and used while this object lives, on
  // its thread. Throws as read() does; "UNSUPPORTED" also when the program tells none of the
  // window.
  virtual std::unique_ptr<MenuSource> menus(const ElementScope& scope, const MenuWish& wish,
                                            const Act& act) = 0;
  // Returns a watch on a process, which may be about to offer its elements.
  // "PERMISSION_ERROR_ACCESSIBILITY".
  virtual std::unique_ptr<ElementWatch> watch(std::int64_t pid, Deadline deadline) = 0;
  // Returns whether elements can be read here. Never throws, and turns nothing on.
  virtual Capability capability(Deadline deadline) = 0;
  // Returns a row for each of the processes; while accessibility is turned off only for those that
  // offer their elements all the same. Turns nothing on.
  virtual std::vector<ElementSupport> support(const std::vector<std::int64_t>& processes,
                                              Deadline deadline) = 0;
};

// Opens what this machine offers. Never fails and connects to nothing before it is used.
// `switches_on`: may turn the session's accessibility on when it is off.
std::unique_ptr<Elements> open_elements(bool switches_on);

}  // namespace native
