#pragma once

#include <string>
#include <string_view>

// Texts that others wrote (titles, classes, names of monitors, answers of models, names of files),
// without what a terminal obeys and a reader does not see: controls (C0, DEL, C1) and characters
// that break lines or change the direction become spaces, direction marks of no width go, bytes
// that are not UTF-8 become U+FFFD. scripts/lib/unicode.lua has the same for scripts: line() and
// text().
namespace runtime {

// Returns one line: a newline becomes a space too.
std::string plain_line(std::string_view text);
// Keeps newlines and tabs.
std::string plain_text(std::string_view text);
// The same for a terminal; `colours`: keeps colours (SGR sequences, "\e[31m"), which move and
// change nothing else.
std::string terminal_text(std::string_view text, bool colours);
// Whether the valid character at the front, of `size` bytes, is one that plain_line() takes out.
bool is_unprintable(std::string_view text, std::size_t size);

}  // namespace runtime
