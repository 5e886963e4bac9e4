#pragma once

#include <string>

namespace native {

// What a program's file is called by people: without what builds and packages hang on to it, as in
// "soffice.bin", "notepad.exe", "glxgears.x86_64-linux-gnu" or ".gimp-wrapped".
std::string program_name(const std::string& file);

}  // namespace native
