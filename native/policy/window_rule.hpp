#pragma once

#include <string>
#include <string_view>

namespace native {

// The facts about a window that rules decide by.
struct WindowFacts {
  std::string_view title;
  std::string_view app_class;        // WM_CLASS class part
  std::string_view app_instance;     // WM_CLASS instance part
  std::string_view application;      // the name that lists of applications show
  std::string_view executable;       // base name of the program
  std::string_view desktop_id = {};  // of its desktop entry, without ".desktop"
};

// One rule. Either `any` (a pattern for the title, or for the whole class, application or
// executable) or at least one of the others, all of which must fit.
struct WindowRule {
  std::string any;
  std::string title;
  std::string app_class;
  std::string application;
  std::string executable;
  std::string source;  // the file that states it, or "built in"

  bool operator==(const WindowRule&) const = default;
};

// Returns a rule as a person would write it, such as "title 'Bank*', class 'Firefox'".
std::string describe(const WindowRule& rule);

}  // namespace native
