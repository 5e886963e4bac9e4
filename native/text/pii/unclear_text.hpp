#pragma once

#include <set>
#include <string_view>

#include "native/text/pii/pii_text.hpp"

namespace native {

// Returns whether it may be a part of a long number: digits and capital letters, with at most some
// marks.
bool is_number_part(std::string_view word);

// Adds what has the shape of personal data in words that were not surely read, and is nothing
// certain. For text that was read from a picture.
void find_unclear_keys(const PiiText& text, PiiFindings& found);
void find_unclear_passwords(const PiiText& text, PiiFindings& found);
void find_unclear_phones(const PiiText& text, PiiFindings& found);
// Cards and IBANs of which one group could hardly be read.
void find_unclear_groups(const PiiText& text, const std::set<PiiKind>& kinds, PiiFindings& found);
// Cards of 4, 6 and 5 digits, however surely they were read: with a digit that was added or lost
// among the six, the check digit tells nothing.
void find_unclear_short_cards(const PiiText& text, PiiFindings& found);
// Numbers and IBANs that begin at the end of one line and go on in the next.
void find_unclear_wrapped_numbers(const PiiText& text, const std::set<PiiKind>& kinds,
                                  PiiFindings& found);

// Lengthens keys and passwords by the words beside them that were not surely read either, and keys
// by words that look like their rest: the reading may have split them.
void follow_unclear_words(const PiiText& text, PiiFindings& found);

// Adds words side by side that could hardly be read, where they have the shape of a secret: digits
// or letter cases that change, "@" or capital letters, and no punctuation of programs. Their kind
// is what they resemble most.
void find_unclear_words(const PiiText& text, const std::set<PiiKind>& kinds, PiiFindings& found);

}  // namespace native
