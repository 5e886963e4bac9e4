#pragma once

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

  // Whether the request comes from an AI client.
  bool is_foreign() const { return kind == Kind::kMcp || kind == Kind::kGuest; }
  // Whether the request comes from one of the person's own scripts.
  bool is_own_script() const { return kind == Kind::kScript || kind == Kind::kDaemon; }
};

// "guest", "mcp", "daemon", "script", "command line"
inline const char* name_of(Caller::Kind kind) {
  static constexpr const char* kNames[] = {"guest", "mcp", "daemon", "script", "command line"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace runtime
