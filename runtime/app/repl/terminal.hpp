#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "native/desktop/records.hpp"
#include "runtime/app/terminal/line_editor.hpp"
#include "runtime/app/terminal/picture.hpp"

// What a person's terminal needs is in a module of its own (peekaboo-terminal.so), opened on first
// use: no other command loads its libraries. All throw Error "UNSUPPORTED" when it cannot be
// opened.
namespace runtime {

std::unique_ptr<LineEditor> open_line_editor(const LineEditor::Settings& settings);
// See peekaboo_draw_picture(); may be called on any thread.
std::string draw_picture(const native::Frame& frame, const PictureLimits& limits);

// Whether standard output is a terminal that shows colours, and the person has not refused them
// (NO_COLOR).
bool wants_colour();
// Writes what the program has to say, without what a terminal would obey (plain_text.hpp). Colours
// stay where `colours` says so.
void write_plain(std::FILE* to, std::string_view text, bool colours = false);
// Writes what a script prints: as it is, but to a terminal as write_plain() does, with its colours.
void write_printed(std::FILE* to, std::string_view text);
// The terminal's width; 0 where there is no terminal: what another program reads is never cut.
int terminal_columns();

}  // namespace runtime
