#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace native {

// The switch that stops every process of the user from looking: a file in the folders where they
// meet (common_folders()). Any thread.
class StopFile {
 public:
  explicit StopFile(std::vector<std::string> folders);

  // Returns whether it is set in any of them; also when that cannot be known. Takes about a
  // microsecond for each.
  bool is_set() const;
  // Throws Error "POLICY_DENIED" with details.reason "stopped" when it is set.
  void check() const;
  // Set it in each usable folder, and clear it in all. Throw runtime::Error "FILE_IO_ERROR" when
  // the file could be made in none, or could not be removed from one.
  void set() const;
  void clear() const;
  // Returns a number that differs after each set() and clear() of any process; 0 before the first.
  std::uint64_t changes() const;

 private:
  std::vector<std::string> folders_;
};

}  // namespace native
