#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/io/process.hpp"
#include "runtime/guest/codec.hpp"

namespace runtime::guest {

// A script of an AI client, and its limits.
struct Order {
  std::string script;
  Value modules;    // {module = {function}}
  Value objects;    // {kind = {methods = {name}, fields = {name}}}
  Value arguments;  // the script's `arguments`
  double seconds = 30;
  double computing = 5;              // seconds of processor time
  std::size_t memory = 128u << 20;   // bytes of Lua
  std::size_t pictures = 80u << 20;  // bytes of the pictures that it holds in this process
  std::size_t output = 64u << 10;    // bytes of print()
  std::size_t calls = 2000;          // of module functions
  bool unfiltered = false;           // also runs where system calls cannot be filtered
};

// The result of a script.
struct Outcome {
  std::vector<Value> returned;
  std::string printed;
  bool printed_all = true;
  std::optional<Error> error;  // details: {line, traceback}, either of which may be missing
  // {system_calls, namespaces}: the confinement in effect; nil if the script did not start
  Value confinement;
};

// Answers a call such as "window.list" or, with the object first, "image:crop". An Error that it
// throws is raised in the script.
using Answer = std::function<Task<Results>(std::string name, std::vector<Value> arguments)>;

// One guest: a process started for one script, which ends with this object.
class GuestSession {
 public:
  // `program` is peekaboo-guest. Throws Error "FILE_IO_ERROR" when it cannot be started.
  GuestSession(Loop& loop, const std::string& program, Order order, Answer answer);

  // Runs the script to its end and returns the outcome in every case but cancellation.
  Task<Outcome> run();

 private:
  Task<void> converse();
  Task<std::optional<std::string>> next_frame();
  Task<bool> take(std::string frame);  // whether more frames may follow
  Task<void> answer_call(std::string frame);
  Task<Results> take_call(std::string_view content);
  Task<void> ended();
  std::string order_frame();
  void begin(std::string_view content);
  void print(std::string_view content);
  void fail(std::string_view content);

  Order order_;
  Answer answer_;
  Handles handles_;
  Process process_;
  std::string buffer_;
  std::size_t at_ = 0;  // of the bytes not yet taken
  std::size_t calls_ = 0;
  bool begun_ = false;
  Outcome outcome_;
};

// Returns the path of peekaboo-guest; "" when it is missing.
std::string find_program();

}  // namespace runtime::guest
