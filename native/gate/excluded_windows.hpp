#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/policy/window_rules.hpp"
#include "runtime/core/caller.hpp"

// Which windows rules exclude, with all that belongs to them.
namespace native {

using WindowRulesRef = std::shared_ptr<const WindowRules>;

// The bit of Window::hidden_from for callers of a kind.
constexpr unsigned hidden_bit(runtime::Caller::Kind kind) {
  return 1U << static_cast<unsigned>(kind);
}

// Sets `bit` of the windows that any of the rules excludes, of their dialogs, and of the pop-ups of
// their processes. `applications` finds out the names of programs.
void mark_excluded(std::vector<Window>& windows, const std::vector<WindowRulesRef>& rules,
                   unsigned bit, Applications& applications);

// A window that is excluded, and why.
struct ExcludedWindow {
  Window window;
  std::string rule;    // "" when it is excluded because it belongs to another one
  std::string source;  // where the rule is stated
};

// Returns those of the windows that the rules exclude, with their titles.
std::vector<ExcludedWindow> explain_excluded(std::vector<Window> windows,
                                             const WindowRulesRef& rules,
                                             Applications& applications);

// Empties the titles of windows with `bit`.
void hide_titles(std::vector<Window>& windows, unsigned bit);

}  // namespace native
