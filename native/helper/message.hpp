#pragma once

#include <optional>
#include <string>

// Messages between a helper and the program, over the Unix stream socket that is the helper's
// standard input. A message is a line and may carry one descriptor.
namespace native {

struct Message {
  std::string line;     // without the line feed
  int descriptor = -1;  // the receiver closes it
};

// Waits for the next line. Returns nothing when the program has closed the socket, or has sent
// something other than a line.
std::optional<Message> receive_message(int socket);

// Returns false when the program has closed the socket.
bool send_text(int socket, const std::string& text);

}  // namespace native
