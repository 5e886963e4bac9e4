#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/http/client/connection.hpp"
#include "runtime/http/client/message.hpp"
#include "runtime/http/client/url.hpp"

namespace runtime::http {

struct Limits {
  Deadline deadline = Deadline::max();
  double connect_seconds = 10;
  double read_seconds = 86400;   // the longest silence within an answer
  std::size_t body = 64u << 20;  // bytes kept in memory, after decompression
  std::size_t flow = 4ul << 30;  // the same for bodies passed to a Sink
  bool endless = false;          // the deadline applies to the head only
  bool same_origin = false;      // refuses redirects to other origins
  std::string ca_file;           // additional certificates to trust, "" = none
};

// Receives a body as it arrives, on the thread of the exchange. An exception that it throws ends
// the exchange.
class Sink {
 public:
  virtual ~Sink() = default;
  // Called when the head has arrived. Returns false to leave the body in the answer.
  virtual bool begin(const Response& head) = 0;
  virtual void take(std::string_view bytes) = 0;
};

// Sends one request and returns the answer, over a new connection on `connection`, which is closed
// at the end. Blocks; follows no redirects and does not retry. Throws Error "TIMEOUT",
// "CONNECTION_REFUSED", or "UNKNOWN_ERROR" with details.reason. `sink` may be null.
Response exchange(Connection& connection, const Url& url, const Request& request,
                  const Limits& limits, Sink* sink);

}  // namespace runtime::http
