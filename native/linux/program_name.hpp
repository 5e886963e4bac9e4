#pragma once

#include <string>

namespace native {

// Returns the name by which people call a program's file, without the parts that build systems and
// packages add, as in "soffice.bin", "notepad.exe", "glxgears.x86_64-linux-gnu" or ".gimp-wrapped".
std::string program_name(const std::string& file);

}  // namespace native
