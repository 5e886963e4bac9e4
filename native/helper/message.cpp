#include "native/helper/message.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace native {
namespace {

constexpr std::size_t kMaxLine = 4096;

struct Received {
  ssize_t count = -1;
  int descriptor = -1;
};

Received receive(int socket, char* bytes, std::size_t room) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  iovec part{bytes, room};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  Received received;
  do {
    received.count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received.count < 0 && errno == EINTR);
  if (received.count <= 0) return received;
  const cmsghdr* head = CMSG_FIRSTHDR(&message);
  if (head != nullptr && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
      head->cmsg_len == CMSG_LEN(sizeof(int)))
    std::memcpy(&received.descriptor, CMSG_DATA(head), sizeof(int));
  return received;
}

}  // namespace

std::optional<Message> receive_message(int socket) {
  Message message;
  while (message.line.empty() || message.line.back() != '\n') {
    char bytes[512];
    const Received received = receive(socket, bytes, sizeof bytes);
    if (received.descriptor >= 0) {
      if (message.descriptor >= 0) close(message.descriptor);
      message.descriptor = received.descriptor;
    }
    if (received.count < 0)
      std::perror("expected a socket as standard input (peekaboo starts this program)");
    if (received.count <= 0 || message.line.size() > kMaxLine) {
      if (message.descriptor >= 0) close(message.descriptor);
      return std::nullopt;
    }
    message.line.append(bytes, static_cast<std::size_t>(received.count));
  }
  message.line.pop_back();
  return message;
}

bool send_text(int socket, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace native
