#pragma once

#include <pulse/context.h>
#include <pulse/mainloop.h>
#include <pulse/operation.h>

#include <memory>
#include <string>

#include "native/desktop/providers/provider.hpp"
#include "native/desktop/records.hpp"

namespace native::pulse {

// A connection to a sound server, driven by the thread that has made it: libpulse starts no thread
// of its own. Throws "PROVIDER_UNAVAILABLE" when the server cannot be reached, ends or does not
// answer by the deadline.
class Connection {
 public:
  // `server` as PULSE_SERVER has it; "": libpulse finds one.
  Connection(const std::string& server, Provider provider, Deadline deadline);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  pa_context* context() const { return context_.get(); }
  // Waits for an operation, null when it could not begin, and releases it.
  void finish(pa_operation* operation);
  // Returns the error of the last operation, as libpulse numbers them.
  int error() const;
  // Throws for the last operation, which has failed.
  [[noreturn]] void fail() const;
  // Lets the server send for a moment.
  void pause();

 private:
  // Handles what has arrived, after waiting for it until the deadline at most.
  void step();
  void wait_until_ready();

  const Provider provider_;
  const Deadline deadline_;
  std::unique_ptr<pa_mainloop, void (*)(pa_mainloop*)> loop_;
  std::unique_ptr<pa_context, void (*)(pa_context*)> context_;
};

}  // namespace native::pulse
