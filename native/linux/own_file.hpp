#pragma once

#include <string>

// Files that this program writes for other programs of the person.
namespace native {

// Returns the folder of the person's data, $XDG_DATA_HOME or ~/.local/share.
std::string data_home();

// Writes a file, and the folders above it; an older one is replaced as a whole. Throws
// "FILE_IO_ERROR".
void write_own_file(const std::string& path, const std::string& text);

}  // namespace native
