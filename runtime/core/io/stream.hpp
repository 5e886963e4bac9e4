#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Reads bytes from a descriptor: pipe, socket, terminal or file. Owns the descriptor. One reader at
// a time.
class ReadStream {
 public:
  ReadStream(Loop& loop, int descriptor);
  ~ReadStream();
  ReadStream(ReadStream&&) noexcept;
  ReadStream& operator=(ReadStream&&) noexcept;

  // Returns some bytes; empty at the end or after a read error. Reading pauses while more than a
  // megabyte is unread.
  Task<std::string> read();
  // Ends the stream after the bytes available now, even if another process holds the other end
  // open.
  void finish();
  // Returns whether the end has been seen; bytes before it may still be unread.
  bool ended() const;

  struct Box;

 private:
  Box* box_;
};

// Writes bytes to a descriptor. Owns the descriptor. Writes are queued; one that has begun is
// completed even when its caller is cancelled, so that lines stay whole.
class WriteStream {
 public:
  WriteStream(Loop& loop, int descriptor);
  // Abandons a write in progress, which close() does not.
  ~WriteStream();
  WriteStream(WriteStream&&) noexcept;
  WriteStream& operator=(WriteStream&&) noexcept;

  // Returns once the bytes have been passed to the kernel. False when the other side is closed, or
  // the stream was closed earlier.
  Task<bool> write(std::string bytes);
  // Writes one piece of something large. Afterwards `piece` is empty and has its memory back:
  // allocating fresh memory for each piece would cost more than filling it.
  Task<bool> write_piece(std::string* piece);
  // Return the number of bytes passed to the kernel, and how many of them the other side may not
  // have read: 0 where the system does not report it (a file, a terminal).
  std::uint64_t written() const;
  std::uint64_t unread() const;
  // Closes the stream once the write in progress is done.
  void close();

  struct Box;

 private:
  std::shared_ptr<Box> box_;
};

}  // namespace runtime
