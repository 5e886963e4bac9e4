#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

struct addrinfo;
struct bio_st;

namespace runtime::http {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

// A TCP connection, with TLS if wanted, that blocks one worker thread, never past its deadline.
// interrupt() is the only call for other threads: it ends whatever the worker waits for (except the
// look-up of a name) and everything that comes later.
class Connection {
 public:
  Connection() = default;
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Connects anew, trying every address of the host. Throws Error "TIMEOUT", "CONNECTION_REFUSED",
  // or "UNKNOWN_ERROR" with reason "connect".
  void connect(const std::string& host, int port, Deadline deadline);
  // Begins TLS. The server's certificate is always verified: against the system's authorities
  // (OpenSSL's SSL_CERT_FILE and SSL_CERT_DIR included) and those in `ca_file`. Throws Error
  // "UNKNOWN_ERROR" with reason "tls", "FILE_IO_ERROR" for a ca_file that cannot be used,
  // "TIMEOUT".
  void secure(const std::string& host, const std::string& ca_file);
  // Limits everything that follows.
  void set_deadline(Deadline deadline) { deadline_ = deadline; }
  // From now on the peer may not be silent for longer than that.
  void limit_silence(Clock::duration longest) { longest_silence_ = longest; }

  // Bytes received, 0 at the end (with TLS: only when the peer has said that it is done; RFC 8446,
  // section 6.1). As send(), throws Error "UNKNOWN_ERROR" with reason "closed", or "TIMEOUT", with
  // details.reason "silence" when the peer was silent for too long.
  std::size_t receive(char* bytes, std::size_t size);
  std::size_t send(const char* bytes, std::size_t size);

  // Ends the connection for both sides, whatever has arrived and was not received.
  void close() noexcept;
  // Takes a lock for a few instructions; never waits for the network.
  void interrupt() noexcept;

 private:
  struct Free {
    void operator()(bio_st* chain) const;
  };

  bool try_address(const addrinfo& address, Deadline deadline, int& problem);
  bool publish(int descriptor);
  void check_interrupted() const;
  template <class Step>
  int repeat(Step step);
  void wait(short events);

  mutable std::mutex mutex_;  // guards the two below against interrupt()
  int descriptor_ = -1;
  bool interrupted_ = false;
  std::unique_ptr<bio_st, Free> io_;  // on the descriptor; with TLS in front of it
  Deadline deadline_ = Deadline::max();
  Clock::duration longest_silence_ = Clock::duration::max();
  std::string peer_;
};

}  // namespace runtime::http
