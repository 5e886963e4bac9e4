#include "native/text/helper/channel.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

#include "native/text/protocol.hpp"

namespace native {
namespace {

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

std::optional<Request> parse(const std::string& line, int descriptor) {
  std::istringstream words(line);
  std::string verb;
  std::string language;
  int width = 0;
  int height = 0;
  int upscale = 0;
  if (!(words >> verb >> width >> height >> upscale >> language) || verb != "read")
    return std::nullopt;
  if (width < 1 || height < 1 || upscale < 1 || upscale > protocol::kMaxUpscale)
    return std::nullopt;
  if (width > protocol::kMaxSide || height > protocol::kMaxSide) return std::nullopt;
  const std::size_t size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  struct stat state{};
  if (fstat(descriptor, &state) != 0 || static_cast<std::size_t>(state.st_size) < size)
    return std::nullopt;
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return std::nullopt;
  return Request(width, height, upscale, language, static_cast<const std::uint8_t*>(memory));
}

}  // namespace

Request::Request(int w, int h, int factor, std::string name, const std::uint8_t* bytes)
    : width(w), height(h), upscale(factor), language(std::move(name)), gray(bytes) {}

Request::Request(Request&& other) noexcept
    : width(other.width),
      height(other.height),
      upscale(other.upscale),
      language(other.language),
      gray(std::exchange(other.gray, nullptr)) {}

Request::~Request() {
  if (gray == nullptr) return;
  munmap(const_cast<std::uint8_t*>(gray),
         static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
}

std::optional<Request> Channel::next() {
  std::string line;
  int descriptor = -1;
  while (line.empty() || line.back() != '\n') {
    char bytes[512];
    const Received received = receive(socket_, bytes, sizeof bytes);
    if (received.descriptor >= 0) {
      if (descriptor >= 0) close(descriptor);
      descriptor = received.descriptor;
    }
    if (received.count < 0)
      std::perror("peekaboo-ocr: started by peekaboo, with a socket as its input");
    if (received.count <= 0 || line.size() > protocol::kMaxLine) {
      line.clear();
      break;
    }
    line.append(bytes, static_cast<std::size_t>(received.count));
  }
  std::optional<Request> request = parse(line, descriptor);
  if (descriptor >= 0) close(descriptor);
  return request;
}

bool Channel::send(const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool Channel::send(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    for (const int number : {word.bounds.x, word.bounds.y, word.bounds.width, word.bounds.height,
                             word.confidence, word.line})
      text += std::to_string(number) + '\t';
    text += word.text + '\n';
  }
  return send(text);
}

bool Channel::abandoned() const {
  pollfd entry{socket_, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0;
}

}  // namespace native
