#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/http/server/transport/byte_channel.hpp"
#include "runtime/http/server/transport/request_head.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::http {

// One client's connection: receives requests and sends answers, one at a time. Everything has a
// limit in bytes and in seconds. Driven by the endpoint.
class HttpConnection {
 public:
  // Seconds: between requests, for a head, for a body, for a client that does not read.
  static constexpr double kIdle = 60;
  static constexpr double kIdleInACrowd = 3;
  static constexpr double kHead = 10;
  static constexpr double kBody = 60;
  static constexpr double kStall = 30;
  static constexpr double kLinger = 1;
  // Seconds for the last bytes of a connection; of one that ends with the server.
  static constexpr double kClose = 1;
  static constexpr double kCloseAtEnd = 0.05;
  // Bytes that may wait unread while a request is being answered.
  static constexpr std::size_t kAhead = 64 * 1024;

  explicit HttpConnection(std::unique_ptr<ByteChannel> channel) : channel_(std::move(channel)) {}

  // Returns the next request; nothing at the end, or when none begins within `patience` seconds.
  // Throws Refusal.
  Task<std::optional<RequestHead>> next(double patience = kIdle);
  // Returns the body of that request, of at most `limit` bytes. Calls `grown`, which may throw,
  // with the number of bytes received so far, as they arrive. Throws Refusal.
  using Growth = std::function<void(std::size_t bytes)>;
  Task<std::string> body(RequestHead head, std::size_t limit, Growth grown = nullptr);
  // Returns when the client has closed its side. Reads ahead, within limits.
  Task<void> until_closed();

  // Returns false when the client has disconnected, or does not read for too long.
  Task<bool> send(std::string bytes);
  // Sends a message in pieces, each as a chunk if `chunked`, between `before` and `after`.
  Task<bool> send_message(mcp::Segments message, std::string before, std::string after,
                          bool chunked);
  // Reads and discards the client's remaining bytes for a while: closing at once could destroy the
  // answer in transit.
  Task<void> linger();
  Task<void> close(double seconds) { return channel_->close(seconds); }

  bool waiting() const { return waiting_; }  // for the next request

 private:
  Task<std::optional<RequestHead>> read_head();
  Task<void> read_some();
  Task<bool> fill();
  Task<std::string> read_body(RequestHead head, std::size_t limit, Growth grown);
  Task<void> drain();
  Task<bool> send_piece(std::string* piece, bool chunked);

  std::unique_ptr<ByteChannel> channel_;
  std::string buffer_;
  bool ended_ = false;
  bool waiting_ = false;
  bool broken_ = false;
};

}  // namespace runtime::http
