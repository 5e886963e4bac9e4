#pragma once

#include <functional>
#include <string>

namespace runtime::http {

// The options of `peekaboo mcp --http`.
struct ServerSettings {
  std::string address;  // "PORT", "HOST:PORT", "[IPV6]:PORT" or "unix:PATH"; port 0: any free one
  std::string token;    // required from clients; "" = none, on loopback and Unix sockets only
  std::string certificate;  // PEM files; both or none
  std::string key;
  // Seconds after which a reply stream is closed and the client must poll for the rest; 0 = never.
  // Only clients of revision 2025-11-25 can.
  double poll_after = 0;
  double session_life = 1800;  // seconds that a session may stay unused
  // Called when the server listens, with lines for the user who started it.
  std::function<void(const std::string&)> announce;
};

}  // namespace runtime::http
