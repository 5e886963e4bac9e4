#pragma once

#include <optional>
#include <string>

#include "runtime/http/client/content.hpp"
#include "runtime/http/client/fetch.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime::http {

// A call of the Lua module with checked options.
struct Plan {
  Url url;
  Request request;  // without its body
  Content content;
  Limits limits;
  double timeout = 30;  // seconds, in total
  int retries = 0;
  std::optional<std::string> path;  // destination of a 2xx answer's body
};

enum class Answer { kWhole, kStreamed };

// Starts the time limit. Throws Error "INVALID_ARGUMENT" naming the function and the option.
Plan make_plan(const std::string& method, const std::string& url, const Options& options,
               Answer answer);

}  // namespace runtime::http
