#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/atspi/frame_match.hpp"
#include "native/atspi/programs.hpp"
#include "native/atspi/tree_reader.hpp"
#include "native/desktop/elements.hpp"

namespace native::atspi {

// What was read of a program, joined with its windows.
struct Reading {
  std::vector<Node> nodes;
  std::vector<int> frames;
  std::vector<FrameMatch> matches;
  std::vector<std::string> left_out;
  bool lost_padding = false;  // the program loses it; see loses_padding()
};

// An element that was found to be what it was before.
struct Found {
  Program* program;  // lives until the next call of Programs
  Object object;
  Object parent;
  std::vector<std::string> interfaces;
  std::uint32_t role = 0;
  std::uint64_t states = 0;
  Element element;
};

// How long an operation may take.
struct Patience {
  Deadline limit;
  std::function<void()> check = {};  // see dbus::Pipeline
};

// Reads programs and finds elements in them again. One thread at a time.
class ElementFinder {
 public:
  explicit ElementFinder(Programs& programs) : programs_(programs) {}

  Reading read(Program& program, const ElementScope& scope, const ElementLimits& limits,
               const Patience& patience);
  // Returns the element. Throws as Elements::again().
  Found find(const ElementId& id, const ElementScope& scope, const Patience& patience);

 private:
  // What is asked of an element only when it is looked at again.
  struct More {
    std::string description;
    std::vector<std::string> interfaces;
    std::vector<std::string> actions;
    NumberRange range;  // equal ends: not known
    Object parent;
  };

  Node look_at(Program& program, const Object& object, const ElementId& id,
               const Patience& patience);
  More more_of(ProgramCalls& calls, const Object& object);
  void ask_actions(ProgramCalls& calls, const Object& object, More& more);
  void ask_range(ProgramCalls& calls, const Object& object, More& more);
  static bool ask_ancestor(ProgramCalls& calls, Node& node, Object* parent);
  static std::optional<std::size_t> frame_of(ProgramCalls& calls, const Object& parent,
                                             const Reading& reading, std::vector<Node>* above);

  Programs& programs_;
};

// Reads the names of an object's interfaces, as.
std::vector<std::string> read_interfaces(dbus::Reply& reply);
// Returns whether one of them is `wanted`.
bool offers(const std::vector<std::string>& interfaces, std::string_view wanted);

// Returns the element of a node in a window. `start`: of its process.
Element to_element(const Node& node, const ElementScope& scope, const FrameMatch& match,
                   std::uint64_t start);

}  // namespace native::atspi
