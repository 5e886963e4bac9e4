#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "runtime/core/value/base64.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/core/value/secret.hpp"
#include "runtime/core/value/utf8.hpp"

namespace runtime::json {

namespace {

void append_escape(std::string& out, unsigned char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    default:
      append_escaped(out, std::string_view(reinterpret_cast<const char*>(&c), 1));
  }
}

}  // namespace

// Escapes characters that control a terminal or are invisible: the string keeps its value, and
// printing it is safe.
void append_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
      ++i;
      continue;
    }
    std::size_t bad = 0;
    const std::size_t size = character_size(text.substr(i), &bad);
    if (size > 1 && !is_unprintable(text.substr(i), size)) {
      i += size;
      continue;
    }
    out.append(text, plain, i - plain);
    if (size == 1)
      append_escape(out, c);
    else if (size > 1)
      append_escaped(out, text.substr(i, size));
    else
      out += kReplacementCharacter;
    i += size ? size : bad;
    plain = i;
  }
  out.append(text, plain);
  out += '"';
}

namespace {

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}
  // For the log.
  explicit Writer(std::string out) : indent_(0), out_(std::move(out)), masked_(true) {}

  void value(const Value& value) {
    if (const auto* text = value.string()) return append_string(out_, *text);
    if (const auto* list = value.list()) return this->list(*list);
    if (const auto* record = value.record()) return this->record(*record);
    if (const auto* blob = value.as<BlobRef>(); blob && !masked_) return this->blob(*blob);
    if (const auto* integer = value.as<std::int64_t>()) return number(*integer);
    if (const auto* real = value.as<double>()) return this->real(*real);
    if (const auto* boolean = value.as<bool>()) {
      out_ += *boolean ? "true" : "false";
      return;
    }
    if (!value.absent() && !masked_)
      fail(std::string("has no JSON form: its type is ") + value.type_name());
    out_ += "null";
  }

  std::string take_text() { return std::move(out_); }

  std::vector<Segment> take() {
    if (!out_.empty()) segments_.emplace_back(std::move(out_));
    return std::move(segments_);
  }

 private:
  struct Step {
    const std::string* key;  // null: a list's element
    std::size_t index;
  };

  void list(const Value::List& items) {
    if (!enter('[')) return;
    for (std::size_t i = 0; i < items.size(); ++i) {
      path_.back() = {nullptr, i};
      separate(i == 0);
      value(items[i]);
    }
    leave(']', items.empty());
  }

  void record(const Value::Record& members) {
    if (!enter('{')) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      path_.back() = {&members[i].first, i};
      separate(i == 0);
      append_string(out_, members[i].first);
      out_ += indent_ > 0 ? ": " : ":";
      if (masked_ && is_secret(members[i].first))
        append_string(out_, kSecretMask);
      else
        value(members[i].second);
    }
    leave('}', members.empty());
  }

  void blob(const BlobRef& blob) {
    if (!blob) return fail("is an empty blob reference");
    out_ += '"';
    if (blob->is_data_url()) out_.append("data:").append(blob->media_type()).append(";base64,");
    segments_.emplace_back(std::exchange(out_, std::string(1, '"')));
    segments_.emplace_back(blob);
  }

  template <class T>
  void number(T number) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out_.append(text.data(), end);
  }

  void real(double number_value) {
    if (!std::isfinite(number_value) && masked_) return void(out_ += "null");
    if (!std::isfinite(number_value)) fail("is not a finite number");
    constexpr double kExact = 9007199254740992.0;  // 2^53
    if (std::trunc(number_value) == number_value && std::abs(number_value) <= kExact)
      return number(static_cast<std::int64_t>(number_value));
    number(number_value);
  }

  bool enter(char bracket) {
    const bool too_deep = path_.size() >= static_cast<std::size_t>(kMaxDepth);
    if (too_deep && !masked_)
      fail("is nested more than " + std::to_string(kMaxDepth) + " levels deep");
    if (too_deep) return out_ += "null", false;
    path_.push_back({nullptr, 0});
    out_ += bracket;
    return true;
  }

  void separate(bool first) {
    if (!first) out_ += ',';
    new_line(path_.size());
  }

  void leave(char bracket, bool empty) {
    path_.pop_back();
    if (!empty) new_line(path_.size());
    out_ += bracket;
  }

  void new_line(std::size_t depth) {
    if (indent_ <= 0) return;
    out_ += '\n';
    out_.append(depth * static_cast<std::size_t>(indent_), ' ');
  }

  [[noreturn]] void fail(const std::string& why) const {
    std::string path("$");
    for (const Step& step : path_) {
      if (step.key)
        path.append(".").append(*step.key);
      else
        path.append("[").append(std::to_string(step.index)).append("]");
    }
    path.append(" ").append(why);
    throw Error("INVALID_ARGUMENT", path,
                "JSON has strings, finite numbers, booleans, null, lists and records only.");
  }

  int indent_;
  std::string out_;
  bool masked_ = false;
  std::vector<Segment> segments_;
  std::vector<Step> path_;
};

}  // namespace

std::vector<Segment> write(const Value& value) {
  Writer writer(0);
  writer.value(value);
  return writer.take();
}

void append_masked(std::string& out, const Value& value) {
  Writer writer(std::move(out));
  writer.value(value);
  out = writer.take_text();
}

std::string dump(const Value& value, int indent) {
  Writer writer(indent);
  writer.value(value);
  std::string text;
  for (const Segment& segment : writer.take()) {
    if (const auto* part = std::get_if<std::string>(&segment))
      text += *part;
    else
      append_base64(text, std::get<BlobRef>(segment)->bytes());
  }
  return text;
}

}  // namespace runtime::json
