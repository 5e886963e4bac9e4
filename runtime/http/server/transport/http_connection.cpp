#include "runtime/http/server/transport/http_connection.hpp"

#include <algorithm>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/core/value/base64.hpp"
#include "runtime/http/server/transport/chunks.hpp"
#include "runtime/http/server/transport/refusal.hpp"
#include "runtime/http/server/transport/reply.hpp"

namespace runtime::http {

namespace {

// A multiple of three, so that pieces of base64 join without padding.
constexpr std::size_t kReplyPiece = 192 * 1024;

}  // namespace

// Returns false at the end of the input.
Task<bool> HttpConnection::fill() {
  if (ended_) co_return false;
  const std::string bytes = co_await channel_->read();
  buffer_ += bytes;
  ended_ = bytes.empty();
  co_return !ended_;
}

Task<void> HttpConnection::read_some() { co_await fill(); }

Task<std::optional<RequestHead>> HttpConnection::next(double patience) {
  waiting_ = true;
  if (buffer_.empty()) {
    Task<void> first = read_some();
    Task<void> limited = timeout(patience, std::move(first), "idle");
    try {
      co_await std::move(limited);
    } catch (const Error&) {
      co_return std::nullopt;
    }
  }
  waiting_ = false;
  Task<std::optional<RequestHead>> reading = read_head();
  Task<std::optional<RequestHead>> limited = timeout(kHead, std::move(reading), "head");
  try {
    std::optional<RequestHead> head = co_await std::move(limited);
    co_return head;
  } catch (const Error&) {
    throw Refusal(408, "the header of the request did not come in time");
  }
}

Task<std::optional<RequestHead>> HttpConnection::read_head() {
  HeadScan scan;
  for (bool begun = false;;) {
    // Empty lines before a request are ignored (RFC 9112, section 2.2).
    while (!begun && buffer_.starts_with("\r\n")) buffer_.erase(0, 2);
    begun = begun || !(buffer_.empty() || buffer_ == "\r");
    const auto end = begun ? scan.take(buffer_) : std::nullopt;
    if (end) {
      RequestHead head = parse_head(std::string_view(buffer_).substr(0, *end));
      buffer_.erase(0, *end);
      co_return head;
    }
    const bool more = co_await fill();
    if (!more && buffer_.empty()) co_return std::nullopt;
    if (!more) throw Refusal(400, "the request ends within its header");
  }
}

Task<std::string> HttpConnection::body(RequestHead head, std::size_t limit, Growth grown) {
  if (head.length > limit)
    throw Refusal(413, "a body has at most " + std::to_string(limit) + " bytes");
  if (head.expects_continue) co_await send("HTTP/1.1 100 Continue\r\n\r\n");
  Task<std::string> reading = read_body(std::move(head), limit, std::move(grown));
  Task<std::string> limited = timeout(kBody, std::move(reading), "body");
  try {
    std::string bytes = co_await std::move(limited);
    co_return bytes;
  } catch (const Error&) {
    throw Refusal(408, "the body of the request did not come in time");
  }
}

Task<std::string> HttpConnection::read_body(RequestHead head, std::size_t limit, Growth grown) {
  Chunks chunks(limit);
  for (;;) {
    if (grown) grown(buffer_.size() + chunks.body().size());
    if (head.chunked && chunks.take(buffer_)) co_return std::move(chunks.body());
    if (!head.chunked && buffer_.size() >= head.length) break;
    const bool more = co_await fill();
    if (!more) throw Refusal(400, "the request ends within its body");
  }
  if (buffer_.size() == head.length) co_return std::exchange(buffer_, std::string());
  std::string bytes = buffer_.substr(0, head.length);
  buffer_.erase(0, head.length);
  co_return bytes;
}

Task<void> HttpConnection::until_closed() {
  Condition never;
  for (bool more = true; more;) {
    while (buffer_.size() > kAhead) co_await never.wait();
    more = co_await fill();
  }
}

Task<bool> HttpConnection::send(std::string bytes) {
  if (broken_) co_return false;
  Task<bool> writing = channel_->write(std::move(bytes));
  Task<bool> limited = timeout(kStall, std::move(writing), "stalled");
  try {
    broken_ = !co_await std::move(limited);
  } catch (const Error&) {
    broken_ = true;
  }
  co_return !broken_;
}

Task<bool> HttpConnection::send_piece(std::string* piece, bool chunked) {
  std::string bytes = std::exchange(*piece, std::string());
  if (bytes.empty()) co_return !broken_;
  if (chunked) bytes = chunk(bytes);
  const bool open = co_await send(std::move(bytes));
  co_return open;
}

Task<bool> HttpConnection::send_message(mcp::Segments message, std::string before,
                                        std::string after, bool chunked) {
  std::string piece = std::move(before);
  for (json::Segment& segment : message) {
    if (auto* text = std::get_if<std::string>(&segment)) {
      piece += *text;
      text->clear();
      text->shrink_to_fit();
      continue;
    }
    const BlobRef blob = std::get<BlobRef>(segment);
    const std::span<const std::uint8_t> bytes(blob->bytes());
    for (std::size_t at = 0; at < bytes.size(); at += kReplyPiece) {
      append_base64(piece, bytes.subspan(at, std::min(kReplyPiece, bytes.size() - at)));
      if (piece.size() < kReplyPiece) continue;
      const bool open = co_await send_piece(&piece, chunked);
      if (!open) co_return false;
    }
  }
  piece += after;
  const bool open = co_await send_piece(&piece, chunked);
  co_return open;
}

Task<void> HttpConnection::drain() {
  for (bool more = true; more;) {
    buffer_.clear();
    more = co_await fill();
  }
}

Task<void> HttpConnection::linger() {
  Task<void> draining = drain();
  Task<void> limited = timeout(kLinger, std::move(draining), "linger");
  try {
    co_await std::move(limited);
  } catch (const Error&) {
    // The time limit for lingering has passed.
  }
}

}  // namespace runtime::http
