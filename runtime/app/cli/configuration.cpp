#include "runtime/app/cli/configuration.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/core/files/files.hpp"
#include "runtime/core/files/own_file.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime {

namespace {

constexpr std::uint64_t kLargest = 256u << 10;

Value with_plain_keys(const Value& document) {
  Value values = Value::Record{};
  for (const auto& [name, value] : *document.record()) values.set(settings::key_of(name), value);
  return values;
}

void read_values(Configuration* configuration) {
  const std::vector<std::uint8_t> bytes =
      files::read_own(configuration_folder(), configuration->path, kLargest);
  const std::string text(bytes.begin(), bytes.end());
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return;
  const Value document = json::parse_commented(text);
  if (!document.record())
    throw Error("INVALID_ARGUMENT", "it is not a JSON object; write {\"ai_providers\": \"ocr\"}");
  configuration->values = with_plain_keys(document);
}

}  // namespace

std::string configuration_folder() {
  const char* folder = std::getenv("XDG_CONFIG_HOME");
  // Relative paths must be ignored (XDG Base Directory Specification).
  if (folder && *folder == '/') return std::string(folder) + "/peekaboo";
  return files::home() + "/.config/peekaboo";
}

Configuration load_configuration() {
  Configuration configuration;
  configuration.path = configuration_folder() + "/config.json";
  struct stat info{};
  if (::stat(configuration.path.c_str(), &info) != 0) {
    const bool none = errno == ENOENT || errno == ENOTDIR;
    if (!none) configuration.problem = std::strerror(errno);
    return configuration;
  }
  configuration.found = true;
  configuration.shared = (info.st_mode & 077) != 0;
  if (!S_ISREG(info.st_mode)) {
    configuration.problem = "it is not a regular file";
    return configuration;
  }
  try {
    read_values(&configuration);
  } catch (const Error& error) {
    const std::string* why = error.details["why"].string();
    configuration.problem = why ? *why : error.message;
    if (why) configuration.remedy = error.hint;
    const auto* line = error.details["line"].as<std::int64_t>();
    if (line) configuration.line = *line;
  }
  return configuration;
}

Value to_value(const Configuration& configuration) {
  Value result;
  result.set("path", configuration.path)
      .set("found", configuration.found)
      .set("shared", configuration.shared);
  result.set("values",
             configuration.values.is_nil() ? Value(Value::Record{}) : configuration.values);
  if (configuration.problem.empty()) return result;
  result.set("problem", configuration.problem);
  if (configuration.line > 0) result.set("line", configuration.line);
  if (!configuration.remedy.empty()) result.set("remedy", configuration.remedy);
  return result;
}

}  // namespace runtime
