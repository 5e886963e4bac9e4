#pragma once

#include <string>

#include "runtime/http/server/transport/access.hpp"

namespace runtime::http {

// Where to listen, as the person wrote it.
struct Address {
  AccessRules::Place place = AccessRules::Place::kLoopback;
  std::string host;  // numeric; of a Unix socket: its path
  int port = 0;
};

// "PORT", "HOST:PORT", "[IPV6]:PORT" or "unix:PATH". Throws Error "INVALID_ARGUMENT".
Address parse_address(const std::string& text);

// A socket that listens; takes away its file when it dies. The owner of the descriptor is whoever
// takes it.
class BoundSocket {
 public:
  static constexpr int kBacklog = 128;

  // Throws Error "INVALID_ARGUMENT" for an address that cannot be had, "FILE_IO_ERROR" for a path.
  explicit BoundSocket(const Address& address);
  ~BoundSocket();
  BoundSocket(const BoundSocket&) = delete;
  BoundSocket& operator=(const BoundSocket&) = delete;

  int take();
  // "http://127.0.0.1:8080", or "unix:PATH".
  std::string name(bool secure) const;

 private:
  void bind_path();
  void bind_port();

  Address address_;
  int descriptor_ = -1;
  unsigned long long file_ = 0;  // the inode of the Unix socket
};

}  // namespace runtime::http
