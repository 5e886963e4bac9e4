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
  double read_seconds = 86400;   // the longest silence in the middle of an answer
  std::size_t body = 64u << 20;  // bytes that are kept in memory, after decompression
  std::size_t flow = 4ul << 30;  // the same for those that go to a Sink
  bool endless = false;          // the deadline is that of the head: the body may take any time
  bool same_origin = false;      // redirects to another one fail
  std::string ca_file;           // more certificates to trust, "" = none
};

// Takes a body as it arrives, on the thread of the exchange. What it throws ends the exchange.
class Sink {
 public:
  virtual ~Sink() = default;
  // The head is there. False: its body is to come with the answer after all.
  virtual bool begin(const Response& head) = 0;
  virtual void take(std::string_view bytes) = 0;
};

// Asks once and returns the answer, over a connection of its own that is made on `connection` and
// closed at the end. Blocks; follows nothing, repeats nothing. Throws Error "TIMEOUT",
// "CONNECTION_REFUSED", or "UNKNOWN_ERROR" with details.reason. `sink` may be null.
Response exchange(Connection& connection, const Url& url, const Request& request,
                  const Limits& limits, Sink* sink);

}  // namespace runtime::http
