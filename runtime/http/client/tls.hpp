#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "runtime/http/client/wire.hpp"

namespace runtime::http {

// TLS over a connected Wire, which it borrows. The server's certificate is always verified: against
// the system's authorities (OpenSSL's SSL_CERT_FILE and SSL_CERT_DIR included) and those in
// `ca_file`.
class Tls {
 public:
  // Throws Error "UNKNOWN_ERROR" with reason "tls", "FILE_IO_ERROR" for a ca_file that cannot be
  // used, "TIMEOUT".
  Tls(Wire& wire, const std::string& host, const std::string& ca_file);
  ~Tls();
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;

  // As of Wire; 0 only when the peer has said that it is done (RFC 8446, section 6.1).
  std::size_t receive(char* bytes, std::size_t size);
  std::size_t send(const char* bytes, std::size_t size);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace runtime::http
