#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/core/task.hpp"

namespace runtime {

// Bytes from a descriptor: pipe, socket, terminal or file. Owns the descriptor. One reader at a time.
class ReadStream {
 public:
  ReadStream(Loop& loop, int descriptor);
  ~ReadStream();
  ReadStream(ReadStream&&) noexcept;
  ReadStream& operator=(ReadStream&&) noexcept;

  // Some bytes; empty at the end or after a read error. Reading pauses while more than a megabyte is unread.
  Task<std::string> read();
  // Whether the end has been seen; what came before it may still be unread.
  bool ended() const;

  struct Box;

 private:
  Box* box_;
};

// Splits a stream at "\n" (a "\r" before it is dropped).
class LineReader {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  // more than `limit` bytes came before the newline; text holds none of them
    bool unfinished = false;  // the stream ended where a newline would be
  };
  LineReader(ReadStream& stream, std::size_t limit) : stream_(stream), limit_(limit) {}

  // The next line; nothing at the end. A last line without a newline counts.
  Task<std::optional<Line>> next();
  // What comes next, line ends and all: some bytes, at most `most`; empty at the end.
  Task<std::string> bytes(std::size_t most);

 private:
  std::optional<Line> take();
  void add(std::string bytes);

  ReadStream& stream_;
  std::size_t limit_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been taken
  std::size_t searched_ = 0;
  bool skipping_ = false;
  bool ended_ = false;
};

// Bytes to a descriptor. Owns the descriptor. One writer at a time; a write that has begun is finished even when its
// caller is cancelled, so that lines stay whole.
class WriteStream {
 public:
  WriteStream(Loop& loop, int descriptor);
  // Gives up a write that is still under way; close() does not.
  ~WriteStream();
  WriteStream(WriteStream&&) noexcept;
  WriteStream& operator=(WriteStream&&) noexcept;

  // Returns once the bytes are with the kernel. False when the other side is gone.
  Task<bool> write(std::string bytes);
  // The same for one piece of something large. Afterwards `piece` is empty and has its memory back: fresh memory for each
  // piece would cost more than to fill it.
  Task<bool> write_piece(std::string* piece);
  // Ends the stream after what was written.
  void close();

  struct Box;

 private:
  Box* box_;
};

}  // namespace runtime
