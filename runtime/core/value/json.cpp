#include "runtime/core/value/json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "runtime/core/value/error.hpp"

namespace runtime::json {

namespace {

using nlohmann::detail::exception;

bool has_repeated_keys(const Value::Record& members) {
  for (std::size_t i = 1; i < members.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (members[i].first == members[k].first) return true;
  return false;
}

// Keeps the last value of every repeated key, at the position of the first. Sorts instead of
// searching, because a hostile object may have a hundred thousand members.
void drop_repeated_keys(Value::Record& members) {
  constexpr std::size_t kFew = 16;
  if (members.size() <= kFew && !has_repeated_keys(members)) return;
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int names = members[a].first.compare(members[b].first);
    return names != 0 ? names < 0 : a < b;
  });
  std::vector<bool> repeated(members.size());
  bool any = false;
  for (std::size_t i = 0, first = 0; i < order.size(); ++i) {
    if (i == first || members[order[i]].first != members[order[first]].first) {
      first = i;
      continue;
    }
    members[order[first]].second = std::move(members[order[i]].second);
    repeated[order[i]] = any = true;
  }
  if (!any) return;
  Value::Record kept;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (!repeated[i]) kept.push_back(std::move(members[i]));
  members = std::move(kept);
}

// Reduces "[...] parse error at line 1, column 2: syntax error while parsing value - invalid
// literal; last read: 'x'" to its reason: the last token may be megabytes long and is the sender's
// data.
std::string reason_of(const exception& error) {
  std::string text = error.what();
  text.erase(0, std::min(text.find("] ") + 2, text.size()));
  const std::size_t dash = text.find(" - ");
  if (dash != std::string::npos) text.erase(0, dash + 3);
  text.erase(std::min(text.find("; last read"), text.size()));
  if (error.id == 406) return "a number is too large";
  return text.size() > 200 ? "syntax error" : text;
}

// Builds the document from the parser's events; returning false ends the parse.
class Builder {
 public:
  using number_integer_t = std::int64_t;
  using number_unsigned_t = std::uint64_t;
  using number_float_t = double;
  using string_t = std::string;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return add(Value::Null{}); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return add(static_cast<std::int64_t>(value));
    return add(static_cast<double>(value));
  }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(true); }
  bool key(std::string& name) {
    parts_.emplace_back(std::move(name), Value());
    return true;
  }
  bool end_object() {
    const auto first = parts_.begin() + open_.back().first;
    Value::Record members(std::make_move_iterator(first), std::make_move_iterator(parts_.end()));
    drop_repeated_keys(members);
    return close(std::move(members));
  }
  bool start_array(std::size_t) { return open(false); }
  bool end_array() {
    const auto first = parts_.begin() + open_.back().first;
    Value::List items;
    items.reserve(static_cast<std::size_t>(parts_.end() - first));
    for (auto part = first; part != parts_.end(); ++part) items.push_back(std::move(part->second));
    return close(std::move(items));
  }
  bool parse_error(std::size_t position, const std::string&, const exception& error) {
    fault_at = position;
    reason = reason_of(error);
    fault = "Invalid JSON at byte " + std::to_string(position) + ": " + reason;
    return false;
  }

  Value root;
  std::string fault;
  std::string reason;        // only for a syntax error
  std::size_t fault_at = 0;  // and its byte offset, counted from 1

 private:
  struct Open {
    std::ptrdiff_t first;  // index in parts_ of its first member or item
    bool object;
  };

  bool add(Value&& value) {
    if (++values_ > kMaxValues) {
      fault = "JSON with more than " + std::to_string(kMaxValues) + " values";
      return false;
    }
    return place(std::move(value));
  }

  bool place(Value&& value) {
    if (open_.empty())
      root = std::move(value);
    else if (open_.back().object)
      parts_.back().second = std::move(value);
    else
      parts_.emplace_back(std::string(), std::move(value));
    return true;
  }

  bool open(bool object) {
    if (open_.size() >= static_cast<std::size_t>(kMaxDepth) || ++values_ > kMaxValues) {
      fault = open_.size() >= static_cast<std::size_t>(kMaxDepth)
                  ? "JSON nested more than " + std::to_string(kMaxDepth) + " levels deep"
                  : "JSON with more than " + std::to_string(kMaxValues) + " values";
      return false;
    }
    open_.push_back(Open{static_cast<std::ptrdiff_t>(parts_.size()), object});
    return true;
  }

  bool close(Value&& done) {
    parts_.erase(parts_.begin() + open_.back().first, parts_.end());
    open_.pop_back();
    return place(std::move(done));
  }

  std::vector<Open> open_;
  // Members and items of all open containers; each container is built at once when it ends.
  std::vector<Value::Member> parts_;
  std::size_t values_ = 0;
};

// Returns the end of a comment that begins at `start`, or `start` if none does.
std::size_t comment_end(std::string_view text, std::size_t start) {
  const std::string_view opening = text.substr(start, 2);
  if (opening == "//") return std::min(text.find('\n', start), text.size());
  const std::size_t close = opening == "/*" ? text.find("*/", start + 2) : std::string_view::npos;
  return close == std::string_view::npos ? start : close + 2;
}

std::size_t string_end(std::string_view text, std::size_t start) {
  std::size_t i = start + 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

// Returns the text with comments and trailing commas replaced by blanks, so that every byte keeps
// its position.
std::string strict_form(std::string_view text) {
  std::string result(text);
  char last = '[';  // the last two significant characters
  char before = '[';
  std::size_t last_at = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t comment = comment_end(text, i);
    for (std::size_t k = i; k < comment; ++k)
      if (result[k] != '\n') result[k] = ' ';
    if (comment > i) {
      i = comment;
      continue;
    }
    if ((c == '}' || c == ']') && last == ',' && before != ',' && before != '[' && before != '{')
      result[last_at] = ' ';
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      before = last;
      last = c;
      last_at = i;
    }
    i = c == '"' ? string_end(text, i) : i + 1;
  }
  return result;
}

}  // namespace

Value parse_commented(std::string_view text) {
  Builder builder;
  const std::string strict = strict_form(text);
  if (nlohmann::json::sax_parse(strict.begin(), strict.end(), &builder))
    return std::move(builder.root);
  if (builder.reason.empty()) throw Error("INVALID_ARGUMENT", builder.fault);
  const std::string_view before = text.substr(0, std::max<std::size_t>(builder.fault_at, 1) - 1);
  const std::int64_t line = 1 + std::count(before.begin(), before.end(), '\n');
  Value details;
  details.set("line", line);
  throw Error("INVALID_ARGUMENT", "line " + std::to_string(line) + ": " + builder.reason, {},
              std::move(details));
}

Value parse(std::string_view text) {
  Builder builder;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    throw Error("INVALID_ARGUMENT", builder.fault, "Send one JSON text in UTF-8 (RFC 8259).");
  return std::move(builder.root);
}

}  // namespace runtime::json
