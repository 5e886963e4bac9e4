#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "runtime/core/io/stream.hpp"

namespace runtime {

// Splits a stream at "\n" (drops a preceding "\r").
class LineReader {
 public:
  struct Line {
    std::string text;
    bool too_long =
        false;  // more than `limit` bytes came before the newline; text holds none of them
    bool unfinished = false;  // the stream ended before a newline
  };
  LineReader(ReadStream& stream, std::size_t limit) : stream_(stream), limit_(limit) {}

  // Returns the next line, or nothing at the end. A last line without a newline counts.
  Task<std::optional<Line>> next();
  // Returns the next bytes, including line ends: at most `most`; empty at the end.
  Task<std::string> bytes(std::size_t most);

 private:
  std::optional<Line> take();
  void add(std::string bytes);

  ReadStream& stream_;
  std::size_t limit_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the bytes not yet taken
  std::size_t searched_ = 0;
  bool skipping_ = false;
  bool ended_ = false;
};

}  // namespace runtime
