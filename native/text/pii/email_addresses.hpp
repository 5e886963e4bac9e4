#pragma once

#include "native/text/pii/pii_text.hpp"

namespace native {

// Finds e-mail addresses, also those with letters beyond ASCII, and in text that was read from a
// picture those with stray blanks, commas for dots and other characters for "@".
void find_email_addresses(const PiiText& text, PiiFindings& found);

// Returns whether this ends with a whole address at a well-known top-level domain.
bool ends_with_email_address(std::string_view text);
// Returns whether this begins like the end of a domain, such as "ple.com" or "com".
bool begins_with_domain_end(std::string_view text);

}  // namespace native
