#include "runtime/core/io/process_parts.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/core/value/error.hpp"

extern char** environ;

namespace runtime {

std::vector<std::string> merged_environment(const ProcessOptions& options) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry && !options.empty_environment; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed = std::any_of(options.environment.begin(), options.environment.end(),
                                     [&](const auto& change) { return change.first == name; });
    if (!changed) result.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment)
    if (value) result.push_back(name + "=" + *value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// The system's strings end at a NUL byte, and a variable's name at "=", so the program would
// receive other strings than the caller gave.
void require_sendable(const ProcessOptions& options) {
  const auto whole = [](const std::string& text) { return text.find('\0') == std::string::npos; };
  const bool arguments = !options.arguments.empty() &&
                         std::all_of(options.arguments.begin(), options.arguments.end(), whole);
  if (!arguments || !whole(options.directory))
    throw Error("INVALID_ARGUMENT",
                "program, arguments and working directory must not contain a NUL byte");
  for (const auto& [name, value] : options.environment)
    if (name.empty() || name.find('=') != std::string::npos || !whole(name) ||
        (value && !whole(*value)))
      throw Error("INVALID_ARGUMENT",
                  "an environment variable needs a name without \"=\", and no NUL byte in its name "
                  "or value");
}

// The system reports a bad working directory with the same errors as a bad program.
void refuse_directory(const ProcessOptions& options) {
  struct stat facts{};
  const char* directory = options.directory.c_str();
  const char* why = nullptr;
  if (options.directory.empty()) return;
  if (stat(directory, &facts) != 0)
    why = std::strerror(errno);
  else if (!S_ISDIR(facts.st_mode))
    why = std::strerror(ENOTDIR);
  else if (access(directory, X_OK) != 0)
    why = std::strerror(errno);
  if (!why) return;
  throw Error("FILE_IO_ERROR",
              "cannot start '" + options.arguments[0] + "' in the working directory " +
                  options.directory + ": " + why,
              "Give a working directory that exists.");
}

void refuse_program(const ProcessOptions& options, int code) {
  refuse_directory(options);
  throw Error("FILE_IO_ERROR",
              "cannot start '" + options.arguments[0] + "': " + std::strerror(code),
              code == ENOENT ? "Install it, or give its full path."
                             : "Check that it is an executable file.");
}

}  // namespace runtime
