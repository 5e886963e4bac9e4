#pragma once

#include <string>

#include "runtime/core/files/save_places.hpp"
#include "runtime/core/io/descriptor.hpp"

// Confines new files to the folders that are allowed. No "..", link or link of /proc leads out of
// them, and no folder that is replaced or moved meanwhile. Blocks: call it on a worker. Besides the
// errors of files.hpp, throws Error "INVALID_PATH" for a path outside of them and "POLICY_DENIED",
// with details.reason "restricted path", for a restricted one.
namespace runtime::files {

// The folder of a new file, held open.
struct SaveFolder {
  Descriptor directory;
  std::string path;  // absolute, without links; "" for a folder that is not confined
};

// Opens the folder of the file `path`, and makes it and its parents (mode 0700) when missing.
SaveFolder open_save_folder(const std::string& path, const SavePlaces& places);

// Throws when open_save_folder() would refuse the path. Makes nothing.
void check_save_path(const std::string& path, const SavePlaces& places);

// Throws "INVALID_PATH" when the folder was moved, removed or replaced since it was opened.
void check_unmoved(const SaveFolder& folder);

}  // namespace runtime::files
