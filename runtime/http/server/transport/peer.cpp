#include "runtime/http/server/transport/peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include "runtime/http/server/transport/access.hpp"
#include "runtime/http/server/transport/peer_users.hpp"

namespace runtime::http {

namespace {

std::optional<uid_t> owner_of_local(int connection) {
  ucred owner = {};
  socklen_t size = sizeof owner;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &owner, &size) != 0) return std::nullopt;
  return owner.uid;
}

std::string text_of(int family, const void* host) {
  char text[INET6_ADDRSTRLEN] = "";
  return inet_ntop(family, host, text, sizeof text) ? text : "";
}

// Returns a /64 for IPv6, because that is what one customer of a network gets (RFC 6177).
std::string network_name(int connection) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  if (getpeername(connection, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return "unknown";
  if (storage.ss_family == AF_INET)
    return text_of(AF_INET, &reinterpret_cast<const sockaddr_in&>(storage).sin_addr);
  in6_addr host = reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&host)) return text_of(AF_INET, &host.s6_addr[12]);
  std::memset(&host.s6_addr[8], 0, 8);
  return text_of(AF_INET6, &host) + "/64";
}

}  // namespace

Peer identify(int connection, const AccessRules& rules, PeerUsers& users) {
  Peer peer;
  if (rules.place == AccessRules::Place::kNetwork) {
    peer.name = network_name(connection);
    return peer;
  }
  const bool local = rules.place == AccessRules::Place::kUnixSocket;
  peer.user = local ? owner_of_local(connection) : users.user_of(connection);
  peer.name = peer.user ? "user " + std::to_string(*peer.user) : "unknown user";
  return peer;
}

bool is_own_user(std::optional<uid_t> user) { return user && (*user == geteuid() || *user == 0); }

bool may_be_served(const Peer& peer, const AccessRules& rules) {
  const bool by_user = rules.place == AccessRules::Place::kLoopback && rules.token.empty();
  return !by_user || is_own_user(peer.user);
}

bool Places::take(const Peer& peer, bool refused) {
  std::size_t& own = by_name_[peer.name];
  const bool room = used_ < kMax && own < (refused ? kMaxOfRefused : kMaxOfOne);
  if (room) {
    ++used_;
    ++own;
  } else if (own == 0) {
    by_name_.erase(peer.name);
  }
  return room;
}

void Places::give_back(const Peer& peer) {
  const auto own = by_name_.find(peer.name);
  --used_;
  if (--own->second == 0) by_name_.erase(own);
}

}  // namespace runtime::http
