#include "runtime/app/command_rows.hpp"

namespace runtime {

namespace {

using Takes = OptionRow::Takes;

constexpr OptionRow kCommon[] = {
    {"--help", "", Takes::kNothing, "print this help"},
    {"--version", "", Takes::kNothing, "print the version"},
    {"--json-output", "", Takes::kNothing,
     "image, list, analyze, doctor, config, api, check, daemon and errors: print one JSON object"},
    {"--trace", "", Takes::kNothing,
     "tell of every function that a script calls, with arguments and milliseconds, on standard "
     "error (mcp, daemon: in the log)"},
    {"--scripts", "FOLDER", Takes::kFolder,
     "a folder whose scripts replace the built-in ones (for development)"},
    {"--virtual", "WxH", Takes::kText, "WxH: work on a private display that ends with the command"},
    {"--open", "COMMAND", Takes::kText,
     "with --virtual: a command to start on that display (repeatable)"},
};

constexpr OptionRow kImage[] = {
    {"--app", "NAME", Takes::kText, "application: name, desktop entry id, or PID:n"},
    {"--path", "PATH", Takes::kFile,
     "file or folder to save to (default: PEEKABOO_DEFAULT_SAVE_PATH, else this folder)"},
    {"--mode", "MODE", Takes::kChoice,
     "screen, window, multi or frontmost (default: window with --app, else screen)",
     "screen window multi frontmost"},
    {"--screen-index", "N", Takes::kText, "only this screen, counted from 0"},
    {"--window-title", "TEXT", Takes::kText, "the window whose title is, or contains, this"},
    {"--window-index", "N", Takes::kText, "the window at this place, 0 = front-most"},
    {"--format", "FORMAT", Takes::kChoice,
     "png or jpg (default: by the path's extension, else png)", "png jpg"},
    {"--capture-focus", "FOCUS", Takes::kChoice, "background (default), auto or foreground",
     "background auto foreground"},
    {"--region", "X,Y,WxH", Takes::kText, "only this part, in desktop pixels"},
    {"--scale", "FACTOR", Takes::kText, "scale down, for example 0.5"},
    {"--max-width", "N", Takes::kText, "scale down to at most this many pixels"},
    {"--max-height", "N", Takes::kText, "the same for the height"},
    {"--max-bytes", "N", Takes::kText,
     "scale down until all pictures together take no more as Base64 (4/3 of the files)"},
    {"--question", "TEXT", Takes::kText, "ask an AI provider about the picture"},
};

constexpr OptionRow kList[] = {
    {"what", "", Takes::kChoice, "apps (default), windows, screens or server_status",
     "apps windows screens server_status"},
    {"--app", "NAME", Takes::kText, "application, for windows"},
    {"--include-details", "LIST", Takes::kChoices,
     "for windows: ids, bounds, off_screen (comma-separated)", "ids bounds off_screen"},
};

constexpr OptionRow kAnalyze[] = {
    {"file", "", Takes::kFile, "a .png, .jpg or .webp file", "", true, "image_path"},
    {"question", "TEXT", Takes::kText, "what to ask"},
    {"--provider", "NAME", Takes::kText,
     "a provider from PEEKABOO_AI_PROVIDERS (default: the first that works)"},
    {"--model", "NAME", Takes::kText, "its model"},
};

constexpr OptionRow kConfig[] = {
    {"what", "", Takes::kChoice, "show (default): every setting and where it comes from", "show"},
};

constexpr OptionRow kTools{
    "--tools",    "FILE",
    Takes::kFile, "a Lua file that declares more tools, resources and prompts (repeatable)",
    "",           false,
    nullptr,      true};

constexpr OptionRow kMcp[] = {
    kTools,
    {"--toolsets", "LIST", Takes::kText,
     "the tools that clients get: toolsets, domains, tools, `all`, and -NAME for those not to have "
     "(default: PEEKABOO_TOOLSETS, else core)"},
    {"--http", "ADDRESS", Takes::kText,
     "serve Streamable HTTP, at the path /mcp: PORT (on loopback), HOST:PORT or unix:PATH"},
    {"--token", "TEXT", Takes::kText,
     "what HTTP clients must present as bearer token (default: PEEKABOO_HTTP_TOKEN; beyond "
     "loopback one is made and printed)"},
    {"--tls-certificate", "FILE", Takes::kFile, "PEM file: serve https"},
    {"--tls-key", "FILE", Takes::kFile, "PEM file: the key of that certificate"},
    {"--poll-after", "SECONDS", Takes::kText,
     "close an HTTP reply stream after so long; the client comes back for the rest (default: "
     "never)"},
};

constexpr OptionRow kCall[] = {
    {"tool", "", Takes::kChoice, "image, analyze, list ...", "image analyze list", true},
    {"arguments", "", Takes::kText, "a JSON object (default: {})"},
    kTools,
};

constexpr OptionRow kRun[] = {
    {"file", "", Takes::kFile, "the script; - is standard input", "", true},
    {"-e", "", Takes::kNothing, "the first word is the script itself, not its file", "", false,
     "text"},
    {"--watch", "", Takes::kNothing,
     "run it again whenever it, or a file that it requires, is saved"},
};

constexpr OptionRow kDaemon[] = {
    {"what", "", Takes::kChoice, "status, reload or logs of the one that runs; nothing: be it",
     "status reload logs"},
    {"name", "", Takes::kText, "with reload and logs: only this automation"},
    {"--follow", "", Takes::kNothing, "with logs: go on with what comes"},
    {"--lines", "N", Takes::kText, "with logs: begin with so many lines (default: 50)"},
};

// Numbers of scripts/modules/errors.lua, as a test knows.
constexpr const char* kRunEnds =
    "Exit statuses:\n"
    "  0     the script came to its end\n"
    "  17    the file cannot be read (FILE_IO_ERROR)\n"
    "  26    the script failed, or is broken (SCRIPT_ERROR)\n"
    "  64    the command line makes no sense (INVALID_ARGUMENT)\n"
    "  130   Ctrl-C\n";
constexpr const char* kCheckEnds =
    "Exit statuses:\n"
    "  0     nothing was found\n"
    "  17    a file cannot be read (FILE_IO_ERROR)\n"
    "  26    mistakes were found (SCRIPT_ERROR)\n"
    "  64    the command line makes no sense (INVALID_ARGUMENT)\n";
constexpr const char* kDaemonEnds =
    "Exit statuses:\n"
    "  0     done\n"
    "  17    no daemon runs; or one does already (FILE_IO_ERROR)\n"
    "  20    there is no such automation (INVALID_ARGUMENT)\n"
    "  23    the daemon does not answer (TIMEOUT)\n"
    "  26    reload: an automation is broken, or has failed meanwhile (SCRIPT_ERROR)\n"
    "  64    the command line makes no sense (INVALID_ARGUMENT)\n";

constexpr OptionRow kApi[] = {
    {"module", "", Takes::kText,
     "only this module or function (with --stubs: the folder to write to)"},
    {"--markdown", "", Takes::kNothing, "the whole reference, as Markdown"},
    {"--stubs", "", Takes::kNothing,
     "annotations for editors (Lua language server): one text, or with a folder a file for each "
     "module"},
    {"--tools", "", Takes::kNothing, "the tools' reference, as Markdown"},
    {"--settings", "", Takes::kNothing, "the settings' reference, as Markdown"},
};

constexpr OptionRow kCheck[] = {
    {"files", "", Takes::kFile, "the scripts", "", true, nullptr, true},
};

constexpr OptionRow kShow[] = {
    {"file", "", Takes::kFile, "a .png, .jpg or .webp file", "", true},
};

constexpr OptionRow kCompletion[] = {
    {"shell", "", Takes::kChoice, "bash, zsh or fish", "bash zsh fish", true},
};

constexpr CommandRow kCommands[] = {
    {"image", "Capture screens, applications or windows", kImage},
    {"list", "List applications, windows, screens or the server's status", kList},
    {"analyze", "Ask an AI provider about an image file", kAnalyze},
    {"mcp", "Serve MCP on standard input and output, or over HTTP", kMcp},
    {"doctor", "Say what works on this desktop, what does not, and what to do", {}},
    {"config", "Show the settings and where each comes from", kConfig},
    {"call", "Call a tool with JSON arguments and print its raw result", kCall},
    {"run", "Run a Lua automation; words after the file are its arg", kRun, kRunEnds},
    {"daemon", "Run every automation of the configuration folder, or ask the daemon that does",
     kDaemon, kDaemonEnds},
    {"repl", "Lua at a prompt, or line by line from standard input", {}},
    {"api", "Show the functions that Lua scripts can call", kApi},
    {"check", "Find mistakes in Lua scripts without running them", kCheck, kCheckEnds},
    {"show", "Show a picture in the terminal", kShow},
    {"completion", "Print a script that completes these words in a shell", kCompletion},
};

}  // namespace

std::string OptionRow::key() const {
  if (name) return name;
  std::string_view plain = word;
  while (plain.starts_with('-')) plain.remove_prefix(1);
  std::string result(plain);
  for (char& c : result)
    if (c == '-') c = '_';
  return result;
}

std::span<const CommandRow> command_rows() { return kCommands; }

std::span<const OptionRow> common_rows() { return kCommon; }

}  // namespace runtime
