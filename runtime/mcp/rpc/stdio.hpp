#pragma once

#include "runtime/core/io/line_reader.hpp"
#include "runtime/mcp/rpc/transport.hpp"

namespace runtime::mcp {

// MCP's stdio transport: one message per line, UTF-8, on standard input and output or any other
// pair of descriptors.
class StdioTransport : public Transport {
 public:
  static constexpr std::size_t kMaxLine = 16 << 20;
  // Bytes of a blob that are encoded for one write, so that the Base64 of a large picture is never
  // in memory as a whole. A multiple of three: pieces must join without padding.
  static constexpr std::size_t kPiece = 192 * 1024;

  // Owns both descriptors.
  StdioTransport(Loop& loop, int input, int output)
      : input_(loop, input), output_(loop, output), lines_(input_, kMaxLine) {}

  Task<std::optional<Line>> next() override;
  bool finished() const override { return input_.ended(); }
  Task<bool> write(std::vector<Message> messages) override;
  bool joins() const override { return true; }
  std::uint64_t written() const override { return output_.written(); }
  std::uint64_t taken() const override { return output_.written() - output_.unread(); }
  std::size_t limit() const override { return kMaxLine; }

 private:
  Task<bool> write_blob(BlobRef blob, std::string* buffer);

  ReadStream input_;
  WriteStream output_;
  LineReader lines_;
};

}  // namespace runtime::mcp
