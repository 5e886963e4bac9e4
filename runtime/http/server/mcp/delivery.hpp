#pragma once

#include <functional>
#include <memory>

#include "runtime/http/server/transport/http_connection.hpp"
#include "runtime/http/server/transport/reply_stream.hpp"

namespace runtime::http {

// Counts the open event streams and limits their number.
class StreamSlots {
 public:
  static constexpr int kMax = 128;
  bool take() { return used_ < kMax && ++used_; }
  void give_back() { --used_; }
  bool full() const { return used_ >= kMax; }
  int used() const { return used_; }

 private:
  int used_ = 0;
};

// Delivers a stream to the client: as one JSON document if the answer comes soon and is the only
// message, else as server-sent events. Lives as long as one HTTP response.
class Delivery {
 public:
  // Seconds: before events are used instead of one document; between signs of life on a silent
  // stream; of grace for an answer to a client that has closed its sending side.
  static constexpr double kPatience = 0.25;
  static constexpr double kSilence = 15;
  static constexpr double kGrace = 0.1;
  static constexpr int kRetry = 500;  // milliseconds before a client should reconnect

  struct Plan {
    bool keep_alive = true;
    bool events_only = false;
    bool event_ids = false;   // so that the client can reconnect
    bool primed = false;      // can reconnect even before the first event
    std::uint64_t after = 0;  // number of the event before the first one to send
    double poll_after = 0;    // seconds before the client is disconnected and must poll; 0 = never
    std::function<int(int)> status;  // maps the error code of a JSON answer (or 0) to its status
    std::function<Fields()> fields;  // returns more header fields, when the answer begins
  };

  Delivery(HttpConnection& connection, std::shared_ptr<ReplyStream> stream, StreamSlots& slots,
           Plan plan)
      : connection_(connection),
        stream_(std::move(stream)),
        slots_(slots),
        plan_(std::move(plan)) {}
  ~Delivery();
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  // Runs until everything is delivered or the client has left. Returns whether the connection can
  // be reused.
  Task<bool> run();
  // Returns whether the client left before everything was delivered.
  bool abandoned() const { return gone_; }

 private:
  Task<void> watch();
  Task<void> wait(double seconds);
  Task<void> wait_for_answer();
  Task<bool> deliver();
  Task<bool> send_document();
  Task<bool> send_events();
  Task<bool> send_waiting();
  Task<bool> send_chunk(std::string text);
  Fields fields() const { return plan_.fields ? plan_.fields() : Fields(); }

  HttpConnection& connection_;
  std::shared_ptr<ReplyStream> stream_;
  StreamSlots& slots_;
  Plan plan_;
  std::uint64_t turn_ = 0;
  bool gone_ = false;
  bool streaming_ = false;
};

}  // namespace runtime::http
