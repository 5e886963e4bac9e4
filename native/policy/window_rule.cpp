#include "native/policy/window_rule.hpp"

namespace native {

std::string describe(const WindowRule& rule) {
  if (!rule.any.empty()) return "'" + rule.any + "'";
  std::string text;
  const auto add = [&](const char* name, const std::string& pattern) {
    if (!pattern.empty())
      text += (text.empty() ? "" : ", ") + std::string(name) + " '" + pattern + "'";
  };
  add("title", rule.title);
  add("class", rule.app_class);
  add("application", rule.application);
  add("executable", rule.executable);
  return text;
}

}  // namespace native
