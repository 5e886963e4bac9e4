#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"

// The user's settings: environment variables, and as fallback the values of a configuration file.
// C++ and scripts read them by the same rows.
namespace runtime::settings {

enum class Kind {
  kText,
  kNames,         // separated by commas; in the file also a list of texts
  kProgram,       // a path, or a name on PATH
  kFolder,        // a path that begins with / or ~/
  kFile,          // the same
  kUrl,           // http:// or https://
  kMilliseconds,  // above 0
  kCount,         // a whole number of 0 or more; fractions are cut off
  kFlag,          // true, 1, false or 0, in any case
  kLevel,         // of the log
};

enum class Trait {
  kNone,
  kSecret,       // the value is never shown
  kEnvironment,  // not read from the file: it belongs to the session, or is read before the file
};

struct Row {
  std::string_view name;  // the variable
  Kind kind;
  std::string_view default_value;  // as it would be written; "" for none
  std::string_view text;           // for SETTINGS.md
  Trait trait = Trait::kNone;
  double most = std::numeric_limits<double>::infinity();
};

// Every setting, in the order of the documents.
std::span<const Row> rows();

// "text", "names", … as scripts have it.
const char* kind_name(Kind kind);

// The value in force and its origin. A value that does not fit its kind or limits is a fault, and
// the default applies.
struct Setting {
  Value value;          // text, integer, number or boolean by the kind; nil without a default
  Value default_value;  // the same
  std::string text;     // as it was written, sound or not; "" when it is not set or no text
  const char* written_in = "default";  // "environment", "file"; "default" when it is not set
  const char* source = "default";      // of the value: the same, or "default" because of the fault
  std::string fault;                   // "not a level"; "" for none
};

// Reads a setting now. A name without a row is a text without a default. An empty variable counts
// as not set.
Setting read(std::string_view variable);

// Return the value in force: of a text, "" for none; of a flag; of a time limit, in seconds.
std::string text(std::string_view variable);
bool is_on(std::string_view variable);
double seconds(std::string_view variable);

// Takes the values of the configuration file: nil, or a record whose keys are spelled as key_of
// returns them. Call once, before other threads read settings.
void configure(Value values);

// Returns a variable's key in the file: its name in lower case without PEEKABOO_. Other usual
// spellings ("PEEKABOO_LOG_LEVEL", "logLevel", "log-level") give the same key.
std::string key_of(std::string_view name);

}  // namespace runtime::settings
