#pragma once

#include <string_view>

namespace native {

// Returns whether a text of letters, digits and punctuation looks as if it was made by chance, as
// keys are: letters, digits and letter cases change more often than in words and names.
bool looks_random(std::string_view text);

// Returns whether this may be a part of such a text; less strict, as parts are short.
bool looks_like_fragment(std::string_view text);

// Returns whether it is small letters alone, as the end of a wrapped key hardly ever is.
bool is_plain_word(std::string_view text);

}  // namespace native
