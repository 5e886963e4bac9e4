#include "runtime/http/client/connection.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "runtime/http/client/failure.hpp"

namespace runtime::http {

namespace {

int milliseconds_until(Deadline deadline) {
  if (deadline == Deadline::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
}

// Returns false when the deadline has passed.
bool poll_until(int descriptor, short events, Deadline deadline) {
  for (;;) {
    pollfd entry{descriptor, events, 0};
    const int count = poll(&entry, 1, milliseconds_until(deadline));
    if (count > 0) return true;
    if (count == 0 && Clock::now() >= deadline) return false;
    if (count < 0 && errno != EINTR) return true;  // the next call reports the reason
  }
}

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses look_up(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int problem = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (problem != 0)
    throw failure("connect", "host " + host + " cannot be resolved: " + gai_strerror(problem),
                  "Check the address and the network.");
  return Addresses(list);
}

// Returns half of the remaining time while there are other addresses to try, so that an
// unresponsive one cannot use up all of it.
Deadline share_of(Deadline deadline, bool last) {
  const auto now = Clock::now();
  return last || deadline <= now ? deadline : now + (deadline - now) / 2;
}

bool is_address(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), bytes) == 1 ||
         inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

// Returns OpenSSL's first recorded error, else that of the last system call.
std::string last_problem() {
  const int number = errno;
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* text = code ? ERR_reason_error_string(code) : nullptr;
  if (text) return text;
  return number ? std::strerror(number) : "the connection ended";
}

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using TlsContext = std::unique_ptr<SSL_CTX, FreeContext>;

[[noreturn]] void refuse_all() {
  throw failure("tls", "cannot start TLS: " + last_problem(), "Reinstall OpenSSL.");
}

void trust(SSL_CTX* context, const std::string& ca_file) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_default_verify_paths(context);
  if (ca_file.empty() || SSL_CTX_load_verify_locations(context, ca_file.c_str(), nullptr) == 1)
    return;
  throw Error("FILE_IO_ERROR", "cannot read certificates from " + ca_file + ": " + last_problem(),
              "Set PEEKABOO_CA_FILE to a file with certificates in PEM format.");
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

[[noreturn]] void refuse_connection(SSL* ssl, const std::string& host) {
  const long verdict = SSL_get_verify_result(ssl);
  if (verdict != X509_V_OK)
    throw failure(
        "tls",
        "the certificate of " + host + " is not trusted: " + X509_verify_cert_error_string(verdict),
        "If it is your own server, set PEEKABOO_CA_FILE to the certificate of its authority.");
  throw failure("tls", "no secure connection to " + host + ": " + last_problem(),
                "Check that the server supports TLS 1.2 or newer on this port.");
}

int bounded(std::size_t size) { return static_cast<int>(std::min<std::size_t>(size, INT_MAX)); }

Error broken(const std::string& peer) {
  return failure("closed", "connection to " + peer + " broke: " + last_problem(), "Try again.");
}

}  // namespace

Connection::~Connection() { close(); }

// Sends TLS's close_notify if there is room for it; does not wait for an answer.
void Connection::Free::operator()(bio_st* chain) const {
  BIO_free_all(chain);
  ERR_clear_error();
}

void Connection::close() noexcept {
  io_.reset();
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void Connection::interrupt() noexcept {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  if (descriptor_ >= 0) shutdown(descriptor_, SHUT_RDWR);
}

bool Connection::publish(int descriptor) {
  const std::lock_guard lock(mutex_);
  if (interrupted_) return false;
  descriptor_ = descriptor;
  return true;
}

void Connection::check_interrupted() const {
  const std::lock_guard lock(mutex_);
  if (interrupted_) throw Error("CANCELLED", "request was cancelled");
}

bool Connection::try_address(const addrinfo& info, Deadline deadline, int& problem) {
  const int descriptor =
      socket(info.ai_family, info.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, info.ai_protocol);
  if (descriptor < 0) {
    problem = errno;
    return false;
  }
  if (!publish(descriptor)) {
    ::close(descriptor);
    check_interrupted();
  }
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  problem = ::connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 ? 0 : errno;
  if (problem == EINPROGRESS || problem == EINTR) {
    problem = ETIMEDOUT;
    socklen_t size = sizeof problem;
    if (poll_until(descriptor, POLLOUT, deadline))
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size);
  }
  check_interrupted();
  if (problem == 0) return true;
  close();
  return false;
}

void Connection::connect(const std::string& host, int port, Deadline deadline) {
  close();
  check_interrupted();
  peer_ = host + ":" + std::to_string(port);
  const Addresses list = look_up(host, port);
  int problem = 0;
  for (const addrinfo* info = list.get(); info; info = info->ai_next)
    if (try_address(*info, share_of(deadline, !info->ai_next), problem)) {
      io_.reset(BIO_new_socket(descriptor_, BIO_NOCLOSE));
      return;
    }
  if (problem == ETIMEDOUT)
    throw Error("TIMEOUT", "no connection to " + peer_ + " within the time limit",
                "Check the address and the network, or raise connect_timeout.");
  const std::string message = "no connection to " + peer_ + ": " + std::strerror(problem);
  const char* const remedy = "Check the address, and that the server is running.";
  throw problem == ECONNREFUSED ? refused(message, remedy) : failure("connect", message, remedy);
}

void Connection::wait(short events) {
  const Clock::time_point now = Clock::now();
  const bool impatient = longest_silence_ < deadline_ - now;
  const bool ready =
      poll_until(descriptor_, events, impatient ? now + longest_silence_ : deadline_);
  check_interrupted();
  if (!ready && impatient) {
    Value details;
    details.set("reason", "silence");
    throw Error("TIMEOUT", peer_ + " stopped sending in the middle of its answer",
                "Try again, or raise the option read_timeout (seconds).", std::move(details));
  }
  if (!ready)
    throw Error("TIMEOUT", peer_ + " did not answer within the time limit",
                "Raise the option timeout (seconds).");
}

// Repeats `step` on the chain until it succeeds or has failed permanently; returns its result.
template <class Step>
int Connection::repeat(Step step) {
  for (;;) {
    ERR_clear_error();
    const int count = step(io_.get());
    if (count > 0) return count;
    if (!BIO_should_retry(io_.get())) break;
    wait(BIO_should_read(io_.get()) ? POLLIN : POLLOUT);
  }
  check_interrupted();
  return 0;
}

void Connection::secure(const std::string& host, const std::string& ca_file) {
  ERR_clear_error();
  const TlsContext context(SSL_CTX_new(TLS_client_method()));
  if (!context) refuse_all();
  trust(context.get(), ca_file);
  BIO* const filter = BIO_new_ssl(context.get(), 1);
  if (!filter) refuse_all();
  io_.reset(BIO_push(filter, io_.release()));
  SSL* ssl = nullptr;
  BIO_get_ssl(io_.get(), &ssl);
  expect_host(ssl, host);
  const auto step = [](BIO* io) { return static_cast<int>(BIO_do_handshake(io)); };
  if (repeat(step) <= 0) refuse_connection(ssl, host);
}

std::size_t Connection::receive(char* bytes, std::size_t size) {
  const int count = repeat([&](BIO* io) { return BIO_read(io, bytes, bounded(size)); });
  if (count > 0) return static_cast<std::size_t>(count);
  SSL* ssl = nullptr;
  BIO_get_ssl(io_.get(), &ssl);
  const bool ended =
      ssl ? (SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN) != 0 : BIO_eof(io_.get());
  if (!ended) throw broken(peer_);
  return 0;
}

std::size_t Connection::send(const char* bytes, std::size_t size) {
  const int count = repeat([&](BIO* io) { return BIO_write(io, bytes, bounded(size)); });
  if (count <= 0) throw broken(peer_);
  return static_cast<std::size_t>(count);
}

}  // namespace runtime::http
