#pragma once

#include <string>

#include "native/desktop/error.hpp"

// KWin lets a program capture, and tells it of changes of windows, that a desktop file of the
// person names: see KWin's sources, "X-KDE-DBUS-Restricted-Interfaces" and
// "X-KDE-Wayland-Interfaces".
namespace native::kwin {

// Return where the person's own desktop file for this program belongs, and what belongs in it.
std::string desktop_file_path();
std::string desktop_file();

// Throws "FILE_IO_ERROR". The file is replaced as a whole.
void write_desktop_file();
// Returns whether there was one.
bool remove_desktop_file();

// Returns the error for a KWin that does not let this program capture.
Error needs_desktop_file();

}  // namespace native::kwin
