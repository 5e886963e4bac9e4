#pragma once

#include <cstddef>
#include <string>

#include "runtime/http/message.hpp"
#include "runtime/http/url.hpp"
#include "runtime/http/wire.hpp"

namespace runtime::http {

struct Limits {
  Deadline deadline = Deadline::max();
  double connect_seconds = 10;
  double read_seconds = 86400;   // the longest silence in the middle of an answer
  std::size_t body = 64u << 20;  // bytes, after decompression
  std::string ca_file;           // more certificates to trust, "" = none
};

// One request and its answer over a connection of its own, which is made on `wire`. Blocks; follows
// nothing, repeats nothing. Throws Error "TIMEOUT", or "UNKNOWN_ERROR" with details.reason.
Response exchange(Wire& wire, const Url& url, const Request& request, const Limits& limits);

}  // namespace runtime::http
