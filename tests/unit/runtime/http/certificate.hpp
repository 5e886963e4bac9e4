#pragma once

#include <openssl/ssl.h>

#include <string>

namespace runtime::http {

// A server's key and a certificate that it signed itself, made anew. `names` as OpenSSL writes
// alternative names: "IP:127.0.0.1,DNS:example.org". `days` may be negative: then it has expired.
class Certificate {
 public:
  explicit Certificate(const std::string& names, int days = 1);
  ~Certificate();
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;
  SSL_CTX* context() const { return context_; }
  const std::string& file() const { return file_; }  // the certificate in PEM form

 private:
  SSL_CTX* context_;
  std::string file_;
};

}  // namespace runtime::http
