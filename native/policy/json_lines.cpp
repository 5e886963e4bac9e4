#include "native/policy/json_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <vector>

namespace native {
namespace {

// Goes through a text and calls a function for each member and, where they are wanted, each item.
class Scanner {
 public:
  using Found = std::function<void(const std::string& path, int line)>;
  Scanner(std::string_view text, bool items, Found found)
      : text_(text), items_(items), found_(std::move(found)) {}

  void run() {
    while (at_ < text_.size()) step();
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
      const std::string path = begin_value(true);
      open_.push_back({c == '{', path.empty() ? "" : path + ".", "", false, 0});
    } else if (c == '}' || c == ']') {
      if (!open_.empty()) open_.pop_back();
    } else if (c == ',') {
      scalar_ = false;
      if (!open_.empty()) open_.back().has_key = false;
    } else if (c != ':' && c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      if (!scalar_) begin_value(false);
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
      begin_value(false);
      return;
    }
    Open& object = open_.back();
    object.key = std::string(text_.substr(start, end - start));
    object.has_key = true;
    found_(object.path + object.key, line_);
  }

  // Returns the path of the value that begins here, if it is `container` or its place is wanted.
  std::string begin_value(bool container) {
    if (open_.empty()) return {};
    Open& around = open_.back();
    const std::size_t item = around.items++;
    if (!container && !items_) return {};
    if (around.object) return around.path + around.key;
    std::string path = around.path + std::to_string(item);
    if (items_) found_(path, line_);
    return path;
  }

  const std::string_view text_;
  const bool items_;
  const Found found_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool scalar_ = false;  // inside a number or a word
  std::vector<Open> open_;
};

}  // namespace

int json_line_of(std::string_view text, const std::string& path) {
  int result = 0;
  Scanner(text, true, [&](const std::string& found, int line) {
    if (found == path) result = line;
  }).run();
  return result;
}

std::string repeated_json_member(std::string_view text) {
  std::set<std::string> members;
  std::string repeated;
  Scanner(text, false, [&](const std::string& found, int) {
    if (!members.insert(found).second) repeated = found;
  }).run();
  return repeated;
}

}  // namespace native
