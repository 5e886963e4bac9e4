#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::mcp {

// Moves whole messages between the session and one client. Handles framing, not content. Driven by
// one reader and one writer.
class Transport {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  // exceeds the transport's limit; text is empty
  };

  // The kind of an outgoing message, for transports that treat kinds differently.
  struct Nature {
    enum class Kind { kReply, kNotice, kRequest };
    Kind kind = Kind::kReply;
    int error = 0;  // the code of an error reply; 0 for a result and for a batch
  };

  struct Message {
    Segments segments;
    Nature nature;
  };

  virtual ~Transport() = default;

  // Returns the next message, or nothing when the client has finished. Always resumes through the
  // loop.
  virtual Task<std::optional<Line>> next() = 0;
  // Returns whether the client is known to have finished; next() may still return earlier messages.
  virtual bool finished() const { return false; }
  // Returns when all messages have been passed to the system. False when the client has
  // disconnected.
  virtual Task<bool> write(std::vector<Message> messages) = 0;
  // Returns whether separately written messages may reach the client together.
  virtual bool joins() const { return false; }
  // Return the number of bytes written, and of those that the client has certainly read.
  virtual std::uint64_t written() const { return 0; }
  virtual std::uint64_t taken() const { return written(); }
  // Returns the size limit of next()'s messages in bytes.
  virtual std::size_t limit() const = 0;
};

}  // namespace runtime::mcp
