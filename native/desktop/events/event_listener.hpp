#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/desktop/events/window_ledger.hpp"

namespace native {

// An EventConnection has lost its display server.
struct EventsLost {};

// One connection to a display server, for events. All but shut_down() are called by one thread, and
// may throw EventsLost.
class EventConnection {
 public:
  virtual ~EventConnection() = default;
  // Serves another set of wanted events from now on. `resumes`: the ledger, and `displays` if it is
  // not null, are those of a connection before, and what has changed since is appended to
  // `changes`. Sets done.refused. Throws "UNSUPPORTED" for what it cannot serve.
  virtual void want(const Wanted& wanted, bool resumes, const std::vector<Display>* displays,
                    Event& done, std::vector<Event>& changes) = 0;
  // Takes in what has arrived; returns whether anything has.
  virtual bool drain() = 0;
  // Returns whether collect() has something to look at.
  virtual bool marked() const = 0;
  virtual void collect(std::size_t room, std::vector<Event>& out) = 0;
  // Returns when collect() has something to do although nothing arrives.
  virtual std::optional<Deadline> due() const { return std::nullopt; }
  // Sends what is to be sent; false when that has failed, which drain() then reports.
  virtual bool flush() = 0;
  virtual std::vector<int> descriptors() const = 0;
  virtual void shut_down() = 0;
  // Returns the displays as last reported; empty when they are not wanted.
  virtual std::vector<Display> displays() const = 0;
  virtual Error lost() const = 0;
};

// Connects for the windows of a ledger. Throws Error.
using OpenEvents = std::function<std::unique_ptr<EventConnection>(WindowLedger& ledger)>;

// Returns the events of such connections, replaced when they are lost.
std::unique_ptr<Events> listen_over(OpenEvents open);

}  // namespace native
