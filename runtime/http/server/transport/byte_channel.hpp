#pragma once

#include <memory>
#include <string>

#include "runtime/core/io/stream.hpp"

namespace runtime::http {

// A client's connection, encrypted or not. One reader and one writer at a time.
class ByteChannel {
 public:
  virtual ~ByteChannel() = default;
  // Returns some bytes; empty at the end and after a failure.
  virtual Task<std::string> read() = 0;
  // Returns once the bytes have been passed to the system. False when the client has disconnected.
  virtual Task<bool> write(std::string bytes) = 0;
  // Closes the connection after the bytes already written, and says so where the protocol has a
  // word for it: a client that does not take it within `seconds` is disconnected.
  virtual Task<void> close(double seconds) = 0;
};

class PlainChannel : public ByteChannel {
 public:
  // Owns both descriptors, which belong to one socket.
  PlainChannel(Loop& loop, int input, int output) : input_(loop, input), output_(loop, output) {}

  Task<std::string> read() override { return input_.read(); }
  Task<bool> write(std::string bytes) override { return output_.write(std::move(bytes)); }
  Task<void> close(double) override {
    output_.close();
    co_return;
  }

 private:
  ReadStream input_;
  WriteStream output_;
};

}  // namespace runtime::http
