#include "runtime/mcp/catalog/call_line.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/core/log/log.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime::mcp {

namespace {

constexpr std::size_t kLongestText = 300;
constexpr const char* kFine = "OK";

std::string without_tail(const std::string& text) {
  if (text.size() <= kLongestText) return text;
  std::size_t end = kLongestText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// Sets a number, a flag or a shortened text; omits anything else, which may be long.
void set_plain(Value& fields, const std::string& name, const Value& value) {
  if (const std::string* text = value.string()) {
    if (!text->empty()) fields.set(name, without_tail(*text));
  } else if (!value.is_nil() && !value.absent() && !value.list() && !value.record()) {
    fields.set(name, value);
  }
}

// Sets how many characters a text has, which must not be in the log itself.
void set_length(Value& fields, const std::string& name, const Value& value) {
  const std::string* text = value.string();
  if (!text) return;
  const auto characters = std::count_if(text->begin(), text->end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  fields.set(name + "_characters", static_cast<std::int64_t>(characters));
}

log::Level level_of(const std::string& code) {
  if (code == "INTERNAL_ERROR") return log::Level::kError;
  return code == kFine || code == "CANCELLED" ? log::Level::kInfo : log::Level::kWarn;
}

}  // namespace

CallLine::CallLine(std::string tool, const CallContext& context) {
  fields_.set("tool", std::move(tool))
      .set("caller", context.nested() ? "script" : name_of(context.caller().kind));
  const ClientInfo& client = context.client();
  if (client.name.empty()) return;
  fields_.set("client",
              without_tail(client.name + (client.version.empty() ? "" : " " + client.version)));
}

CallLine::~CallLine() {
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - began_;
  fields_.set("code", code).set("milliseconds", std::round(spent.count() * 1000) / 1000);
  for (const char* name : {"message", "hint"}) set_plain(fields_, name, failure_[name]);
  log::write(level_of(code), "call", fields_);
}

void CallLine::asked(const Value& arguments, const std::vector<std::string>& names) {
  if (!arguments.record()) return;
  for (const std::string& name : names) {
    if (name.starts_with('#')) {
      set_length(fields_, name.substr(1), arguments[name.substr(1)]);
      continue;
    }
    const std::size_t dot = name.find('.');
    const Value& value = arguments[name.substr(0, dot)];
    if (dot == std::string::npos)
      set_plain(fields_, name, value);
    else if (value.record())
      set_plain(fields_, name.substr(dot + 1), value[name.substr(dot + 1)]);
  }
}

void CallLine::outcome_of(Value& result) {
  const bool* failed = result["isError"].as<bool>();
  const std::string* given = result["_meta"]["backend_error_code"].string();
  code = failed && *failed ? (given ? *given : "UNKNOWN_ERROR") : kFine;
  Value::Record* members = result.as<Value::Record>();
  if (!members) return;
  const auto found = std::find_if(members->begin(), members->end(),
                                  [](const auto& member) { return member.first == "failure"; });
  if (found == members->end()) return;
  failure_ = std::move(found->second);
  members->erase(found);
}

}  // namespace runtime::mcp
