#include "native/x11/connection/setup_probe.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "native/desktop/error.hpp"

namespace native::x11 {

namespace {

[[noreturn]] void throw_silent(const DisplayName& display) {
  throw Error("TIMEOUT",
              "display " + display.text + " does not answer, though it accepts connections",
              "Try again, or allow more time; the display server may be stopped or overloaded.",
              {{"reason", "no answer"}, {"display", display.text}});
}

[[noreturn]] void throw_gone(const DisplayName& display) {
  throw Error("DISPLAY_UNAVAILABLE", "display " + display.text + " closed the connection at once",
              "Try again; the display server may be ending or full.",
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
  // "Failed" has the length of its reason in the second byte; "Authenticate" asks for more, which
  // no cookie can give.
  if (head[0] != 0) {
    result.refusal = "unsupported authentication requested";
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

namespace {

// The unread rest of the setup.
class Rest {
 public:
  explicit Rest(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool skip(std::size_t count) {
    if (count > bytes_.size()) return false;
    bytes_ = bytes_.subspan(count);
    return true;
  }
  // Returns null when it is incomplete.
  template <class T>
  const T* take() {
    const auto* value = reinterpret_cast<const T*>(bytes_.data());
    return skip(sizeof(T)) ? value : nullptr;
  }

 private:
  std::span<const std::byte> bytes_;
};

bool is_known(const xcb_format_t& format) {
  const int pad = format.scanline_pad;
  const int bits = format.bits_per_pixel;
  return (pad == 8 || pad == 16 || pad == 32) &&
         (bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32);
}

bool take_screen(Rest& rest) {
  const auto* screen = rest.take<xcb_screen_t>();
  if (screen == nullptr) return false;
  for (int i = 0; i < screen->allowed_depths_len; ++i) {
    const auto* depth = rest.take<xcb_depth_t>();
    if (depth == nullptr || !rest.skip(depth->visuals_len * sizeof(xcb_visualtype_t))) return false;
  }
  return true;
}

}  // namespace

bool is_sound(const xcb_setup_t& setup) {
  constexpr std::size_t kHead = 8;  // not included in `length`
  Rest rest({reinterpret_cast<const std::byte*>(&setup), kHead + std::size_t{4} * setup.length});
  const std::size_t vendor = (std::size_t{setup.vendor_len} + 3) / 4 * 4;
  if (!rest.skip(sizeof setup) || !rest.skip(vendor)) return false;
  for (int i = 0; i < setup.pixmap_formats_len; ++i) {
    const auto* format = rest.take<xcb_format_t>();
    if (format == nullptr || !is_known(*format)) return false;
  }
  for (int i = 0; i < setup.roots_len; ++i) {
    if (!take_screen(rest)) return false;
  }
  return setup.roots_len > 0;
}

}  // namespace native::x11
