#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace runtime::http {

class PeerUsers;
struct AccessRules;

// The other end of a connection.
struct Peer {
  std::optional<uid_t> user;  // nothing: on another machine, or the kernel does not report it
  std::string name;           // the unit of counting: "user 1000", "192.0.2.7", "2001:db8:0:1::/64"
};

Peer identify(int connection, const AccessRules& rules, PeerUsers& users);
// Returns whether a user is the server's own or root.
bool is_own_user(std::optional<uid_t> user);
// Returns whether requests of that peer can be served at all.
bool may_be_served(const Peer& peer, const AccessRules& rules);

// Counts the open connections and limits their number: in all, per peer, and per peer whose
// requests are refused anyway.
class Places {
 public:
  static constexpr std::size_t kMax = 256;
  static constexpr std::size_t kMaxOfOne = 192;
  static constexpr std::size_t kMaxOfRefused = 16;

  bool take(const Peer& peer, bool refused);
  void give_back(const Peer& peer);

 private:
  std::size_t used_ = 0;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace runtime::http
