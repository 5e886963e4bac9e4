#pragma once

#include <functional>
#include <memory>

#include "runtime/http/server/transport/http_connection.hpp"
#include "runtime/http/server/transport/reply_stream.hpp"

namespace runtime::http {

// Counts the event streams that are open, of which there may be so many.
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

// Brings what comes out of a stream to the client: as one JSON document when the answer is soon
// there and is all there is, else as server-sent events. Lives as long as one HTTP answer.
class Delivery {
 public:
  // Seconds: that an answer may take before events begin; after which a silent stream shows that it
  // lives; for which a client that has closed its sending side still gets an answer.
  static constexpr double kPatience = 0.25;
  static constexpr double kSilence = 15;
  static constexpr double kGrace = 0.1;
  static constexpr int kRetry = 500;  // milliseconds after which a client is to come back

  struct Plan {
    bool keep_alive = true;
    bool events_only = false;
    bool event_ids = false;   // so that the client can come back
    bool primed = false;      // and may do so before the first event
    std::uint64_t after = 0;  // the first event to send is the one behind this one
    double poll_after = 0;    // seconds after which the client is sent away to come back; 0 = never
    std::function<int(int)> status;  // of an answer in JSON, by the code of its error or 0
    std::function<Fields()> fields;  // more header fields, once the answer begins
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

  // True when the connection can be used again.
  Task<bool> run();
  // Whether the client left before all was told.
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
