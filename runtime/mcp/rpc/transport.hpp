#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::mcp {

// Moves whole messages between the session and one client. Knows framing, not content. Driven by
// one reader and one writer.
class Transport {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  // over the transport's limit; text is empty
  };

  // What a message on its way out is, for transports that treat them differently.
  struct Nature {
    enum class Kind { kReply, kNotice, kRequest };
    Kind kind = Kind::kReply;
    int error = 0;  // the code of a reply that refuses; 0 for a result and for a batch
  };

  struct Message {
    Segments segments;
    Nature nature;
  };

  virtual ~Transport() = default;

  // The next message; nothing when the client has finished. Always comes back through the loop.
  virtual Task<std::optional<Line>> next() = 0;
  // Whether the client is known to have finished; next() may still have messages from before.
  virtual bool finished() const { return false; }
  // Returns when all messages are with the system. False when the client is gone.
  virtual Task<bool> write(std::vector<Message> messages) = 0;
  // Whether the client may read together what was written apart.
  virtual bool joins() const { return false; }
  // The bytes that have been written, and those of them that the client has certainly read.
  virtual std::uint64_t written() const { return 0; }
  virtual std::uint64_t taken() const { return written(); }
  // The largest message that next() delivers, in bytes.
  virtual std::size_t limit() const = 0;
};

}  // namespace runtime::mcp
