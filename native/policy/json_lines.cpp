#include "native/policy/json_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace native {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  JsonLines run() {
    while (at_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  struct Open {
    bool object = false;
    std::string path;      // with a dot at its end, "" for the whole text
    std::string key;       // of the present member
    bool has_key = false;  // of an object: its value comes next
    std::size_t items = 0;
  };

  void step() {
    const char c = text_[at_];
    if (c == '\n') ++line_;
    if (c == '/' && at_ + 1 < text_.size()) return skip_comment();
    if (c == '"') return take_string();
    ++at_;
    if (c == '{' || c == '[') {
      const std::string path = begin_value();
      open_.push_back({c == '{', path.empty() ? "" : path + ".", "", false, 0});
    } else if (c == '}' || c == ']') {
      if (!open_.empty()) open_.pop_back();
    } else if (c == ',') {
      scalar_ = false;
      if (!open_.empty()) open_.back().has_key = false;
    } else if (c != ':' && c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      if (!scalar_) begin_value();
      scalar_ = true;
    }
  }

  void skip_comment() {
    const bool line = text_[at_ + 1] == '/';
    std::size_t end = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) end = text_.size();
    if (!line) end = std::min(end + 2, text_.size());
    for (; at_ < end; ++at_)
      if (text_[at_] == '\n') ++line_;
  }

  void take_string() {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const std::size_t end = std::min(at_, text_.size());
    at_ = end + 1;
    if (open_.empty() || !open_.back().object || open_.back().has_key) {
      begin_value();
      return;
    }
    Open& object = open_.back();
    object.key = std::string(text_.substr(start, end - start));
    object.has_key = true;
    const std::string path = object.path + object.key;
    if (!found_.lines.insert_or_assign(path, line_).second) found_.repeated = path;
  }

  // Returns the path of the value that begins here, and notes the line of an item.
  std::string begin_value() {
    if (open_.empty()) return {};
    Open& around = open_.back();
    if (around.object) return around.path + around.key;
    std::string path = around.path + std::to_string(around.items++);
    found_.lines.emplace(path, line_);
    return path;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool scalar_ = false;  // inside a number or a word
  std::vector<Open> open_;
  JsonLines found_;
};

}  // namespace

JsonLines find_json_lines(std::string_view text) { return Scanner(text).run(); }

}  // namespace native
