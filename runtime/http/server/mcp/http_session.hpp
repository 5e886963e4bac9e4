#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runtime/http/server/transport/reply_stream.hpp"
#include "runtime/mcp/dialect/handshake.hpp"
#include "runtime/mcp/rpc/in_flight.hpp"
#include "runtime/mcp/server/owners.hpp"

namespace runtime::http {

using Clock = std::chrono::steady_clock;

// The state of one client of the handshake generation between its HTTP requests. Shared by the
// tasks that work for it.
struct HttpSession {
  // Streams whose call has ended are kept for a client that reconnects to get the rest: at most
  // this many, for this many seconds.
  static constexpr std::size_t kEndedStreams = 8;
  static constexpr double kStreamLife = 60;

  HttpSession(std::string session_id, mcp::Owners& owners, const mcp::ServerInfo& info,
              Cancel& work)
      : id(std::move(session_id)), dialect(info), scope(&work), lease(std::in_place, owners) {
    owner = lease->owner();
  }

  // Creates a stream for the answers to one POST.
  std::shared_ptr<ReplyStream> open_stream(bool resumable);
  // Returns null when the stream does not exist or is no longer kept.
  std::shared_ptr<ReplyStream> find_stream(std::uint64_t number) const;
  void forget_old_streams();
  bool idle() const { return busy == 0; }

  std::string id;
  mcp::HandshakeDialect dialect;
  mcp::InFlight in_flight;
  Cancel scope;                             // of all its work
  std::optional<mcp::Owners::Lease> lease;  // until the session ends
  mcp::Owner owner;
  std::map<std::uint64_t, std::shared_ptr<ReplyStream>> streams;
  // For messages that belong to no request; number 0.
  std::shared_ptr<ReplyStream> standing = std::make_shared<ReplyStream>(0, true);
  bool known = false;  // the id has been sent to the client
  bool ended = false;
  bool worked = false;  // the client has sent a further request
  int busy = 0;         // calls and open streams
  Clock::time_point used = Clock::now();

 private:
  std::uint64_t last_stream_ = 0;
};

// Marks a session as in use for its lifetime.
class Use {
 public:
  explicit Use(std::shared_ptr<HttpSession> session) : session_(std::move(session)) {
    ++session_->busy;
  }
  ~Use() {
    --session_->busy;
    session_->used = Clock::now();
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  std::shared_ptr<HttpSession> session_;
};

// All sessions, by unguessable id.
class Sessions {
 public:
  static constexpr std::size_t kMax = 256;

  // Begins a session. Makes room by ending the session idle for longest, preferring those whose
  // client sent no further request; returns null when all are busy.
  std::shared_ptr<HttpSession> begin(mcp::Owners& owners, const mcp::ServerInfo& info,
                                     Cancel& work);
  std::shared_ptr<HttpSession> find(const std::string& id) const;
  void end(const std::string& id);
  // Ends sessions unused for `seconds`, and drops old streams.
  void end_idle(double seconds);
  std::size_t size() const { return sessions_.size(); }

 private:
  std::map<std::string, std::shared_ptr<HttpSession>> sessions_;
};

// Returns 128 random bits from the system, in hexadecimal.
std::string random_id();

// The position of an event in a session: "STREAM-NUMBER".
struct EventPlace {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;
};
std::string to_text(const EventPlace& place);
std::optional<EventPlace> parse_place(std::string_view text);

}  // namespace runtime::http
