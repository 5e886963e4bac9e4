#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "native/text/word.hpp"

// Known mistakes of reading in the words of personal numbers: strokes before sevens, signs for
// zeros, brackets for ones. A finder sees what the words would be without them.
namespace native {

// Returns what a word reads without known mistakes of the reading.
std::string corrected_word(const std::vector<Word>& words, std::size_t i);

// Returns whether a text that is broken anywhere may go on after this word: the line after it
// begins no further right or is centred as this one is, and ends no further right.
bool ends_at_edge(const std::vector<Word>& words, std::size_t i);

// Returns whether a word is a sign that a zero with a dot or a stroke in it is taken for.
bool is_sign_for_zero(std::string_view word);

// Returns the mean width of its characters, in pixels.
double width_of_character(const Word& word);

}  // namespace native
