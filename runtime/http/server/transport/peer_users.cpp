#include "runtime/http/server/transport/peer_users.hpp"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace runtime::http {

namespace {

struct Question {
  nlmsghdr header;
  inet_diag_req_v2 request;
};

struct Reply {
  nlmsghdr header;
  inet_diag_msg found;
};

// An address and port; for IPv4 in the form ::ffff:a.b.c.d.
struct Place {
  in6_addr host = {};
  in_port_t port = 0;

  bool operator==(const Place& other) const {
    return IN6_ARE_ADDR_EQUAL(&host, &other.host) && port == other.port;
  }
};

in6_addr mapped(const void* four) {
  in6_addr six = {};
  six.s6_addr[10] = six.s6_addr[11] = 0xFF;
  std::memcpy(&six.s6_addr[12], four, sizeof(in_addr));
  return six;
}

using Getter = int (*)(int, sockaddr*, socklen_t*);

std::optional<Place> place_of(Getter get, int connection) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  if (get(connection, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return std::nullopt;
  if (storage.ss_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(storage);
    return Place{mapped(&four.sin_addr), four.sin_port};
  }
  if (storage.ss_family != AF_INET6) return std::nullopt;
  const auto& six = reinterpret_cast<const sockaddr_in6&>(storage);
  return Place{six.sin6_addr, six.sin6_port};
}

// The kernel treats connections between mapped addresses as IPv4.
void put(__be32 to[4], const Place& place, bool four) {
  if (four)
    std::memcpy(to, &place.host.s6_addr[12], sizeof(in_addr));
  else
    std::memcpy(to, &place.host, sizeof place.host);
}

Place place_in(const __be32 host[4], in_port_t port, int family) {
  Place place;
  place.port = port;
  if (family == AF_INET)
    place.host = mapped(host);
  else
    std::memcpy(&place.host, host, sizeof place.host);
  return place;
}

// `from` is the peer's end, as in the kernel's socket table.
Question question_of(const Place& from, const Place& to, unsigned sequence, unsigned interface) {
  const bool four = IN6_IS_ADDR_V4MAPPED(&from.host) && IN6_IS_ADDR_V4MAPPED(&to.host);
  Question question = {};
  question.header.nlmsg_len = sizeof question;
  question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.header.nlmsg_flags = NLM_F_REQUEST;
  question.header.nlmsg_seq = sequence;
  question.request.sdiag_family = four ? AF_INET : AF_INET6;
  question.request.sdiag_protocol = IPPROTO_TCP;
  question.request.idiag_states = ~0U;
  inet_diag_sockid& id = question.request.id;
  id.idiag_sport = from.port;
  id.idiag_dport = to.port;
  put(id.idiag_src, from, four);
  put(id.idiag_dst, to, four);
  // Also finds sockets bound to the interface.
  id.idiag_if = interface;
  id.idiag_cookie[0] = id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return question;
}

// Returns whether the socket still has an owner: one without an inode has none, and reads as
// root's. A socket that has only stopped sending has one: a client may send a request and shut down
// that direction.
bool is_held(const inet_diag_msg& found) {
  const bool open = found.idiag_state == TCP_ESTABLISHED || found.idiag_state == TCP_FIN_WAIT1 ||
                    found.idiag_state == TCP_FIN_WAIT2;
  return open && found.idiag_inode != 0;
}

// Returns whether our own end is still open: then no other connection can exist between the two
// addresses, so the one found is the one accepted.
bool is_alive(int connection) {
  tcp_info info = {};
  socklen_t size = sizeof info;
  if (getsockopt(connection, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
  return info.tcpi_state == TCP_ESTABLISHED || info.tcpi_state == TCP_CLOSE_WAIT;
}

std::string content_of(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool is_unmapped_here(uid_t user) {
  static const std::string map = content_of("/proc/self/uid_map");
  static const std::string overflow = content_of("/proc/sys/kernel/overflowuid");
  return is_unmapped_user(user, map.c_str(), overflow.c_str());
}

}  // namespace

bool is_unmapped_user(uid_t user, const char* map, const char* overflow) {
  constexpr uid_t kUsual = 65534;
  uid_t shown = kUsual;
  std::istringstream(overflow) >> shown;
  if (user != shown) return false;
  std::istringstream lines(map);
  unsigned long long first = 0, outside = 0, count = 0;
  while (lines >> first >> outside >> count)
    if (user >= first && user - first < count) return false;
  return true;
}

PeerUsers::PeerUsers()
    : descriptor_(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG)),
      interface_(if_nametoindex("lo")) {}

PeerUsers::~PeerUsers() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<uid_t> PeerUsers::user_of(int connection) {
  const auto from = place_of(getpeername, connection);
  const auto to = place_of(getsockname, connection);
  if (!available() || !from || !to) return std::nullopt;
  const Question question = question_of(*from, *to, ++sequence_, interface_);
  if (send(descriptor_, &question, sizeof question, 0) != sizeof question) return std::nullopt;
  // The answer is available when send() returns. Skips answers to earlier questions.
  Reply reply = {};
  do {
    const ssize_t size = recv(descriptor_, &reply, sizeof reply, MSG_DONTWAIT);
    if (size < static_cast<ssize_t>(sizeof(nlmsghdr))) return std::nullopt;
    if (reply.header.nlmsg_type == SOCK_DIAG_BY_FAMILY && size < static_cast<ssize_t>(sizeof reply))
      return std::nullopt;
  } while (reply.header.nlmsg_seq != sequence_);
  if (reply.header.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt;
  const inet_diag_msg& found = reply.found;
  const inet_diag_sockid& id = found.id;
  if (place_in(id.idiag_src, id.idiag_sport, found.idiag_family) != *from ||
      place_in(id.idiag_dst, id.idiag_dport, found.idiag_family) != *to)
    return std::nullopt;
  if (!is_held(found) || !is_alive(connection)) return std::nullopt;
  if (is_unmapped_here(found.idiag_uid)) return std::nullopt;
  return found.idiag_uid;
}

}  // namespace runtime::http
