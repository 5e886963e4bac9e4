#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/atspi/element_finder.hpp"

namespace native::atspi {

// Calls to a program about one of its elements, one after the other. Throw "TIMEOUT" when the
// program does not answer, and what the check throws.
class ElementCalls {
 public:
  using Read = std::function<bool(dbus::Reply&)>;
  ElementCalls(Programs& programs, const Found& found, Patience patience)
      : programs_(programs), found_(found), patience_(std::move(patience)) {}

  const Found& found() const { return found_; }
  const Patience& patience() const { return patience_; }
  dbus::Bus& bus() { return programs_.bus().connected(patience_.limit); }

  // Return false when the method fails, and when `read` does.
  bool call(const Object& object, const char* interface, const char* name,
            std::vector<dbus::Argument> arguments, const Read& read);
  bool get(const Object& object, const char* interface, const char* name, const Read& read);
  // Calls a method that returns whether it did something.
  bool call_that_says(const Object& object, const char* interface, const char* name,
                      std::vector<dbus::Argument> arguments = {});
  // Calls a method of many objects at once.
  void call_each(const std::vector<Object>& objects, const char* interface, const char* name,
                 const std::function<void(std::size_t, dbus::Reply&)>& read);
  std::uint64_t states(const Object& object);
  std::vector<Object> children(const Object& object, std::size_t most);
  // Returns whether it becomes true within half a second: programs do some things later.
  bool eventually(const std::function<bool()>& condition);
  // Returns whether the program has ended.
  bool has_ended() const;

 private:
  void run(ProgramCalls& calls);

  Programs& programs_;
  const Found& found_;
  Patience patience_;
};

}  // namespace native::atspi
