#pragma once

namespace native {

// Characters that are taken for one another when text is read from a picture.

// Returns the digit that a character is or may be; 0 when it can be none.
char digit_like(char c);
// Returns the capital letter that a character is or may be; 0 when it can be none.
char letter_like(char c);
// Returns one character for all that look alike, whether letter or digit; letter case is lost.
char look_of(char c);

}  // namespace native
