#pragma once

#include <string>

#include "runtime/http/client/exchange.hpp"

namespace runtime::http {

// One request and up to five redirects. run() blocks a worker thread; interrupt() ends it from any
// other thread, and never waits.
class Fetch {
 public:
  Fetch(Url url, Request request, Limits limits)
      : url_(std::move(url)), request_(std::move(request)), limits_(std::move(limits)) {}

  void set_body(std::string body) { request_.body = std::move(body); }
  // Sets the receiver of the final answer's body, which may decline it. Must outlive run().
  void set_sink(Sink* sink) { sink_ = sink; }
  // Returns the final answer, a JSON body decoded. Throws as exchange() does, and with reason
  // "redirect" for a redirect that cannot be followed.
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

// Returns whether run() follows that answer.
bool is_redirect(const Response& head);
// Returns whether a media type is JSON (RFC 8259, RFC 6839).
bool is_json(std::string_view content_type);

}  // namespace runtime::http
