#pragma once

#include <string>

#include "runtime/http/client/exchange.hpp"

namespace runtime::http {

// One request with the redirects that answer it, at most five. run() blocks a worker thread;
// interrupt() ends it from any other thread, and never waits.
class Fetch {
 public:
  Fetch(Url url, Request request, Limits limits)
      : url_(std::move(url)), request_(std::move(request)), limits_(std::move(limits)) {}

  void set_body(std::string body) { request_.body = std::move(body); }
  // What gets the body of the final answer, if it wants it. Must outlive run().
  void set_sink(Sink* sink) { sink_ = sink; }
  // Throws what exchange() throws, and reason "redirect" for one that cannot be followed. A JSON
  // body comes decoded.
  Response run();
  void interrupt() noexcept { connection_.interrupt(); }

 private:
  void follow(int status, const std::string& location);

  Connection connection_;
  Url url_;
  Request request_;
  Limits limits_;
  Sink* sink_ = nullptr;
};

// Whether run() follows that answer.
bool is_redirect(const Response& head);
// Whether a media type is JSON's (RFC 8259, RFC 6839).
bool is_json(std::string_view content_type);

}  // namespace runtime::http
