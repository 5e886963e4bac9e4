#pragma once

#include <optional>
#include <string>

#include "runtime/http/client/content.hpp"
#include "runtime/http/client/fetch.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime::http {

// One call of the Lua module, checked and complete.
struct Plan {
  Url url;
  Request request;  // without its body
  Content content;
  Limits limits;
  double timeout = 30;  // seconds, for everything
  int retries = 0;
  std::optional<std::string> path;  // the file that the body of a 2xx answer goes to
};

enum class Answer { kWhole, kStreamed };

// The time runs from here. Throws Error "INVALID_ARGUMENT" naming the function and the option.
Plan make_plan(const std::string& method, const std::string& url, const Options& options,
               Answer answer);

}  // namespace runtime::http
