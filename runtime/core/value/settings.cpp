#include "runtime/core/value/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "runtime/core/log/log.hpp"

namespace runtime::settings {

namespace {

constexpr double kDay = 86'400'000;  // milliseconds

constexpr Row kRows[] = {
    {"PEEKABOO_AI_PROVIDERS", Kind::kNames, "",
     "who answers questions about pictures, in this order: entries like `ollama/llava:latest`, "
     "separated by commas"},
    {"OPENAI_API_KEY", Kind::kText, "", "the key for the provider `openai`", Trait::kSecret},
    {"OPENAI_BASE_URL", Kind::kUrl, "https://api.openai.com/v1",
     "where `openai` is; any compatible service will do"},
    {"ANTHROPIC_API_KEY", Kind::kText, "", "the key for the provider `anthropic`", Trait::kSecret},
    {"ANTHROPIC_BASE_URL", Kind::kUrl, "https://api.anthropic.com", "where `anthropic` is"},
    {"PEEKABOO_OLLAMA_BASE_URL", Kind::kUrl, "http://localhost:11434", "where `ollama` is"},
    {"PEEKABOO_AI_TIMEOUT", Kind::kMilliseconds, "120000", "milliseconds that a question may take"},
    {"PEEKABOO_CA_FILE", Kind::kText, "",
     "a file with further certificate authorities (PEM) to trust"},
    {"PEEKABOO_DEFAULT_SAVE_PATH", Kind::kFolder, "", "where captures without a path are saved"},
    {"PEEKABOO_MAX_IMAGE_BYTES", Kind::kCount, "1000000",
     "base64 bytes of all pictures in one answer; larger ones are scaled down; 0: no limit"},
    {"PEEKABOO_MAX_IMAGE_DIMENSION", Kind::kCount, "1920",
     "longest side of a picture in an answer, in pixels, because hosts shrink larger ones without "
     "a word; 0: no limit"},
    {"PEEKABOO_CLI_PATH", Kind::kProgram, "",
     "another Peekaboo command line; the server's `image` and `list` run it instead of working "
     "themselves"},
    {"PEEKABOO_CLI_TIMEOUT", Kind::kMilliseconds, "30000",
     "milliseconds that a capture or a listing may take", Trait::kNone, kDay},
    {"PEEKABOO_PERSON", Kind::kText, "stop",
     "what becomes of acts while a person uses keyboard or pointer: `stop`: the one under way "
     "ends; "
     "`wait`: it waits for a second of quiet; `ignore`: nothing"},
    {"PEEKABOO_STOP_KEYS", Kind::kText, "Ctrl+Alt+Shift+Escape",
     "the keys that stop all captures and acts as `peekaboo stop` does, while there are acts and "
     "for a minute after them; `none`: no keys"},
    {"PEEKABOO_NOTIFY", Kind::kFlag, "true",
     "`true`: at the first act after a quiet minute, a notification on the desktop says who acts "
     "and how to stop it"},
    {"PEEKABOO_CONFIRM", Kind::kText, "destructive",
     "which acts a person must allow first: `destructive`; `input`: these and all that cannot be "
     "undone; `reversible`: all; `never`: none. The policy's `confirm` can ask for more"},
    {"PEEKABOO_CONFIRM_BY", Kind::kText, "person",
     "who is asked: `person`: the one at the desktop, by a notification; `client`: the AI client, "
     "whose consent need not be a person's"},
    {"PEEKABOO_CONFIRM_WORDS", Kind::kNames, "",
     "words in the names of elements and menu items whose use counts as `destructive`, separated "
     "by commas; they replace the built-in ones of 31 languages (delete, send, pay, buy, submit, "
     "empty trash, log out and others)"},
    {"PEEKABOO_COMPUTER_WIDTH", Kind::kCount, "1280",
     "pixels of a picture's width in the toolset `computer`, at most; a larger desktop is scaled "
     "down; 0: no limit"},
    {"PEEKABOO_COMPUTER_HEIGHT", Kind::kCount, "800", "the same of its height"},
    {"PEEKABOO_TOOLSETS", Kind::kNames, "core",
     "the tools that AI clients get: toolsets, domains or single tools, separated by commas; "
     "`all`: every one but those of `computer`; `-NAME`: not these. `script` goes by "
     "PEEKABOO_ENABLE_RUN_SCRIPT alone"},
    {"PEEKABOO_ENABLE_RUN_SCRIPT", Kind::kFlag, "false",
     "`true`: offer the tool `run_script`: an AI client runs Lua scripts of its own, each in a "
     "confined process"},
    {"PEEKABOO_RUN_SCRIPT_UNCONFINED", Kind::kFlag, "false",
     "`true`: run these scripts also where the build or the kernel has no filter for system calls "
     "(libseccomp)"},
    {"PEEKABOO_ENABLE_ACCESSIBILITY", Kind::kFlag, "true",
     "`true`: turn the session's accessibility on when elements of windows are first asked for; "
     "some desktops keep it on"},
    {"PEEKABOO_POWER_SUPPLIES", Kind::kFolder, "/sys/class/power_supply",
     "where batteries are looked for when UPower does not run"},
    {"PEEKABOO_HTTP_TOKEN", Kind::kText, "",
     "what clients of `peekaboo mcp --http` must present as bearer token; at least 16 characters",
     Trait::kSecret},
    {"PEEKABOO_LOG_FILE", Kind::kFile, "",
     "where the log is written, if not to `peekaboo-mcp.log` in the temporary directory"},
    {"PEEKABOO_LOG_LEVEL", Kind::kLevel, "info",
     "least level that is logged: trace, debug, info, warn, error or fatal"},
    {"PEEKABOO_CONSOLE_LOGGING", Kind::kFlag, "false", "`true`: log to standard error as well"},
    {"PEEKABOO_MCP_CONSOLE_LOGGING", Kind::kFlag, "false", "the same"},
    {"PEEKABOO_SCRIPTS", Kind::kText, "",
     "a folder whose scripts replace the built-in ones, for development"},
    {"PEEKABOO_RUNTIME_DIR", Kind::kFolder, "",
     "the folder in which processes meet instead of the user's usual ones, for tests: the daemon's "
     "socket, `peekaboo stop`, the captures of the last minute. Processes with another folder are "
     "not stopped",
     Trait::kEnvironment},
    {"PEEKABOO_ALLOW_XWAYLAND", Kind::kFlag, "false",
     "`1`: in a Wayland session, work on XWayland's windows alone", Trait::kEnvironment},
    {"PEEKABOO_DESKTOP", Kind::kText, "",
     "`x11` or `wayland`: which desktop to work on, where the session has both",
     Trait::kEnvironment},
    {"DISPLAY", Kind::kText, "", "the X display to work on; found by itself when not set",
     Trait::kEnvironment},
    {"WAYLAND_DISPLAY", Kind::kText, "", "the Wayland compositor to work on; wins over DISPLAY",
     Trait::kEnvironment},
    {"XAUTHORITY", Kind::kText, "", "the X authority file; found by itself when not set",
     Trait::kEnvironment},
};

Value& file_values() {
  static Value values;
  return values;
}

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// A value, or what was expected instead of it.
struct Parsed {
  Value value;
  std::string fault;
};

Parsed parse_path(const std::string& text) {
  if (text.starts_with('/') || text == "~" || text.starts_with("~/")) return {text, {}};
  return {{}, "not an absolute path"};
}

Parsed parse_url(const std::string& text) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (text.starts_with(scheme) && text.size() > scheme.size() &&
        text.find_first_of(" \t\r\n\v\f") == std::string::npos)
      return {text, {}};
  // The value stays: a wrong address is no reason to send keys and pictures to another one.
  return {text, "not a URL that begins with http:// or https://"};
}

// A number as Lua's tonumber reads it; not a number for any other text.
double number_of(const std::string& text) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (text.find_first_of("nN") != std::string::npos) return none;  // inf, nan
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return none;
  while (std::isspace(static_cast<unsigned char>(*end))) ++end;
  return *end == '\0' ? number : none;
}

Parsed parse_milliseconds(const std::string& text, double most) {
  const double number = number_of(text);
  if (!(number > 0) || !std::isfinite(number)) return {{}, "not a number of milliseconds above 0"};
  if (number > most) {
    char limit[32];
    std::snprintf(limit, sizeof limit, "%.0f", most);
    return {{}, std::string("above ") + limit};
  }
  return {number, {}};
}

Parsed parse_count(const std::string& text) {
  constexpr double kMost = 9e18;  // of a whole number in Lua
  const double number = number_of(text);
  if (!(number >= 0) || number > kMost) return {{}, "not a number of 0 or more"};
  return {static_cast<std::int64_t>(number), {}};
}

Parsed parse_flag(const std::string& text) {
  const std::string low = lower(text);
  if (low == "true" || low == "1") return {true, {}};
  if (low == "false" || low == "0") return {false, {}};
  return {{}, "neither true nor false"};
}

Parsed parse_level(const std::string& text) {
  log::Level level;
  if (log::parse_level(text, &level)) return {lower(text), {}};
  return {{}, "not a level"};
}

Parsed parse(const Row& row, const std::string& text) {
  switch (row.kind) {
    case Kind::kFolder:
    case Kind::kFile:
      return parse_path(text);
    case Kind::kUrl:
      return parse_url(text);
    case Kind::kMilliseconds:
      return parse_milliseconds(text, row.most);
    case Kind::kCount:
      return parse_count(text);
    case Kind::kFlag:
      return parse_flag(text);
    case Kind::kLevel:
      return parse_level(text);
    default:
      return {text, {}};
  }
}

Parsed joined(const Value::List& list) {
  std::string text;
  for (const Value& item : list) {
    if (!item.string()) return {{}, "not a list of texts"};
    text += (text.empty() ? "" : ",") + *item.string();
  }
  return {text, {}};
}

std::string written(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.14g", number);
  return text;
}

// Returns a value of the file as the text that the variable would hold.
Parsed as_text(const Value& value, Kind kind) {
  if (value.string()) return {value, {}};
  if (const auto* flag = value.as<bool>()) return {*flag ? "true" : "false", {}};
  if (const auto* whole = value.as<std::int64_t>()) return {std::to_string(*whole), {}};
  if (const auto* number = value.as<double>()) return {written(*number), {}};
  if (kind != Kind::kNames || (!value.list() && !value.record())) return {{}, "not a text"};
  if (value.list()) return joined(*value.list());
  return {{}, "not a list of texts"};
}

// Fills in what is written, and where.
void find(const Row& row, Setting* setting) {
  const char* variable = std::getenv(std::string(row.name).c_str());
  if (variable && *variable) {
    setting->text = variable;
    setting->written_in = "environment";
    return;
  }
  const Value& value = row.trait == Trait::kEnvironment ? Value() : file_values()[key_of(row.name)];
  if (value.absent()) return;
  Parsed plain = as_text(value, row.kind);
  setting->fault = std::move(plain.fault);
  if (plain.value.string()) setting->text = *plain.value.string();
  if (!setting->text.empty() || !setting->fault.empty()) setting->written_in = "file";
}

}  // namespace

std::span<const Row> rows() { return kRows; }

const char* kind_name(Kind kind) {
  constexpr const char* kNames[] = {"text", "names",        "program", "folder", "file",
                                    "url",  "milliseconds", "count",   "flag",   "level"};
  return kNames[static_cast<std::size_t>(kind)];
}

void configure(Value values) { file_values() = std::move(values); }

Setting read(std::string_view variable) {
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows),
                                         [&](const Row& row) { return row.name == variable; });
  const Row row = found != std::end(kRows) ? *found : Row{variable, Kind::kText, {}, {}};
  Setting setting;
  if (!row.default_value.empty())
    setting.default_value = parse(row, std::string(row.default_value)).value;
  find(row, &setting);
  if (!setting.text.empty()) {
    Parsed parsed = parse(row, setting.text);
    setting.value = std::move(parsed.value);
    setting.fault = std::move(parsed.fault);
  }
  if (setting.value.is_nil())
    setting.value = setting.default_value;
  else
    setting.source = setting.written_in;
  return setting;
}

std::string text(std::string_view variable) {
  const Setting setting = read(variable);
  return setting.value.string() ? *setting.value.string() : "";
}

bool is_on(std::string_view variable) { return read(variable).value == Value(true); }

double seconds(std::string_view variable) {
  const Setting setting = read(variable);
  const double* milliseconds = setting.value.as<double>();
  return milliseconds ? *milliseconds / 1000 : 0;
}

std::string key_of(std::string_view name) {
  std::string key;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool hump =
        i > 0 && std::isupper(c) && std::islower(static_cast<unsigned char>(name[i - 1]));
    if (hump) key += '_';
    key += c == '-' ? '_' : static_cast<char>(std::tolower(c));
  }
  constexpr std::string_view kPrefix = "peekaboo_";
  return key.starts_with(kPrefix) ? key.substr(kPrefix.size()) : key;
}

}  // namespace runtime::settings
