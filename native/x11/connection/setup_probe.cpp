#include "native/x11/connection/setup_probe.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "native/desktop/error.hpp"

namespace native::x11 {
namespace {

[[noreturn]] void throw_silent(const DisplayName& display) {
  throw Error("TIMEOUT",
              "display " + display.text + " does not answer, though it accepts connections",
              "The display server may be stopped or overloaded; try again, or allow more time.",
              {{"reason", "no answer"}, {"display", display.text}});
}

[[noreturn]] void throw_gone(const DisplayName& display) {
  throw Error("DISPLAY_UNAVAILABLE", "Display " + display.text + " closed the connection at once.",
              "The display server may be ending or full; try again.",
              {{"reason", "hung up"}, {"display", display.text}});
}

void wait_for(int socket, short events, const DisplayName& display, Deadline deadline) {
  for (;;) {
    const int left = milliseconds_left(deadline);
    if (left == 0) throw_silent(display);
    pollfd state{socket, events, 0};
    const int ready = ::poll(&state, 1, left);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) throw_gone(display);
  }
}

void append_padded(std::vector<std::uint8_t>& message, const std::string& text) {
  message.insert(message.end(), text.begin(), text.end());
  message.resize((message.size() + 3) / 4 * 4);
}

std::vector<std::uint8_t> setup_request(const Credential& credential) {
  const bool little = std::endian::native == std::endian::little;
  const auto name = static_cast<std::uint16_t>(credential.protocol.size());
  const auto data = static_cast<std::uint16_t>(credential.data.size());
  const std::uint16_t words[6] = {
      static_cast<std::uint16_t>(little ? 'l' : 'B' << 8), 11, 0, name, data, 0};
  std::vector<std::uint8_t> message(sizeof words);
  std::memcpy(message.data(), words, sizeof words);
  append_padded(message, credential.protocol);
  append_padded(message, credential.data);
  return message;
}

void send_all(int socket, const std::vector<std::uint8_t>& message, const DisplayName& display,
              Deadline deadline) {
  std::size_t sent = 0;
  while (sent < message.size()) {
    const ssize_t count =
        ::send(socket, message.data() + sent, message.size() - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      wait_for(socket, POLLOUT, display, deadline);
    } else if (errno != EINTR) {
      throw_gone(display);
    }
  }
}

void receive_all(int socket, std::uint8_t* bytes, std::size_t size, const DisplayName& display,
                 Deadline deadline) {
  std::size_t received = 0;
  while (received < size) {
    const ssize_t count = ::recv(socket, bytes + received, size - received, 0);
    if (count > 0) {
      received += static_cast<std::size_t>(count);
    } else if (count == 0) {
      throw_gone(display);
    } else if (errno == EAGAIN) {
      wait_for(socket, POLLIN, display, deadline);
    } else if (errno != EINTR) {
      throw_gone(display);
    }
  }
}

}  // namespace

SetupProbe probe_setup(const Socket& socket, const DisplayName& display,
                       const Credential& credential, Deadline deadline) {
  send_all(socket.get(), setup_request(credential), display, deadline);
  std::uint8_t head[8];
  receive_all(socket.get(), head, sizeof head, display, deadline);
  SetupProbe result;
  if (head[0] == 1) {
    result.accepted = true;
    return result;
  }
  // "Failed" carries the length of its reason in the second byte; "Authenticate" asks for more,
  // which no cookie can give.
  if (head[0] != 0) {
    result.refusal = "it asks for an authentication that Peekaboo does not know";
    return result;
  }
  std::string reason(head[1], '\0');
  receive_all(socket.get(), reinterpret_cast<std::uint8_t*>(reason.data()), reason.size(), display,
              deadline);
  for (char& letter : reason) {
    if (static_cast<unsigned char>(letter) < 0x20 || static_cast<unsigned char>(letter) > 0x7e)
      letter = ' ';
  }
  while (!reason.empty() && (reason.back() == ' ' || reason.back() == '.')) reason.pop_back();
  result.refusal = reason;
  return result;
}

}  // namespace native::x11
