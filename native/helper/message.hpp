#pragma once

#include <optional>
#include <string>

// How a helper hears and answers over the Unix stream socket that is its standard input: lines, of
// which one may bring a descriptor along.
namespace native {

struct Message {
  std::string line;     // without its end
  int descriptor = -1;  // the receiver closes it
};

// Waits. Nothing when the program has closed the socket, or has sent what is no line.
std::optional<Message> receive_message(int socket);

// False when the program is gone.
bool send_text(int socket, const std::string& text);

}  // namespace native
