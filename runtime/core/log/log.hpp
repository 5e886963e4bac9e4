#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/value/value.hpp"

// The program's log: JSON lines. Opens nothing before the first line. Never throws and never blocks
// the loop: a separate thread opens the file and writes shortly afterwards, and drops lines when it
// cannot keep up (log_writer.hpp). Files are rotated at 5 MB, three are kept (log_file.hpp).
namespace runtime::log {

enum class Level { kTrace, kDebug, kInfo, kWarn, kError, kFatal };

struct Settings {
  std::string file;  // "" = peekaboo-mcp.log in the temporary directory
  Level level = Level::kInfo;
  bool to_stderr = false;            // also writes lines to stderr
  std::vector<std::string> secrets;  // strings to be masked in every line, such as API keys
};

// Call once, before the first line. Opens nothing.
void configure(Settings settings);
// Parses "trace" ... "fatal" in any case; returns false for anything else.
bool parse_level(std::string_view name, Level* level);

// Returns the text with the secrets given to configure() masked.
std::string redacted(std::string text);

bool enabled(Level level);
// Sets a function that also receives every line written, with its newline, on the thread that
// writes it: it must be quick and must not log. Null: none.
void listen(std::function<void(std::string_view line)> listener);
// Also keeps the lines from now on, including those of kDebug at any level; the first 1000.
void collect();
// Returns the lines kept since collect() and stops keeping more.
std::vector<std::string> collected();
// Writes a line. `fields` is nil or a record of extra members; a member named like a secret is
// masked.
void write(Level level, std::string_view message, const Value& fields = {});

inline void debug(std::string_view message, const Value& fields = {}) {
  write(Level::kDebug, message, fields);
}
inline void info(std::string_view message, const Value& fields = {}) {
  write(Level::kInfo, message, fields);
}
inline void warn(std::string_view message, const Value& fields = {}) {
  write(Level::kWarn, message, fields);
}
inline void error(std::string_view message, const Value& fields = {}) {
  write(Level::kError, message, fields);
}

// The file in use (opened if necessary) and, if it is not the configured one, the reason. Waits for
// a disk for at most half a second.
struct Status {
  std::string file;
  bool writable = false;
  std::string problem;
};
Status status();

// Waits until everything logged so far is written, for at most a second.
void flush();

}  // namespace runtime::log
