#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace native {

// How the folder with the cookie of a display of `--virtual` begins: the server's command line
// names that folder, which tells everybody that the display is ours.
constexpr std::string_view kVirtualDisplayFolder = "peekaboo-display-";

// What a display is for, judged by its server. In the order in which a guess prefers them.
enum class DisplayServer {
  kSession,   // a screen, a remote desktop, or anything unknown
  kInMemory,  // Xvfb: nobody looks at it, unless there is nothing else
  kErrand,    // Xvfb of xvfb-run: it ends with one command
  kOurs,      // of `--virtual`: private to the program that started it
};

// `pid` is the server's, 0 when it is not known.
DisplayServer kind_of_server(const std::string& proc, pid_t pid);

}  // namespace native
