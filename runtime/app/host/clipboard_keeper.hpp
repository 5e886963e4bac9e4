#pragma once

#include "native/lua/bridge/desktop_service.hpp"

// What was copied stays when the program that copied it ends: a clipboard manager keeps it, or else
// a process of ours, the keeper, until another program copies something or the display is gone.
namespace runtime {

// Gives away what the program offers, before it ends. With `keeper` false only to a manager. Blocks
// for at most two seconds; never throws.
void leave_clipboard(native::DesktopService& host, bool keeper);

// Returns whether this process was started as a keeper: by those words, with a sealed file of
// memory as standard input.
bool is_clipboard_keeper(int count, char** words);
// Runs the keeper to its end; returns the exit status.
int keep_clipboard();

}  // namespace runtime
