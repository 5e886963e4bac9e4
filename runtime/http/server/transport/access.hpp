#pragma once

#include <string>
#include <string_view>

#include "runtime/http/server/transport/peer.hpp"
#include "runtime/http/server/transport/request_head.hpp"

namespace runtime::http {

// Who may ask at all, whatever they ask.
struct AccessRules {
  enum class Place { kLoopback, kNetwork, kUnixSocket };
  Place place = Place::kLoopback;
  std::string token;  // "" = none is asked for; on loopback, users are told apart instead
};

// Keeps out web pages, also those whose name leads to this machine (DNS rebinding), callers
// without the token, and, on loopback without one, other users. Throws Refusal 403 and 401.
void check_access(const RequestHead& head, const AccessRules& rules, const Peer& peer);

// "localhost", an address of 127.0.0.0/8 or [::1], with or without a port.
bool is_loopback_authority(std::string_view authority);

}  // namespace runtime::http
