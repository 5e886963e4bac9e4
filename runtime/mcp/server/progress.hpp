#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "runtime/core/async/timer.hpp"
#include "runtime/mcp/rpc/outbox.hpp"

namespace runtime::mcp {

// Sends the progress of one call, such that the client never reads a notification together with the
// result that ends it: several clients have forgotten the token by then, and Claude Code 2.1.119
// takes that for the end of the connection. Owned by the call.
class ProgressSender {
 public:
  // For transports that join messages: delay of a notification, which is sent only if the call
  // still runs then; only the newest is sent.
  static constexpr std::chrono::milliseconds kHeld{20};
  // For the same transports: minimum time between the client's reading of the last notification and
  // the result. The client may be between two reads of one iteration of its loop.
  static constexpr std::chrono::milliseconds kApart{20};

  // All parameters must outlive the sender; `scope` is the call's.
  ProgressSender(Loop& loop, Outbox& outbox, const Transport& transport, const Cancel& scope,
                 Value token)
      : loop_(loop),
        outbox_(outbox),
        transport_(transport),
        scope_(scope),
        token_(std::move(token)) {}
  ProgressSender(const ProgressSender&) = delete;
  ProgressSender& operator=(const ProgressSender&) = delete;

  bool wanted() const { return !token_.is_nil(); }
  void send(double done, std::optional<double> total, const std::string& message);
  // For the end of the call: drops a delayed notification, and returns when the result may be sent;
  // at once when the client has finished or disconnected.
  Task<void> finish();

 private:
  using Clock = std::chrono::steady_clock;
  // The state of the last notification. Shared with the message while it is sent.
  struct Last {
    bool written = false;
    std::uint64_t end = 0;  // its end position in the bytes written
    std::optional<Clock::time_point> read_at;
  };

  void send_held();
  void look();
  double seconds_left() const;

  Loop& loop_;
  Outbox& outbox_;
  const Transport& transport_;
  const Cancel& scope_;
  Value token_;
  Value held_;
  std::shared_ptr<Last> last_;
  Alarm sending_;
  Alarm looking_;
};

}  // namespace runtime::mcp
