#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace native {

// A failure that a person can act on. Thrown by backends where the cause is known, caught once by
// the binding layer. `code` is a row of scripts/modules/errors.lua; `message` names the thing that
// failed, `hint` the remedy. `details` are further named facts ("reason", "display", ...).
class Error : public std::exception {
 public:
  using Details = std::vector<std::pair<std::string, std::string>>;

  Error(std::string error_code, std::string text, std::string remedy = {}, Details facts = {})
      : code(std::move(error_code)),
        message(std::move(text)),
        hint(std::move(remedy)),
        details(std::move(facts)) {}

  const char* what() const noexcept override { return message.c_str(); }

  std::string code;
  std::string message;
  std::string hint;
  Details details;
};

}  // namespace native
