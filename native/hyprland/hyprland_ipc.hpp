#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "native/desktop/records.hpp"
#include "native/hyprland/command.hpp"
#include "native/linux/unix_stream.hpp"

// The sockets by which Hyprland is asked and reports, as its wiki describes them ("IPC").
namespace native::hyprland {

using IpcLost = StreamLost;
using IpcLate = StreamLate;

// Returns the folder of the running instance whose process is `compositor`, below `run`; "" when
// there is none. Hyprland writes its process into a file there.
std::string instance_of(const std::string& run, pid_t compositor);

// Asks one instance. Every request has a connection of its own.
class Ipc {
 public:
  Ipc(std::string folder, uid_t user) : folder_(std::move(folder)), user_(user) {}
  // Returns the answer, as text. Throws both.
  std::string ask(const std::string& request, Deadline deadline) const;
  // Runs a command, and returns whether it was taken. Throws both.
  bool run(const Command& command, Deadline deadline) const;
  // Opens the stream of events.
  std::unique_ptr<UnixStream> events(Deadline deadline) const;

 private:
  std::string folder_;
  uid_t user_;
};

// Takes what has arrived of events, and returns whether anything has. Throws IpcLost.
bool take_events(UnixStream& events, Deadline deadline);

}  // namespace native::hyprland
