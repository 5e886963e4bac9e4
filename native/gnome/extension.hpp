#pragma once

#include <string>

#include "native/desktop/records.hpp"
#include "native/gnome/shell.hpp"

// The extension as files of the person, and what GNOME Shell says of it. Those that ask the Shell
// throw ServiceLost and ServiceLate.
namespace native::gnome {

// Returns the first number of the Shell's version; 0 when it does not tell.
int shell_version(Shell& shell, Deadline deadline);

// Return the folder of the extension, and what belongs in its two files for a version of the Shell.
std::string extension_folder();
std::string extension_script(int version);
std::string extension_metadata(int version);

// Returns whether the files are there as they belong.
bool is_written(int version);
// Returns whether there is a file of it, of whichever version.
bool is_installed();
// Throws "FILE_IO_ERROR".
void write_extension(int version);
// Returns whether there was a file. What else lies in the folder stays.
bool remove_extension();

// What the Shell says of the extension.
struct ExtensionState {
  bool known = false;    // it has found the files when it started
  bool running = false;  // it is switched on
  std::string error;     // why it does not run; "" without a reason
  bool allowed = true;   // extensions of persons may run at all
};
ExtensionState extension_state(Shell& shell, Deadline deadline);

// Switches an extension on or off that the Shell knows.
void switch_known(Shell& shell, bool on, Deadline deadline);
// Does the same in the person's settings, for the next start of the Shell. "UNSUPPORTED", reason
// "no gsettings", without that program.
void switch_in_settings(const Shell& shell, bool on, Deadline deadline);

// Returns the list of extensions as gsettings(1) writes it, with the extension in it or not; ""
// when the text is no list.
std::string changed_list(const std::string& list, bool contained);

}  // namespace native::gnome
