#pragma once

#include <string>

#include "runtime/http/server/transport/access.hpp"

namespace runtime::http {

// The address to listen at, as given by the user.
struct Address {
  AccessRules::Place place = AccessRules::Place::kLoopback;
  std::string host;  // numeric; for a Unix socket its path
  int port = 0;
};

// Parses "PORT", "HOST:PORT", "[IPV6]:PORT" or "unix:PATH". Throws Error "INVALID_ARGUMENT".
Address parse_address(const std::string& text);

// A listening socket; the destructor removes its file. The caller who takes the descriptor owns it.
class BoundSocket {
 public:
  static constexpr int kBacklog = 128;

  // Throws Error "INVALID_ARGUMENT" for an unavailable address, "FILE_IO_ERROR" for a path.
  explicit BoundSocket(const Address& address);
  ~BoundSocket();
  BoundSocket(const BoundSocket&) = delete;
  BoundSocket& operator=(const BoundSocket&) = delete;

  int take();
  // Returns "http://127.0.0.1:8080", or "unix:PATH".
  std::string name(bool secure) const;

 private:
  void bind_path();
  void bind_port();

  Address address_;
  int descriptor_ = -1;
  unsigned long long file_ = 0;  // the inode of the Unix socket
};

}  // namespace runtime::http
