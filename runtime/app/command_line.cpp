#include "runtime/app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "runtime/lua/bindings.hpp"

namespace runtime {

namespace {

constexpr const char* kExamples = R"(Examples:
  peekaboo list apps                                    what runs, and with how many windows
  peekaboo image --app Firefox --path ~/firefox.png     the front window of Firefox
  peekaboo image --mode frontmost                       the window you are in, into this folder
  peekaboo analyze shot.png "What does the dialog say?" ask about a picture
  peekaboo doctor                                       what works on this desktop, and what to do
  peekaboo mcp                                          serve an AI client on stdin and stdout
  peekaboo --virtual 1280x800 --open xterm image        on a private display that ends with the command)";

// One string option of a subcommand that is passed on to the scripts when given.
struct Forwarded {
  const char* name;  // with "_" for "-"
  std::string value;
  CLI::Option* option = nullptr;
};

class Forwarding {
 public:
  void add(CLI::App* app, const char* flags, const char* name, const char* type, const char* what) {
    rows_.push_back(std::make_unique<Forwarded>(Forwarded{name, {}}));
    rows_.back()->option = app->add_option(flags, rows_.back()->value, what)->type_name(type);
  }
  CLI::Option* last() { return rows_.back()->option; }
  void collect(Value* options) const {
    for (const auto& row : rows_)
      if (row->option->count() > 0) options->set(row->name, row->value);
  }

 private:
  std::vector<std::unique_ptr<Forwarded>> rows_;
};

void add_image(CLI::App& app, Forwarding& forward) {
  CLI::App* image = app.add_subcommand("image", "Capture screens, applications or windows");
  forward.add(image, "--app", "app", "NAME", "application: name, desktop entry id, or PID:n");
  forward.add(image, "--path", "path", "PATH", "file or folder to save to (default: PEEKABOO_DEFAULT_SAVE_PATH, else this folder)");
  forward.add(image, "--mode", "mode", "MODE", "screen, window, multi or frontmost (default: window with --app, else screen)");
  forward.add(image, "--screen-index", "screen_index", "N", "only this screen, counted from 0");
  forward.add(image, "--window-title", "window_title", "TEXT", "the window whose title is, or contains, this");
  forward.add(image, "--window-index", "window_index", "N", "the window at this place, 0 = front-most");
  forward.add(image, "--format", "format", "FORMAT", "png or jpg (default: by the path's extension, else png)");
  forward.add(image, "--capture-focus", "capture_focus", "FOCUS", "background (default), auto or foreground");
  forward.add(image, "--region", "region", "X,Y,WxH", "only this part, in desktop pixels");
  forward.add(image, "--scale", "scale", "FACTOR", "scale down, for example 0.5");
  forward.add(image, "--max-width", "max_width", "N", "scale down to at most this many pixels");
  forward.add(image, "--max-height", "max_height", "N", "the same for the height");
  forward.add(image, "--max-bytes", "max_bytes", "N", "scale down until all pictures together take no more as Base64 (4/3 of the files)");
  forward.add(image, "--question", "question", "TEXT", "ask an AI provider about the picture");
}

void add_list(CLI::App& app, Forwarding& forward) {
  CLI::App* list = app.add_subcommand("list", "List applications, windows, screens or the server's status");
  forward.add(list, "what", "what", "", "apps (default), windows, screens or server_status");
  forward.last()->check(CLI::IsMember({"apps", "windows", "screens", "server_status"}));
  forward.add(list, "--app", "app", "NAME", "application, for windows");
  forward.add(list, "--include-details", "include_details", "LIST", "for windows: ids, bounds, off_screen (comma-separated)");
}

void add_analyze(CLI::App& app, Forwarding& forward) {
  CLI::App* analyze = app.add_subcommand("analyze", "Ask an AI provider about an image file");
  forward.add(analyze, "file", "image_path", "", "a .png, .jpg or .webp file");
  forward.last()->required();
  forward.add(analyze, "question", "question", "TEXT", "what to ask");
  forward.add(analyze, "--provider", "provider", "NAME", "a provider from PEEKABOO_AI_PROVIDERS (default: the first that works)");
  forward.add(analyze, "--model", "model", "NAME", "its model");
}

// An empty text when `size` is WxH with sides that an X server can have, else what is wrong.
std::string check_size(const std::string& size) {
  const std::size_t x = size.find('x');
  const auto is_side = [](const std::string& text) {
    return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos &&
           std::stoi(text) >= 16 && std::stoi(text) <= 32767;
  };
  if (x != std::string::npos && is_side(size.substr(0, x)) && is_side(size.substr(x + 1))) return {};
  return "'" + size + "' is no size; give it as WxH, for example 1280x800";
}

// CLI11's message, and the nearest subcommand when that is what the first word was meant to be.
std::string usage_text(const CLI::App& app, const CLI::ParseError& error, int count, char** words) {
  std::string text = error.what();
  if (count < 2 || words[1][0] == '-') return text;
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(each->get_name());
  if (std::find(names.begin(), names.end(), words[1]) != names.end()) return text;
  const std::string near = nearest_name(words[1], names);
  return near.empty() ? text : "there is no subcommand '" + std::string(words[1]) + "'; did you mean '" + near + "'?";
}

bool wants_json(int count, char** words) {
  for (int i = 1; i < count; ++i)
    if (std::string_view(words[i]) == "--json-output") return true;
  return false;
}

void add_tools(CLI::App* app, std::vector<std::string>& files) {
  app->add_option("--tools", files, "a Lua file that declares more tools, resources and prompts (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void add_mcp(CLI::App& app, CommandLine& line) {
  CLI::App* mcp = app.add_subcommand("mcp", "Serve MCP on standard input and output, or over HTTP");
  add_tools(mcp, line.tools);
  http::ServerSettings& http = line.http;
  CLI::Option* address = mcp->add_option("--http", http.address, "serve Streamable HTTP there, at the path /mcp: PORT (on loopback), HOST:PORT or unix:PATH")
                             ->type_name("ADDRESS")
                             ->check([](const std::string& text) { return std::string(text.empty() ? "the address is empty" : ""); });
  mcp->add_option("--token", http.token, "what clients must present as bearer token (default: PEEKABOO_HTTP_TOKEN; beyond loopback one is made and printed)")
      ->envname("PEEKABOO_HTTP_TOKEN")
      ->type_name("TEXT");
  mcp->add_option("--tls-certificate", http.certificate, "PEM file: serve https")->type_name("FILE")->needs(address);
  mcp->add_option("--tls-key", http.key, "PEM file: the key of that certificate")->type_name("FILE")->needs(address);
  mcp->add_option("--poll-after", http.poll_after, "close a reply stream after so many seconds; the client comes back for the rest (default: never)")
      ->type_name("SECONDS")
      ->needs(address)
      ->check(CLI::Range(0.0, 86400.0));
}

void add_others(CLI::App& app, CommandLine& line, std::string& tool, std::string& arguments, std::string& file) {
  add_mcp(app, line);
  app.add_subcommand("doctor", "Say what works on this desktop, what does not, and what to do");
  CLI::App* call = app.add_subcommand("call", "Call a tool with JSON arguments and print its raw result");
  call->add_option("tool", tool, "image, analyze, list ...")->required();
  call->add_option("arguments", arguments, "a JSON object (default: {})");
  add_tools(call, line.tools);
  CLI::App* run = app.add_subcommand("run", "Run a Lua automation; words after the file are its arg");
  run->add_option("file", file, "the script")->required();
  // Whatever follows the file is the script's, options included.
  run->prefix_command()->fallthrough(false);
  CLI::App* api = app.add_subcommand("api", "Show the functions that Lua scripts can call");
  api->add_option("module", file, "only this module");
  CLI::App* show = app.add_subcommand("show", "Show a picture in the terminal");
  show->add_option("file", file, "a .png, .jpg or .webp file")->required();
}

}  // namespace

CommandLine parse_command_line(int count, char** words) {
  CommandLine result;
  result.json_output = wants_json(count, words);
  std::string tool, arguments = "{}", file;
  CLI::App app("Eyes on a desktop, for AI agents and for people who script.", "peekaboo");
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  app.fallthrough();
  bool version = false, json_output = false;
  app.add_flag("--version", version, "print the version");
  app.add_flag("--json-output", json_output, "image, list, analyze, doctor and errors: print one JSON object");
  app.add_option("--scripts", result.scripts, "a folder whose scripts replace the built-in ones (for development)");
  app.add_option("--virtual", result.display_size, "WxH: work on a private display that ends with the command")
      ->type_name("WxH")
      ->check(check_size);
  app.add_option("--open", result.open, "with --virtual: a command to start on that display (repeatable)")
      ->type_name("COMMAND")
      ->allow_extra_args(false);

  Forwarding image, list, analyze;
  add_image(app, image);
  add_list(app, list);
  add_analyze(app, analyze);
  add_others(app, result, tool, arguments, file);
  for (CLI::App* each : app.get_subcommands([](CLI::App*) { return true; })) each->footer("");
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    result.text = app.help();
    return result;
  } catch (const CLI::ParseError& error) {
    result.face = "usage";
    result.text = usage_text(app, error, count, words);
    return result;
  }
  if (version) {
    result.face = "version";
    return result;
  }
  if (!result.open.empty() && result.display_size.empty()) {
    result.face = "usage";
    result.text = "--open needs --virtual WxH: it starts commands on a private display only";
    return result;
  }
  result.text = app.help();
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    if (count > 1) {
      result.face = "usage";
      result.text = "a subcommand is missing";
    }
    return result;
  }
  result.face = chosen[0]->get_name();
  result.options = Value(Value::Record());
  if (result.face == "image") image.collect(&result.options);
  if (result.face == "list") list.collect(&result.options);
  if (result.face == "analyze") analyze.collect(&result.options);
  if (result.face == "api") result.arguments = {file};
  if (result.face == "call") result.arguments = {tool, arguments};
  if (result.face == "run" || result.face == "show") result.arguments.insert(result.arguments.begin(), file);
  if (result.face == "run")
    for (const std::string& word : chosen[0]->remaining()) result.arguments.push_back(word);
  return result;
}

}  // namespace runtime
