#pragma once

#include <string>
#include <vector>

namespace runtime::files {

// Where pictures may be saved. All paths are absolute.
struct SavePlaces {
  std::vector<std::string> allowed;  // folders; a file must lie in one of them
  // Folders whose own folders with a dot in front are allowed only where `allowed` names a folder
  // in them.
  std::vector<std::string> without_hidden;
  std::vector<std::string> restricted;  // files and folders that are refused although allowed
  std::string own = {};  // the program's own folder, allowed whatever `allowed` names; "": none
};

}  // namespace runtime::files
