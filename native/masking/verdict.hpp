#pragma once

#include <cstddef>
#include <vector>

#include "native/desktop/pii_kind.hpp"
#include "native/desktop/records.hpp"
#include "native/text/lines/line_hash.hpp"
#include "native/text/pii/pii_finder.hpp"

// What is to be masked in lines of text, without the text.
namespace native {

// A part of one line. `area` is as if the line stood at 0, 0.
struct LinePart {
  std::size_t line = 0;  // among the lines of the verdict
  Rect area;

  bool operator==(const LinePart&) const = default;
};

// Something that must not be seen. It may span lines.
struct Finding {
  PiiKind kind;
  std::vector<LinePart> parts;

  bool operator==(const Finding&) const = default;
};

// About one line, or about lines that hang together.
struct Verdict {
  LineLinks links;  // of one line
  std::vector<Finding> findings;
  std::vector<Rect> numbers;  // of one line, as if it stood at 0, 0: words beside each other
};

// The lines that a verdict is about, from top to bottom.
using LinesKey = std::vector<LineHash>;

}  // namespace native
