#pragma once

#include <string>

#include "runtime/core/value/error.hpp"

namespace runtime::http {

// An exchange that came to nothing. `reason` is one of connect, tls, closed, too_large, protocol,
// redirect.
inline Error failure(const char* reason, std::string message, std::string remedy) {
  Value details;
  details.set("reason", reason);
  return Error("UNKNOWN_ERROR", std::move(message), std::move(remedy), std::move(details));
}

// Nobody listens at the address.
inline Error refused(std::string message, std::string remedy) {
  Error error = failure("connect", std::move(message), std::move(remedy));
  error.code = "CONNECTION_REFUSED";
  return error;
}

}  // namespace runtime::http
