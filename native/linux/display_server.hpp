#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace native {

// Prefix of the folder that holds the cookie of a `--virtual` display. The server's command line
// names that folder, so other Peekaboo processes recognise the display.
constexpr std::string_view kVirtualDisplayFolder = "peekaboo-display-";

// The purpose of a display, judged by its server. A guess prefers the earlier values.
enum class DisplayServer {
  kSession,   // a screen, a remote desktop, or anything unknown
  kInMemory,  // Xvfb: not visible, so used only when there is nothing else
  kErrand,    // Xvfb of xvfb-run: ends with one command
  kOurs,      // of `--virtual`: private to the program that started it
};

// Returns the kind of the server with this pid; `pid` is 0 when it is not known.
DisplayServer kind_of_server(const std::string& proc, pid_t pid);

}  // namespace native
