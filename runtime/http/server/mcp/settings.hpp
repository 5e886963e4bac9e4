#pragma once

#include <functional>
#include <string>

namespace runtime::http {

// How `peekaboo mcp --http` was asked to serve.
struct ServerSettings {
  std::string address;  // "PORT", "HOST:PORT", "[IPV6]:PORT" or "unix:PATH"; port 0: any free one
  std::string token;    // what clients must present; "" = none, on loopback and Unix sockets only
  std::string certificate;  // PEM files; both or none
  std::string key;
  // Seconds after which a reply stream is closed, for the client to come back for the rest; 0 =
  // never. Only clients of revision 2025-11-25 can.
  double poll_after = 0;
  double session_life = 1800;  // seconds that a session may stay unused
  // Told, once it listens, in lines for the person who started it.
  std::function<void(const std::string&)> announce;
};

}  // namespace runtime::http
