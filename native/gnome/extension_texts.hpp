#pragma once

// The files of native/gnome/extension.
namespace native::gnome {

extern const char kForm43[];  // what the extension begins with in GNOME 43 and 44
extern const char kForm45[];  // the same in 45 and later
extern const char kWindowsScript[];
extern const char kMetadata[];  // VERSIONS stands for those of GNOME Shell

}  // namespace native::gnome
