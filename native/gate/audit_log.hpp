#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/core/caller.hpp"
#include "runtime/core/value/value.hpp"

namespace native {

// One operation in the log. Never holds recognised text or titles of windows.
struct AuditEntry {
  std::string operation;  // "capture", "save", "analyze"
  runtime::Value params;  // a record: what was asked for
  std::string result;     // "success", or the code of the error
  runtime::Caller caller;
  runtime::Value counts;  // a record of numbers, such as {excluded_windows = 1}
  std::string file;       // "" when there is none
  std::string provider;   // "" when there is none
};

// The findings of a look through the log.
struct AuditReport {
  std::int64_t entries = 0;  // that were read
  int files = 0;
  std::string file;       // of the first fault; "" when all is as it was written
  std::int64_t line = 0;  // of the first fault, from 1
  std::string fault;      // a fragment: "was changed"
  bool torn = false;      // the last line is not complete: its process ended while writing
};

// A log of what was looked at, as lines of JSON. Each line ends with the SHA-256 of itself and of
// the line before, over all files, so that what is changed, removed or put in another order later
// is found; who rewrites all of it is not. Files of mode 0600 in a folder of mode 0700, which
// processes share. Any thread; blocks.
class AuditLog {
 public:
  // Size in bytes at which a file is renamed to NAME.1, the former NAME.1 to NAME.2, and so on up
  // to kKept.
  static constexpr std::int64_t kLargest = 10'000'000;
  static constexpr int kKept = 9;
  static constexpr std::size_t kLongestLine = 16 << 10;  // bytes; longer params are left out

  explicit AuditLog(std::string path, std::int64_t largest = kLargest);

  // Appends one entry. Throws Error "FILE_IO_ERROR" with details.reason "audit log" when it cannot
  // be written; then nothing of it is.
  void append(const AuditEntry& entry);

  // Returns the last `count` entries as records, the oldest first; a line that is no JSON is the
  // record {fault = "…"}. Throws runtime::Error "FILE_IO_ERROR".
  std::vector<runtime::Value> last(std::size_t count) const;
  // Looks through all files. Throws runtime::Error "FILE_IO_ERROR".
  AuditReport verify() const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::int64_t largest_;
  std::mutex mutex_;  // of this process; the others are kept out by a lock on a file
};

// Returns $XDG_STATE_HOME/peekaboo/audit.jsonl, or the same in ~/.local/state.
std::string default_audit_path();

}  // namespace native
