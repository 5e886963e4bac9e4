#include "runtime/http/server/transport/access.hpp"

#include <algorithm>

#include "runtime/http/server/transport/refusal.hpp"
#include "runtime/mcp/dialect/signed_token.hpp"

namespace runtime::http {

namespace {

bool is_port(std::string_view text) {
  return text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns whether the host is an IPv4 address in 127.0.0.0/8, in dotted-decimal form.
bool is_loopback_address(std::string_view host) {
  if (host.substr(0, 4) != "127.") return false;
  int parts = 1;
  int value = 0;
  int digits = 3;
  for (const char c : host.substr(3)) {
    if (c == '.') {
      if (digits == 0) return false;
      ++parts;
      value = digits = 0;
    } else if (c >= '0' && c <= '9') {
      value = value * 10 + (c - '0');
      if (++digits > 3 || value > 255) return false;
    } else {
      return false;
    }
  }
  return parts == 4 && digits > 0;
}

// Returns the authority of an Origin such as "http://localhost:8080"; empty for other forms.
std::string_view authority_of(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.substr(0, scheme.size()) == scheme) return origin.substr(scheme.size());
  return {};
}

void check_host(const RequestHead& head, const AccessRules& rules) {
  const std::string* host = head.only("host");
  if (!host) throw Refusal(400, "a request has exactly one Host field");
  if (rules.place == AccessRules::Place::kLoopback && !is_loopback_authority(*host))
    throw Refusal(403, "the Host field does not name this machine's loopback interface");
}

void check_origin(const RequestHead& head, const AccessRules& rules) {
  for (const auto& [name, value] : head.fields) {
    if (name != "origin") continue;
    const std::string origin = lower_case(value);
    const std::string_view authority = authority_of(origin);
    bool allowed = !authority.empty() && is_loopback_authority(authority);
    if (rules.place == AccessRules::Place::kNetwork)
      allowed = !authority.empty() && authority == lower_case(*head.only("host"));
    if (!allowed) throw Refusal(403, "this Origin may not use the server");
  }
}

void check_user(const AccessRules& rules, const Peer& peer) {
  if (may_be_served(peer, rules)) return;
  const std::string why =
      peer.user ? "without a token only the server's own user and root are served, not " + peer.name
                : "without a token only the server's own user and root are served, and the kernel "
                  "does not report the user of this connection";
  throw Refusal(401,
                why + "; start the server with --token TEXT and send Authorization: Bearer TEXT",
                {{"WWW-Authenticate", "Bearer"}});
}

void check_token(const RequestHead& head, const AccessRules& rules) {
  if (rules.token.empty()) return;
  const std::string* field = head.only("authorization");
  const std::string scheme = field ? lower_case(field->substr(0, 7)) : "";
  if (scheme == "bearer " &&
      mcp::same_secret(trimmed(std::string_view(*field).substr(7)), rules.token))
    return;
  throw Refusal(401, "a bearer token is needed: Authorization: Bearer TOKEN",
                {{"WWW-Authenticate", "Bearer"}});
}

}  // namespace

bool is_loopback_authority(std::string_view authority) {
  const std::string lower = lower_case(authority);
  std::string_view host = lower;
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    if (!is_port(host.substr(colon + 1))) return false;
    host = host.substr(0, colon);
  }
  return host == "localhost" || host == "[::1]" || is_loopback_address(host);
}

void check_access(const RequestHead& head, const AccessRules& rules, const Peer& peer) {
  check_host(head, rules);
  check_origin(head, rules);
  check_user(rules, peer);
  check_token(head, rules);
}

}  // namespace runtime::http
