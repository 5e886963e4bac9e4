#pragma once

#include <cstdint>
#include <string>

namespace native {

// The switch that stops every process of the user from looking: a file in the folder where they
// meet (runtime_folder()). Any thread.
class StopFile {
 public:
  explicit StopFile(std::string folder);

  // Whether it is set; also when that cannot be known. Takes about a microsecond.
  bool is_set() const;
  // Throws Error "POLICY_DENIED" with details.reason "stopped" when it is set.
  void check() const;
  // Throw runtime::Error "FILE_IO_ERROR" when the file cannot be made or removed.
  void set() const;
  void clear() const;
  // Returns a number that differs after each set() and clear() of any process; 0 before the first.
  std::uint64_t changes() const;

 private:
  std::string folder_;
  std::string path_;
  std::string cleared_;  // touched by clear()
};

}  // namespace native
