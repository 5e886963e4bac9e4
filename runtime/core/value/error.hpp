#pragma once

#include <exception>
#include <string>
#include <utility>

#include "runtime/core/value/value.hpp"

namespace runtime {

// A failure that a script or a client can act on. `code` is a row of scripts/modules/errors.lua,
// `message` names the thing, `hint` is the remedy, `details` is nil or a record of extra facts.
class Error : public std::exception {
 public:
  Error(std::string error_code, std::string text, std::string remedy = {}, Value facts = {})
      : code(std::move(error_code)),
        message(std::move(text)),
        hint(std::move(remedy)),
        details(std::move(facts)) {}

  const char* what() const noexcept override { return message.c_str(); }

  std::string code;
  std::string message;
  std::string hint;
  Value details;
  std::string traceback;  // of the script that raised it, if one did
};

// The call was cancelled. Deliberately not an Error: `catch (const Error&)` must not swallow it.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace runtime
