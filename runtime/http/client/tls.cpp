#include "runtime/http/client/tls.hpp"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <algorithm>
#include <climits>

#include "runtime/http/client/failure.hpp"

namespace runtime::http {

struct Tls::Session {
  explicit Session(Wire& connection)
      : wire(connection), context(SSL_CTX_new(TLS_client_method())) {}
  ~Session() {
    SSL_free(ssl);
    SSL_CTX_free(context);
  }
  Wire& wire;
  SSL_CTX* context;
  SSL* ssl = nullptr;
};

namespace {

bool is_address(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), bytes) == 1 ||
         inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

std::string last_problem() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* text = code ? ERR_reason_error_string(code) : nullptr;
  return text ? text : "the connection ended";
}

void trust(SSL_CTX* context, const std::string& ca_file) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_default_verify_paths(context);
  if (ca_file.empty() || SSL_CTX_load_verify_locations(context, ca_file.c_str(), nullptr) == 1)
    return;
  throw Error("FILE_IO_ERROR",
              "no certificates can be read from " + ca_file + ": " + last_problem(),
              "PEEKABOO_CA_FILE names a file with certificates in PEM form");
}

void expect_host(SSL* ssl, const std::string& host) {
  if (is_address(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str());
    return;
  }
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  SSL_set1_host(ssl, host.c_str());
  SSL_set_tlsext_host_name(ssl, host.c_str());
}

// Waits for what OpenSSL asks for; false when it is no wait that it wants.
bool wait_for(Wire& wire, int wish) {
  if (wish == SSL_ERROR_WANT_READ)
    wire.wait(POLLIN);
  else if (wish == SSL_ERROR_WANT_WRITE)
    wire.wait(POLLOUT);
  else
    return false;
  return true;
}

[[noreturn]] void refuse(SSL* ssl, const std::string& host) {
  const long verdict = SSL_get_verify_result(ssl);
  if (verdict != X509_V_OK)
    throw failure(
        "tls",
        "the certificate of " + host + " is not trusted: " + X509_verify_cert_error_string(verdict),
        "if it is your own server, name its authority's certificate in PEEKABOO_CA_FILE");
  throw failure("tls", "no secure connection to " + host + ": " + last_problem(),
                "check that the server speaks TLS 1.2 or newer at this port");
}

int bounded(std::size_t size) { return static_cast<int>(std::min<std::size_t>(size, INT_MAX)); }

[[noreturn]] void broken() {
  throw failure("closed", "the secure connection broke: " + last_problem(), "try again");
}

}  // namespace

Tls::Tls(Wire& wire, const std::string& host, const std::string& ca_file)
    : session_(std::make_unique<Session>(wire)) {
  ERR_clear_error();
  if (!session_->context)
    throw failure("tls", "no TLS: " + last_problem(), "install OpenSSL again");
  trust(session_->context, ca_file);
  session_->ssl = SSL_new(session_->context);
  if (!session_->ssl || SSL_set_fd(session_->ssl, wire.descriptor()) != 1)
    throw failure("tls", "no TLS: " + last_problem(), "install OpenSSL again");
  expect_host(session_->ssl, host);
  for (;;) {
    ERR_clear_error();
    const int result = SSL_connect(session_->ssl);
    if (result == 1) return;
    if (!wait_for(wire, SSL_get_error(session_->ssl, result))) refuse(session_->ssl, host);
  }
}

// The farewell is sent if there is room for it; nobody waits for an answer.
Tls::~Tls() {
  if (SSL_is_init_finished(session_->ssl)) SSL_shutdown(session_->ssl);
  ERR_clear_error();
}

std::size_t Tls::receive(char* bytes, std::size_t size) {
  for (;;) {
    ERR_clear_error();
    const int count = SSL_read(session_->ssl, bytes, bounded(size));
    if (count > 0) return static_cast<std::size_t>(count);
    const int wish = SSL_get_error(session_->ssl, count);
    if (wish == SSL_ERROR_ZERO_RETURN) return 0;
    if (!wait_for(session_->wire, wish)) broken();
  }
}

std::size_t Tls::send(const char* bytes, std::size_t size) {
  for (;;) {
    ERR_clear_error();
    const int count = SSL_write(session_->ssl, bytes, bounded(size));
    if (count > 0) return static_cast<std::size_t>(count);
    if (!wait_for(session_->wire, SSL_get_error(session_->ssl, count))) broken();
  }
}

}  // namespace runtime::http
