#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace native {

// A failure that a person can act on. Thrown by backends where the cause is known, caught once by
// the binding layer. `code` is a row of scripts/modules/errors.lua; `message` names the thing that
// failed, `hint` the remedy. `details` are further named facts ("reason", "display", ...).
class Error : public std::exception {
 public:
  using Fact = std::variant<std::string, std::int64_t>;
  using Details = std::vector<std::pair<std::string, Fact>>;

  Error(std::string error_code, std::string text, std::string remedy = {}, Details facts = {})
      : code(std::move(error_code)),
        message(std::move(text)),
        hint(std::move(remedy)),
        details(std::move(facts)) {}

  const char* what() const noexcept override { return message.c_str(); }
  // Returns a fact that is a text; "" when there is none of that name.
  std::string fact(std::string_view name) const {
    for (const auto& [key, value] : details)
      if (const auto* text = std::get_if<std::string>(&value); text && key == name) return *text;
    return {};
  }

  std::string code;
  std::string message;
  std::string hint;
  Details details;
};

}  // namespace native
