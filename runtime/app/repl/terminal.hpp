#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "native/desktop/records.hpp"
#include "runtime/app/terminal/line_editor.hpp"
#include "runtime/app/terminal/picture.hpp"

// Terminal functions in a separate module (peekaboo-terminal.so), opened at first use, so that no
// other command loads its libraries. All throw Error "UNSUPPORTED" when it cannot be opened.
namespace runtime {

std::unique_ptr<LineEditor> open_line_editor(const LineEditor::Settings& settings);
// See peekaboo_draw_picture(). Thread-safe.
std::string draw_picture(const native::Frame& frame, const PictureLimits& limits);

// Returns whether standard output is a terminal that shows colours, and the user has not disabled
// them (NO_COLOR).
bool wants_colour();
// Writes the program's output without terminal control characters (plain_text.hpp). Keeps colours
// if `colours` is set.
void write_plain(std::FILE* to, std::string_view text, bool colours = false);
// Writes a script's output unchanged, but to a terminal as write_plain() does, with its colours.
void write_printed(std::FILE* to, std::string_view text);
// Returns the terminal's width; 0 without a terminal, because output to other programs is never
// cut.
int terminal_columns();

}  // namespace runtime
