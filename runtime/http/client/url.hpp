#pragma once

#include <string>
#include <string_view>

namespace runtime::http {

// An absolute http or https address (RFC 3986), split into parts, none of which can break out of a
// request line.
struct Url {
  bool secure = false;
  std::string host;  // lower case; an IPv6 address without its brackets
  int port = 0;
  std::string target;  // path and query, percent-encoded, begins with '/'

  // Returns "https://host:8443": all that messages may show, since paths and queries may contain
  // secrets.
  std::string origin() const;
  // Returns the Host header: with the port only if it is not the scheme's default.
  std::string authority() const;
  bool same_origin(const Url& other) const {
    return secure == other.secure && host == other.host && port == other.port;
  }
};

// Throws Error "INVALID_ARGUMENT" for other schemes, user names in the address, control characters
// and invalid hosts or ports.
Url parse_url(std::string_view text);
// Resolves a Location header against `base` (RFC 3986, section 5.2). Throws like parse_url.
Url resolve(const Url& base, std::string_view reference);

}  // namespace runtime::http
