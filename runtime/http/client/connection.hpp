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

// A TCP connection, with TLS if requested, that blocks one worker thread, never beyond its
// deadline. Only interrupt() may be called from other threads: it ends any wait of the worker
// (except a DNS look-up) and makes later calls fail.
class Connection {
 public:
  Connection() = default;
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Connects anew, trying every address of the host. Throws Error "TIMEOUT", "CONNECTION_REFUSED",
  // or "UNKNOWN_ERROR" with reason "connect".
  void connect(const std::string& host, int port, Deadline deadline);
  // Starts TLS. Always verifies the server's certificate against the system's authorities
  // (including OpenSSL's SSL_CERT_FILE and SSL_CERT_DIR) and those in `ca_file`. Throws Error
  // "UNKNOWN_ERROR" with reason "tls", "FILE_IO_ERROR" for an unusable ca_file, "TIMEOUT".
  void secure(const std::string& host, const std::string& ca_file);
  // Sets the deadline of all following calls.
  void set_deadline(Deadline deadline) { deadline_ = deadline; }
  // Sets the longest silence of the peer allowed from now on.
  void limit_silence(Clock::duration longest) { longest_silence_ = longest; }

  // Returns the number of bytes received, 0 at the end (with TLS: only after the peer's
  // close_notify; RFC 8446, section 6.1). Like send(), throws Error "UNKNOWN_ERROR" with reason
  // "closed", or "TIMEOUT", with details.reason "silence" when the peer was silent for too long.
  std::size_t receive(char* bytes, std::size_t size);
  std::size_t send(const char* bytes, std::size_t size);

  // Closes both directions, discarding bytes that were not yet received.
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
