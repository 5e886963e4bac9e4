#pragma once

#include <string>
#include <string_view>

// Cleans strings written by others (titles, classes, monitor names, answers of models, file names)
// of characters that control a terminal or are invisible: controls (C0, DEL, C1) and characters
// that break lines or change the direction become spaces, zero-width direction marks are removed,
// bytes that are not UTF-8 become U+FFFD. The same functions for scripts: line() and text() of
// scripts/lib/unicode.lua.
namespace runtime {

// Returns one line: newlines become spaces too.
std::string plain_line(std::string_view text);
// Keeps newlines and tabs.
std::string plain_text(std::string_view text);
// The same for a terminal. With `colours`, keeps colours (SGR sequences, "\e[31m"), which change
// nothing else.
std::string terminal_text(std::string_view text, bool colours);
// Returns whether plain_line() would replace or remove the valid character at the front, of `size`
// bytes.
bool is_unprintable(std::string_view text, std::size_t size);

}  // namespace runtime
