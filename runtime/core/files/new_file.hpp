#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "runtime/core/files/save_places.hpp"

// Writes files atomically. Blocks: call it on a worker. Errors as in files.hpp.
namespace runtime::files {

struct WriteOptions {
  bool replace = true;  // false: fails with reason "exists" if the file exists
  // Default: the mode of the replaced file, else `new_mode` without the bits of the umask.
  std::optional<unsigned> mode;
  // false: both the replaced and the new file may be lost if the machine loses power within
  // seconds. Otherwise the file system writes the new file to the disk at once, which takes longer
  // than everything else.
  bool lasting = true;
  unsigned new_mode = 0644;
  // Replaces only the file with this identity (file_identity.hpp), or takes a free name. Fails with
  // reason "exists" when another file has the name, even if it was created at the last moment.
  std::optional<std::string> only = {};
  // Confines the file, see save_folder.hpp: its folders are made when missing, a new file has the
  // mode 0600. Must outlive the writing. Null: any folder that exists.
  const SavePlaces* within = nullptr;
};

// A file written piece by piece, atomically: it gets its name in finish(); without finish() nothing
// of it remains. Replaces files and symbolic links, but fails with reason "exists" for a device, a
// pipe or a socket.
class NewFile {
 public:
  NewFile(const std::string& path, const WriteOptions& options);
  ~NewFile();
  void append(std::span<const std::uint8_t> bytes);
  // Removes what was appended.
  void restart();
  // Returns the number of bytes appended.
  std::uint64_t size() const;
  // Returns the new file's identity. With `name`, the file gets this name of the same folder
  // instead. After a failure with reason "exists" it may be called again.
  std::string finish(const std::optional<std::string>& name = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Writes a whole file in the same way.
std::string write(const std::string& path, std::span<const std::uint8_t> bytes,
                  const WriteOptions& options);

}  // namespace runtime::files
