#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "native/text/pii/pii_text.hpp"

namespace native {

// A text that has the form of an id: without its blanks and punctuation, and as the id must read
// where look-alikes stand for its letters and digits.
struct FormMatch {
  std::string id;
  std::size_t end = 0;  // in the text
  std::size_t look_alikes = 0;
  std::size_t ambiguous = 0;     // letters that may be digits, where both are allowed
  std::size_t stray_blanks = 0;  // that the form has not
  std::size_t unknown = 0;       // characters that are like none of those allowed: "?" in the id
};

// Returns what has a form and begins here; nothing when the text goes on, or has another form. In a
// form "9" stands for a digit, "A" for a capital letter, "X" for either, " " for a blank or none,
// "?" for a dash or none, and other characters for themselves. Where text was read from a picture
// there may be further blanks, and up to `most_unknown` characters that are anything but blanks.
std::optional<FormMatch> match_form(const PiiText& text, std::size_t begin, std::string_view form,
                                    std::size_t most_unknown = 0);

// Returns whether an id can begin here: with a letter or digit, and not within a word.
bool may_begin_id(const PiiText& text, std::size_t at);

}  // namespace native
