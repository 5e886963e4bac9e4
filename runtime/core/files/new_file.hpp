#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

// Writing files, all or nothing. Blocks: call it on a worker. All throw Error "FILE_IO_ERROR" as
// files.hpp has it.
namespace runtime::files {

struct WriteOptions {
  bool replace = true;  // false: fails with reason "exists" when there is such a file
  // Without: that of the file that is replaced, else `new_mode` less the process's umask.
  std::optional<unsigned> mode;
  // false: what is replaced, and the new file with it, may be lost when the machine loses its power
  // within seconds. File systems write the new file to the disk at once otherwise, which takes
  // longer than all the rest.
  bool lasting = true;
  unsigned new_mode = 0644;
  // Replaces the file of this identity (file_identity.hpp) and no other; a name that is free is
  // taken. Fails with reason "exists" when something else has the name, even when it came as late
  // as that.
  std::optional<std::string> only = {};
};

// A file that comes into being piece by piece, all or nothing: it gets its name in finish(), and
// without that nothing stays of it. Files are replaced, and symbolic links; a device, a pipe or a
// socket of that name is not, with reason "exists".
class NewFile {
 public:
  NewFile(const std::string& path, const WriteOptions& options);
  ~NewFile();
  void append(std::span<const std::uint8_t> bytes);
  // Returns the new file's identity.
  std::string finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The same at once.
std::string write(const std::string& path, std::span<const std::uint8_t> bytes,
                  const WriteOptions& options);

}  // namespace runtime::files
