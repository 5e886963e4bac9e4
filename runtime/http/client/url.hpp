#pragma once

#include <string>
#include <string_view>

namespace runtime::http {

// An absolute http or https address (RFC 3986), split. Nothing in it can break out of a request
// line.
struct Url {
  bool secure = false;
  std::string host;  // lower case; an IPv6 address without its brackets
  int port = 0;
  std::string target;  // path and query, percent-encoded, begins with '/'

  // "https://host:8443": what messages may say, since paths and queries may hold secrets.
  std::string origin() const;
  // The Host header: the port only when it is not the scheme's own.
  std::string authority() const;
  bool same_origin(const Url& other) const {
    return secure == other.secure && host == other.host && port == other.port;
  }
};

// Throws Error "INVALID_ARGUMENT" for other schemes, user names in the address, control characters
// and bad hosts or ports.
Url parse_url(std::string_view text);
// What a Location header means at `base` (RFC 3986, section 5.2). Throws like parse_url.
Url resolve(const Url& base, std::string_view reference);

}  // namespace runtime::http
