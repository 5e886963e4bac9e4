#include "runtime/mcp/rpc/stdio.hpp"

#include <algorithm>

#include "runtime/core/value/base64.hpp"

namespace runtime::mcp {

static_assert(StdioTransport::kPiece % 3 == 0);

namespace {

// Moves the text if possible, so that a large one is in memory only once.
void append(std::string* buffer, std::string text) {
  if (buffer->empty())
    *buffer = std::move(text);
  else
    *buffer += text;
}

}  // namespace

Task<std::optional<Transport::Line>> StdioTransport::next() {
  std::optional<LineReader::Line> line = co_await lines_.next();
  if (!line) co_return std::nullopt;
  Line message;
  message.text = std::move(line->text);
  message.too_long = line->too_long;
  co_return message;
}

// Collects short parts, so that most replies, and those ready at the same time, go out in one
// write.
Task<bool> StdioTransport::write(std::vector<Message> messages) {
  std::string buffer;
  for (Message& message : messages) {
    for (json::Segment& segment : message.segments) {
      if (auto* text = std::get_if<std::string>(&segment)) {
        append(&buffer, std::move(*text));
        continue;
      }
      const bool open = co_await write_blob(std::get<BlobRef>(segment), &buffer);
      if (!open) co_return false;
    }
    buffer += '\n';
  }
  const bool open = co_await output_.write(std::move(buffer));
  co_return open;
}

Task<bool> StdioTransport::write_blob(BlobRef blob, std::string* buffer) {
  const std::span<const std::uint8_t> bytes(blob->bytes());
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    append_base64(*buffer, bytes.subspan(at, std::min(kPiece, bytes.size() - at)));
    if (buffer->size() < kPiece) continue;
    const bool open = co_await output_.write_piece(buffer);
    if (!open) co_return false;
  }
  co_return true;
}

}  // namespace runtime::mcp
