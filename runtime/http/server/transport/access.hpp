#pragma once

#include <string>
#include <string_view>

#include "runtime/http/server/transport/peer.hpp"
#include "runtime/http/server/transport/request_head.hpp"

namespace runtime::http {

// The access rules, which apply to every request, whatever it contains.
struct AccessRules {
  enum class Place { kLoopback, kNetwork, kUnixSocket };
  Place place = Place::kLoopback;
  std::string token;  // "" = not required; on loopback, users are then distinguished instead
};

// Refuses web pages, including those whose name resolves to this machine (DNS rebinding), clients
// without the token, and, on loopback without a token, other users. Throws Refusal 403 and 401.
void check_access(const RequestHead& head, const AccessRules& rules, const Peer& peer);

// Accepts "localhost", an address of 127.0.0.0/8 or [::1], with or without a port.
bool is_loopback_authority(std::string_view authority);

}  // namespace runtime::http
