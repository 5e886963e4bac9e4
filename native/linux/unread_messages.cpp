#include "native/linux/unread_messages.hpp"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace native {
namespace {

constexpr std::size_t kAnswer = 64 << 10;  // the kernel fills at most 32 KiB at once
constexpr int kMaxAnswers = 1024;
constexpr int kMaxDescriptors = 16 << 10;  // of a process that are looked at
constexpr timeval kPatience{1, 0};

struct Question {
  nlmsghdr header;
  unix_diag_req request;
};

// One socket that the kernel has told.
struct Told {
  std::uint32_t peer = 0, unread = 0;
  std::string_view name;  // the address it is bound to
};
using Listener = std::function<void(const Told& told)>;

template <class Value>
Value value_of(const rtattr* attribute) {
  Value value{};
  if (RTA_PAYLOAD(attribute) >= sizeof value)
    std::memcpy(&value, RTA_DATA(attribute), sizeof value);
  return value;
}

Told read(const nlmsghdr* header) {
  const auto* const message = static_cast<const unix_diag_msg*>(NLMSG_DATA(header));
  Told told;
  auto left = static_cast<int>(header->nlmsg_len - NLMSG_LENGTH(sizeof *message));
  const auto* attribute = reinterpret_cast<const rtattr*>(message + 1);
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
    if (attribute->rta_type == UNIX_DIAG_PEER) told.peer = value_of<std::uint32_t>(attribute);
    if (attribute->rta_type == UNIX_DIAG_RQLEN)
      told.unread = value_of<unix_diag_rqlen>(attribute).udiag_rqueue;
    if (attribute->rta_type == UNIX_DIAG_NAME)
      told.name = {static_cast<const char*>(RTA_DATA(attribute)), RTA_PAYLOAD(attribute)};
  }
  return told;
}

// Returns whether more answers follow. Stops at what is not an answer.
bool handle(const char* data, std::size_t size, const Listener& listener) {
  const auto* header = reinterpret_cast<const nlmsghdr*>(data);
  auto left = static_cast<unsigned>(size);
  for (; NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
    if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        header->nlmsg_len < NLMSG_LENGTH(sizeof(unix_diag_msg)))
      return false;
    listener(read(header));
    if ((header->nlmsg_flags & NLM_F_MULTI) == 0) return false;
  }
  return true;
}

// Asks for one socket, or for all when `inode` is 0. Returns whether the kernel has answered.
bool ask(int descriptor, std::uint32_t inode, std::uint32_t show, const Listener& listener) {
  Question question{};
  question.header.nlmsg_len = sizeof question;
  question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.header.nlmsg_flags =
      static_cast<std::uint16_t>(inode == 0 ? NLM_F_REQUEST | NLM_F_DUMP : NLM_F_REQUEST);
  question.request.sdiag_family = AF_UNIX;
  question.request.udiag_states = 1U << TCP_ESTABLISHED;
  question.request.udiag_ino = inode;
  question.request.udiag_show = show;
  question.request.udiag_cookie[0] = question.request.udiag_cookie[1] = ~0U;
  if (::send(descriptor, &question, sizeof question, 0) != sizeof question) return false;
  const std::unique_ptr<char[]> answer(new char[kAnswer]);
  for (int i = 0; i < kMaxAnswers; ++i) {
    const ssize_t size = ::recv(descriptor, answer.get(), kAnswer, 0);
    if (size <= 0) return false;
    if (!handle(answer.get(), static_cast<std::size_t>(size), listener)) return true;
  }
  return false;
}

// Returns the address that a socket is connected to, as the kernel shows it; empty for none.
std::string server_of(int connection) {
  sockaddr_un address{};
  socklen_t size = sizeof address;
  if (::getpeername(connection, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      address.sun_family != AF_UNIX || size <= offsetof(sockaddr_un, sun_path))
    return {};
  return {address.sun_path,
          std::min<std::size_t>(size - offsetof(sockaddr_un, sun_path), sizeof address.sun_path)};
}

// The kernel counts the zero after a path, or not.
std::string_view without_zero(std::string_view name) {
  while (name.size() > 1 && name.back() == '\0') name.remove_suffix(1);
  return name;
}

// The sockets of a process, by their inodes.
std::set<std::uint32_t> sockets_of(pid_t process) {
  constexpr std::string_view kSocket = "socket:[";
  std::set<std::uint32_t> result;
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc/" + std::to_string(process) + "/fd", error);
  const std::filesystem::directory_iterator end;
  for (int seen = 0; !error && entries != end && seen < kMaxDescriptors; ++seen) {
    std::error_code closed;
    const std::string target = std::filesystem::read_symlink(entries->path(), closed).string();
    if (target.starts_with(kSocket))
      result.insert(
          static_cast<std::uint32_t>(std::strtoul(target.c_str() + kSocket.size(), nullptr, 10)));
    entries.increment(error);
  }
  return result;
}

}  // namespace

std::optional<UnreadMessages> UnreadMessages::of(pid_t client, int connection) {
  const std::string server = server_of(connection);
  if (server.empty() || client <= 0) return std::nullopt;
  const int descriptor = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (descriptor < 0) return std::nullopt;
  UnreadMessages result(descriptor);
  ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  const std::set<std::uint32_t> own = sockets_of(client);
  const auto take = [&](const Told& told) {
    if (without_zero(told.name) == without_zero(server) && own.contains(told.peer))
      result.sockets_.push_back(told.peer);
  };
  if (!ask(descriptor, 0, UDIAG_SHOW_NAME | UDIAG_SHOW_PEER, take) || result.sockets_.empty())
    return std::nullopt;
  return result;
}

UnreadMessages::UnreadMessages(UnreadMessages&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), sockets_(std::move(other.sockets_)) {}

UnreadMessages::~UnreadMessages() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint32_t UnreadMessages::bytes() {
  std::uint32_t most = 0;
  for (const std::uint32_t socket : sockets_)
    ask(descriptor_, socket, UDIAG_SHOW_RQLEN,
        [&](const Told& told) { most = std::max(most, told.unread); });
  return most;
}

}  // namespace native
