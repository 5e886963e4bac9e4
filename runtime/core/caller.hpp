#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace runtime {

// Identifies the requester of an operation (desktop, script or program). Policies decide by it.
struct Caller {
  enum class Kind {
    kGuest,        // a script that an AI client sent, in its own process; the least trusted
    kMcp,          // an AI client, through a tool, resource, prompt or completion
    kDaemon,       // an automation that runs unattended
    kScript,       // a script started by a person, or the prompt
    kCommandLine,  // a person
  };
  Kind kind = Kind::kGuest;
  std::string name;    // of the tool, subcommand or script file
  std::string client;  // for kMcp and kGuest: the name that the client gives itself; may be empty
  std::int64_t session = 0;  // for kMcp over a lasting connection: its number, else 0
  // The unit of counting, whatever name the client gives itself: the process that started a server
  // on standard input and output, the token or the socket of HTTP; "" is the user.
  std::string peer = {};
  // The whole call that an operation belongs to: a call of a tool, a guest's run, a command, a
  // script or a run of a trigger. Unique within the process; 0: unknown.
  std::int64_t call = 0;

  // Returns whether the request comes from an AI client.
  bool is_foreign() const { return kind == Kind::kMcp || kind == Kind::kGuest; }
  // Returns whether the request comes from one of the person's own scripts.
  bool is_own_script() const { return kind == Kind::kScript || kind == Kind::kDaemon; }
};

// "guest", "mcp", "daemon", "script", "command line"
inline const char* name_of(Caller::Kind kind) {
  static constexpr const char* kNames[] = {"guest", "mcp", "daemon", "script", "command line"};
  return kNames[static_cast<int>(kind)];
}

// Returns a number for a whole call that no other call of this process has. Any thread.
inline std::int64_t next_call_number() {
  static std::atomic<std::int64_t> last = 0;
  return ++last;
}

}  // namespace runtime
