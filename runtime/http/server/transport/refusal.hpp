#pragma once

#include <exception>
#include <string>
#include <utility>

#include "runtime/http/client/message.hpp"

namespace runtime::http {

// The refusal of an HTTP request: its status and, for people, the reason.
class Refusal : public std::exception {
 public:
  Refusal(int http_status, std::string why, Fields more = {})
      : status(http_status), text(std::move(why)), fields(std::move(more)) {}
  const char* what() const noexcept override { return text.c_str(); }

  int status;
  std::string text;
  Fields fields;  // to be added to the answer
};

}  // namespace runtime::http
