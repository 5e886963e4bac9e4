#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace runtime::http {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

// A TCP connection that blocks one worker thread, never past its deadline. interrupt() is the only
// call for other threads: it ends whatever the worker waits for (except the look-up of a name) and
// everything that comes later.
class Wire {
 public:
  Wire() = default;
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Connects anew, trying every address of the host. Throws Error "TIMEOUT", or "UNKNOWN_ERROR"
  // with reason "connect".
  void connect(const std::string& host, int port, Deadline deadline);
  // Limits everything that follows.
  void set_deadline(Deadline deadline) { deadline_ = deadline; }
  // From now on the peer may not be silent for longer than that.
  void limit_silence(Clock::duration longest) { longest_silence_ = longest; }

  // Bytes received, 0 at the end. Throws Error "TIMEOUT", or "UNKNOWN_ERROR" with reason "closed".
  std::size_t receive(char* bytes, std::size_t size);
  std::size_t send(const char* bytes, std::size_t size);
  // Waits until POLLIN or POLLOUT holds. Throws Error "TIMEOUT", with details.reason "silence" when
  // the peer was silent for too long.
  void wait(short events);

  // Ends the connection for both sides, whatever has arrived and was not received.
  void close() noexcept;
  int descriptor() const { return descriptor_; }
  // Takes a lock for a few instructions; never waits for the network.
  void interrupt() noexcept;

 private:
  struct Address;
  bool try_address(const Address& address, Deadline deadline, int& problem);
  bool publish(int descriptor);
  void check_interrupted() const;

  mutable std::mutex mutex_;  // guards the two below against interrupt()
  int descriptor_ = -1;
  bool interrupted_ = false;
  Deadline deadline_ = Deadline::max();
  Clock::duration longest_silence_ = Clock::duration::max();
  std::string peer_;
};

}  // namespace runtime::http
