#include "runtime/guest/failure.hpp"

#include <algorithm>

#include "runtime/core/value/json.hpp"

namespace runtime::guest {

namespace {

std::string text_of(const Value& value) { return value.string() ? *value.string() : std::string(); }

// Returns the code if it has the form of ours: a script must not invent others.
std::string code_of(const std::string& code) {
  const bool plain =
      !code.empty() && code.size() <= 64 && std::all_of(code.begin(), code.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      });
  return plain ? code : "SCRIPT_ERROR";
}

// Returns an error table without a message as a short text; "" if it has no JSON form.
std::string shown(const Value& raised) {
  constexpr std::size_t kLongest = 300;
  try {
    std::string text = json::dump(raised);
    if (text.size() <= kLongest) return text;
    text.resize(kLongest);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
      text.pop_back();
    if (!text.empty()) text.pop_back();
    return text + "…";
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

Error failure_of(const Value& failure) {
  Error error(code_of(text_of(failure["code"])), text_of(failure["message"]),
              text_of(failure["hint"]));
  const bool plain = failure["raised"].record() || failure["raised"].list();
  if (const std::string text = plain ? shown(failure["raised"]) : ""; !text.empty())
    error.message = text;
  error.details = Value::Record{};
  if (const auto* line = failure["line"].as<std::int64_t>(); line && *line > 0)
    error.details.set("line", *line);
  if (failure["traceback"].string()) error.details.set("traceback", failure["traceback"]);
  return error;
}

}  // namespace runtime::guest
