#pragma once

#include "runtime/http/content.hpp"
#include "runtime/http/fetch.hpp"
#include "runtime/lua/bindings.hpp"

namespace runtime::http {

// One call of the Lua module, checked and complete.
struct Plan {
  Url url;
  Request request;  // without its body
  Content content;
  Limits limits;
  double timeout = 30;  // seconds, for everything
  int retries = 0;
};

// The time runs from here. Throws Error "INVALID_ARGUMENT" naming the function and the option.
Plan make_plan(const std::string& method, const std::string& url, const Options& options);

}  // namespace runtime::http
