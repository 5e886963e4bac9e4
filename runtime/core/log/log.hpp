#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/value/value.hpp"

// The program's log: JSON lines. Opens nothing before the first line. Never throws, never blocks
// the loop: a thread of its own opens the file and writes a moment later, and lines are dropped
// rather than waited for when it cannot keep up (log_writer.hpp). Files are put aside at 5 MB,
// three of them kept (log_file.hpp).
namespace runtime::log {

enum class Level { kTrace, kDebug, kInfo, kWarn, kError, kFatal };

struct Settings {
  std::string file;  // "" = peekaboo-mcp.log in the temporary directory
  Level level = Level::kInfo;
  bool to_stderr = false;            // copies on stderr
  std::vector<std::string> secrets;  // texts that appear in no line, such as API keys
};

// Once, before the first line. Touches nothing.
void configure(Settings settings);
// "trace" ... "fatal", any case; false for anything else.
bool parse_level(std::string_view name, Level* level);

// A text as a line of the log would have it: without the secrets that configure() was told of.
std::string redacted(std::string text);

bool enabled(Level level);
// Who else gets every line that is written, with its newline, on whatever thread writes it: it must
// be quick, and log nothing. Null: nobody.
void listen(std::function<void(std::string_view line)> listener);
// Keeps the lines from now on as well, those of kDebug too whatever the level is; the first 1000.
void collect();
// What was kept since, for the first time: nothing is kept any more.
std::vector<std::string> collected();
// `fields` is nil or a record of extra members; a member named like a secret is masked.
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

// The file in use (opens it if need be) and why it is not the configured one, if it is not. Waits
// for a disk, for at most half a second.
struct Status {
  std::string file;
  bool writable = false;
  std::string problem;
};
Status status();

// Waits until what was logged is written, for at most a second.
void flush();

}  // namespace runtime::log
