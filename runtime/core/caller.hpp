#pragma once

#include <cstdint>
#include <string>

namespace runtime {

// Who asks for something: of the desktop, of a script, of the program. Policies decide by it.
struct Caller {
  enum class Kind {
    kGuest,        // a script that an AI client sent, in a process of its own; the least trusted
    kMcp,          // an AI client, through a tool, resource, prompt or completion
    kDaemon,       // an automation that runs unattended
    kScript,       // a script that a person started, or the prompt
    kCommandLine,  // a person
  };
  Kind kind = Kind::kGuest;
  std::string name;          // of the tool, subcommand or script file
  std::string client;        // of kMcp and kGuest: what the client calls itself; may be empty
  std::int64_t session = 0;  // of kMcp over a connection that lasts: its number, else 0

  // Whether it speaks for an AI client.
  bool is_foreign() const { return kind == Kind::kMcp || kind == Kind::kGuest; }
  // Whether it is a script of the person's own.
  bool is_own_script() const { return kind == Kind::kScript || kind == Kind::kDaemon; }
};

// "guest", "mcp", "daemon", "script", "command line"
inline const char* name_of(Caller::Kind kind) {
  static constexpr const char* kNames[] = {"guest", "mcp", "daemon", "script", "command line"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace runtime
