#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Bytes from a descriptor: pipe, socket, terminal or file. Owns the descriptor. One reader at a
// time.
class ReadStream {
 public:
  ReadStream(Loop& loop, int descriptor);
  ~ReadStream();
  ReadStream(ReadStream&&) noexcept;
  ReadStream& operator=(ReadStream&&) noexcept;

  // Some bytes; empty at the end or after a read error. Reading pauses while more than a megabyte
  // is unread.
  Task<std::string> read();
  // Ends it with what there is now, without waiting for other holders of the other end.
  void finish();
  // Whether the end has been seen; what came before it may still be unread.
  bool ended() const;

  struct Box;

 private:
  Box* box_;
};

// Bytes to a descriptor. Owns the descriptor. Writes wait for one another; one that has begun is
// finished even when its caller is cancelled, so that lines stay whole.
class WriteStream {
 public:
  WriteStream(Loop& loop, int descriptor);
  // Gives up a write that is still under way; close() does not.
  ~WriteStream();
  WriteStream(WriteStream&&) noexcept;
  WriteStream& operator=(WriteStream&&) noexcept;

  // Returns once the bytes are with the kernel. False when the other side is gone, or the stream
  // was closed before.
  Task<bool> write(std::string bytes);
  // The same for one piece of something large. Afterwards `piece` is empty and has its memory back:
  // fresh memory for each piece would cost more than to fill it.
  Task<bool> write_piece(std::string* piece);
  // The bytes that are with the kernel, and those of them that the other side may not have read:
  // none where the system does not say (a file, a terminal).
  std::uint64_t written() const;
  std::uint64_t unread() const;
  // Ends the stream once the write that is under way is done.
  void close();

  struct Box;

 private:
  std::shared_ptr<Box> box_;
};

}  // namespace runtime
