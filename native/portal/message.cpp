#include "native/portal/message.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace native::portal {
namespace {

constexpr std::size_t kMaxBytes = 4096;
constexpr std::size_t kMaxFields = 32;
constexpr std::int64_t kMaxWait = 60'000;  // ms in one poll(2)

bool wait_for(int socket, short events, Deadline deadline) {
  for (;;) {
    pollfd waiting{socket, events, 0};
    const int ready = ::poll(&waiting, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    if (ready == 0 && Clock::now() >= deadline) return false;
  }
}

// Takes the first descriptor out of a message, and closes whatever else came with it.
OwnedFile first_file(msghdr& message) {
  OwnedFile first;
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr;
       head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int file = -1;
      std::memcpy(&file, CMSG_DATA(head) + i * sizeof(int), sizeof file);
      OwnedFile owned(file);
      if (first.get() < 0) first = std::move(owned);
    }
  }
  return first;
}

}  // namespace

void OwnedFile::reset(int file) {
  if (file_ >= 0) ::close(file_);
  file_ = file;
}

Message& Message::set(const std::string& name, std::string value) {
  fields_.emplace_back(name, std::move(value));
  return *this;
}

Message& Message::set(const std::string& name, std::int64_t value) {
  return set(name, std::to_string(value));
}

std::string Message::text(const std::string& name) const {
  for (const auto& [key, value] : fields_)
    if (key == name) return value;
  return {};
}

std::optional<std::int64_t> Message::number(const std::string& name, std::int64_t least,
                                            std::int64_t most) const {
  const std::string written = text(name);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  if (error != std::errc{} || end != written.data() + written.size()) return std::nullopt;
  if (value < least || value > most) return std::nullopt;
  return value;
}

std::string Message::encoded() const {
  std::string bytes;
  for (const auto& [name, value] : fields_) {
    bytes += name;
    bytes += '=';
    bytes += value;
    bytes += '\0';
  }
  return bytes;
}

std::optional<Message> Message::decoded(const std::string& bytes) {
  if (bytes.empty() || bytes.size() > kMaxBytes || bytes.back() != '\0') return std::nullopt;
  Message message;
  for (std::size_t from = 0; from < bytes.size();) {
    const std::size_t end = bytes.find('\0', from);
    const std::size_t sign = bytes.find('=', from);
    if (sign >= end || message.fields_.size() >= kMaxFields) return std::nullopt;
    message.set(bytes.substr(from, sign - from), bytes.substr(sign + 1, end - sign - 1));
    from = end + 1;
  }
  return message;
}

int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, kMaxWait));
}

std::int64_t answer_time(Deadline deadline) {
  // What the answer needs on its way, at most a quarter of the time.
  constexpr std::chrono::milliseconds kWay{250};
  const Clock::duration way = std::min<Clock::duration>(kWay, (deadline - Clock::now()) / 4);
  return std::chrono::duration_cast<std::chrono::nanoseconds>((deadline - way).time_since_epoch())
      .count();
}

bool send_message(int socket, const Message& message, Deadline deadline) {
  std::string bytes = message.encoded();
  if (bytes.size() > kMaxBytes) return false;
  iovec part{bytes.data(), bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  if (const int file = message.file.get(); file >= 0) {
    head.msg_control = control;
    head.msg_controllen = sizeof control;
    cmsghdr* const rights = CMSG_FIRSTHDR(&head);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &file, sizeof file);
  }
  for (;;) {
    if (::sendmsg(socket, &head, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return true;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || !wait_for(socket, POLLOUT, deadline)) return false;
  }
}

std::optional<Message> receive_message(int socket, Deadline deadline) {
  for (;;) {
    if (!wait_for(socket, POLLIN, deadline)) return std::nullopt;
    std::string bytes(kMaxBytes, '\0');
    iovec part{bytes.data(), bytes.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(8 * sizeof(int))];
    msghdr head{};
    head.msg_iov = &part;
    head.msg_iovlen = 1;
    head.msg_control = control;
    head.msg_controllen = sizeof control;
    const ssize_t count = ::recvmsg(socket, &head, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return std::nullopt;
    OwnedFile file = first_file(head);
    if ((head.msg_flags & MSG_TRUNC) != 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(count));
    std::optional<Message> message = Message::decoded(bytes);
    if (message) message->file = std::move(file);
    return message;
  }
}

bool is_own_peer(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == ::geteuid();
}

}  // namespace native::portal
