#pragma once

#include <systemd/sd-bus.h>

#include <functional>
#include <memory>
#include <string>

#include "native/portal/message.hpp"

namespace native::portal {

struct FreeMessage {
  void operator()(sd_bus_message* message) const { ::sd_bus_message_unref(message); }
};
using BusMessage = std::unique_ptr<sd_bus_message, FreeMessage>;

// A connection to the session bus. Every function throws a Refusal when the bus has gone.
class SessionBus {
 public:
  // Throws "no bus", or "no answer" when the bus says nothing.
  SessionBus(const std::string& address, Deadline deadline);
  ~SessionBus();
  SessionBus(const SessionBus&) = delete;
  SessionBus& operator=(const SessionBus&) = delete;

  sd_bus* get() const { return bus_; }
  std::string own_name() const;

  struct Answer {
    BusMessage message;  // null: the method failed
    std::string error;   // the name of the error then
  };
  // Throws "no answer" when none came by the deadline.
  Answer call(const BusMessage& request, Deadline deadline);
  BusMessage method(const char* service, const char* path, const char* interface,
                    const char* name) const;

  // Returns the next message that is no answer; null when none has arrived.
  BusMessage next();
  // Waits until there may be one, or until the other descriptor can be read or has been closed.
  // Returns false at the deadline.
  bool wait(Deadline deadline, int other = -1);
  int descriptor() const { return ::sd_bus_get_fd(bus_); }

 private:
  sd_bus* bus_ = nullptr;
};

}  // namespace native::portal
