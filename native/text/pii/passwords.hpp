#pragma once

#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds what stands after "Password:", "PIN:" and the like in many languages, and passwords in
// addresses. Leaves labels alone, and types and expressions of programs.
void find_passwords(const PiiText& text, PiiFindings& found);

// Returns whether a line is such a label, without more than two words before it.
bool is_password_label(const PiiText& line);
// Returns whether a line ends with such a label, or with a value that may go on in the next line.
bool ends_in_password(const PiiText& line);
// Returns whether a line ends within the word of such a label.
bool ends_within_label(const PiiText& line);

}  // namespace native
