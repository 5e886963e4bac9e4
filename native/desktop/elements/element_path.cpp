#include "native/desktop/elements/element_path.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "native/desktop/error.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxName = 100;  // bytes of a name in a path
constexpr int kMaxNamed = 8;           // named elements between a window and an element
constexpr std::size_t kMaxPathSteps = 64;

struct Step {
  std::string role;  // "": any
  std::optional<std::string> name;
};

struct Path {
  std::vector<Step> steps;
  int number = 0;  // from 1; 0: not given
};

// Returns a name as it stands in a path, between quotation marks.
std::string shortened(const std::string& name) {
  if (name.size() <= kMaxName) return name;
  std::size_t end = kMaxName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return name.substr(0, end) + "…";
}

std::string step_text(const Element& element) {
  if (element.name.empty()) return element.role;
  std::string text = element.role + " \"";
  for (const char each : shortened(element.name)) {
    if (each == '"' || each == '\\') text += '\\';
    text += each;
  }
  return text + '"';
}

// Reads a path from its beginning.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Path read() {
    Path path;
    do {
      if (path.number != 0) fail("a number only at the end");
      path.steps.push_back(step());
      if (path.steps.size() > kMaxPathSteps) fail("fewer steps");
      path.number = number();
    } while (take('/'));
    if (at_ != text_.size()) fail("\"/\" or the end");
    return path;
  }

 private:
  [[noreturn]] void fail(const char* expected) const {
    throw Error("INVALID_ARGUMENT",
                "path: expected " + std::string(expected) + " at character " +
                    std::to_string(at_ + 1) + " of " + std::string(text_.substr(0, 200)),
                "Paths look like frame \"Order Form\"/button \"Save\".");
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  Step step() {
    Step step;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '/' && text_[at_] != '[') ++at_;
    std::string_view role = text_.substr(begin, at_ - begin);
    while (role.starts_with(' ')) role.remove_prefix(1);
    while (role.ends_with(' ')) role.remove_suffix(1);
    step.role = role;
    if (take('"')) step.name = quoted();
    if (step.role.empty() && !step.name) fail("a role or a name");
    skip_blanks();
    return step;
  }
  std::string quoted() {
    std::string name;
    while (!take('"')) {
      take('\\');
      if (at_ == text_.size()) fail("a quotation mark");
      name += text_[at_++];
    }
    return name;
  }
  int number() {
    if (!take('[')) return 0;
    int number = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && number < 1'000'000)
      number = number * 10 + (text_[at_++] - '0');
    if (number == 0 || !take(']')) fail("a number from 1 and \"]\"");
    skip_blanks();
    return number;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool fits(const Step& step, const Element& element) {
  if (!step.role.empty() && step.role != element.role) return false;
  return !step.name || *step.name == element.name || *step.name == shortened(element.name);
}

bool leads_to(const std::vector<Step>& steps, const ElementTree& tree, std::size_t place) {
  if (!fits(steps.back(), tree.elements[place])) return false;
  std::size_t left = steps.size() - 1;
  for (int each = tree.elements[place].parent; each >= 0 && left > 0;) {
    const Element& above = tree.elements[static_cast<std::size_t>(each)];
    if (fits(steps[left - 1], above)) --left;
    each = above.parent;
  }
  return left == 0;
}

std::string own_path(const ElementTree& tree, std::size_t place) {
  const Element& element = tree.elements[place];
  std::string path = step_text(element);
  int named = 0;
  for (int each = element.parent; each >= 0;) {
    const Element& above = tree.elements[static_cast<std::size_t>(each)];
    each = above.parent;
    if (each >= 0 && (above.name.empty() || ++named > kMaxNamed)) continue;
    path.insert(0, step_text(above) + "/");
  }
  return path;
}

}  // namespace

void write_paths(ElementTree& tree) {
  std::unordered_map<std::string, int> counts;
  for (std::size_t place = 0; place < tree.elements.size(); ++place) {
    tree.elements[place].path = own_path(tree, place);
    ++counts[tree.elements[place].path];
  }
  std::unordered_map<std::string, int> numbers;
  for (Element& element : tree.elements) {
    if (counts[element.path] == 1) continue;
    const int number = ++numbers[element.path];
    element.path += "[" + std::to_string(number) + "]";
  }
}

std::vector<std::size_t> find_path(const ElementTree& tree, std::string_view text) {
  const Path path = Reader(text).read();
  std::vector<std::size_t> found;
  for (std::size_t place = 0; place < tree.elements.size(); ++place) {
    if (tree.elements[place].path == text) return {place};
    if (leads_to(path.steps, tree, place)) found.push_back(place);
  }
  if (path.number == 0) return found;
  const auto wanted = static_cast<std::size_t>(path.number);
  if (wanted > found.size()) return {};
  return {found[wanted - 1]};
}

}  // namespace native
