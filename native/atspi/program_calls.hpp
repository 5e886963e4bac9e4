#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "native/dbus/bus.hpp"
#include "native/dbus/pipeline.hpp"

namespace native::atspi {

// An object of a program on the accessibility bus.
struct Object {
  std::string bus;  // the program's name, such as ":1.7"
  std::string path;

  bool operator==(const Object&) const = default;
};

// A program on the accessibility bus, and the direct connection to it where its toolkit offers one:
// a bus would relay each message.
struct Program {
  std::string name;
  std::int64_t pid = 0;
  std::string own_address;  // of its own socket; "" when its toolkit offers none
  std::unique_ptr<dbus::Bus> peer;
  bool prepared = false;  // its toolkit knows that somebody is interested
  bool read_before = false;
  bool skips_cache = false;  // making its cache takes it too long
};

// Calls to a program and to what it embeds of others, pipelined. Driven by one thread.
class ProgramCalls {
 public:
  using Answer = dbus::Pipeline::Answer;
  // `check`: see dbus::Pipeline.
  ProgramCalls(dbus::Bus& bus, Program& program, Deadline deadline,
               const std::function<void()>& check = {});

  void add(const Object& object, const char* interface, const char* name,
           std::vector<dbus::Argument> arguments, Answer answer);
  // Asks for a property.
  void get(const Object& object, const char* interface, const char* name, Answer answer);
  // Runs until there is nothing left to ask. Returns false past the deadline, and when the program
  // is gone.
  bool run() { return run_until(Deadline::max()); }
  // Like run(), but gives up earlier; the program does not count as silent then.
  bool run_until(Deadline moment);
  // Returns whether nothing was answered for a while, although much was asked.
  bool is_silent() const;
  bool is_lost() const;

 private:
  Program& program_;
  dbus::Bus& bus_;
  dbus::Pipeline by_bus_;
  std::unique_ptr<dbus::Pipeline> direct_;
};

// Tells the program's toolkit that somebody is interested, so that it offers its elements, and
// connects to the program directly where that is possible.
void prepare(dbus::Bus& bus, Program& program, Deadline deadline);
// Returns another direct connection to a program that is prepared; null where there is none.
std::unique_ptr<dbus::Bus> connect_directly(const Program& program, Deadline deadline);

}  // namespace native::atspi
