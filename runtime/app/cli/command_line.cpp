#include "runtime/app/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "runtime/app/cli/command_rows.hpp"
#include "runtime/core/value/edit_distance.hpp"
#include "runtime/lua/bridge/bindings.hpp"

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

std::string choose(const OptionRow& row, std::string& word);

// The options of one command, as given by the user.
class Given {
 public:
  void add(CLI::App* app, const OptionRow& row) {
    entries_.push_back(std::make_unique<Entry>(Entry{&row, {}, {}, false, nullptr}));
    Entry& entry = *entries_.back();
    if (row.is_flag()) {
      entry.option = app->add_flag(row.word, entry.on, row.text);
      return;
    }
    if (row.several) {
      entry.option = app->add_option(row.word, entry.texts, row.text)
                         ->type_name(row.type)
                         ->required(row.required);
      if (!row.is_word()) entry.option->allow_extra_args(false);
      return;
    }
    entry.option = app->add_option(row.word, entry.text, row.text)
                       ->type_name(row.type)
                       ->required(row.required);
    if (row.takes == OptionRow::Takes::kChoice && !row.open)
      entry.option->transform(
          CLI::Validator([&row](std::string& word) { return choose(row, word); }, ""));
  }
  Value collected() const {
    Value options = Value::Record{};
    for (const auto& entry : entries_) {
      if (entry->option->count() == 0) continue;
      options.set(entry->row->key(), entry->given());
    }
    return options;
  }

 private:
  struct Entry {
    const OptionRow* row;
    std::string text;
    std::vector<std::string> texts;
    bool on;
    CLI::Option* option;

    Value given() const {
      if (row->is_flag()) return true;
      if (!row->several) return text;
      Value::List all;
      for (const std::string& each : texts) all.emplace_back(each);
      return all;
    }
  };
  std::vector<std::unique_ptr<Entry>> entries_;
};

// Returns an empty text when `size` is WxH with sides that an X server supports, else the problem.
std::string check_size(const std::string& size) {
  const std::size_t x = size.find('x');
  const auto is_side = [](const std::string& text) {
    return !text.empty() && text.size() <= 5 &&
           text.find_first_not_of("0123456789") == std::string::npos && std::stoi(text) >= 16 &&
           std::stoi(text) <= 32767;
  };
  if (x != std::string::npos && is_side(size.substr(0, x)) && is_side(size.substr(x + 1)))
    return {};
  return "'" + size + "' is not a size; give it as WxH, for example 1280x800";
}

std::string with_nearest(const std::string& text, std::string_view word,
                         const std::vector<std::string>& names) {
  const std::string near = did_you_mean(word, names);
  return near.empty() ? text : text + "; " + near;
}

// Spells `word` as the row's choice that it is but for capitals, and returns an empty text; returns
// the problem when it is none.
std::string choose(const OptionRow& row, std::string& word) {
  const std::vector<std::string> choices = CLI::detail::split(row.choices, ' ');
  const std::string small = CLI::detail::to_lower(word);
  const auto same = [&small](const std::string& choice) {
    return CLI::detail::to_lower(choice) == small;
  };
  const auto chosen = std::find_if(choices.begin(), choices.end(), same);
  if (chosen != choices.end()) word = *chosen;
  if (chosen != choices.end()) return {};
  return with_nearest("'" + word + "' is none of " + CLI::detail::join(choices, ", "), word,
                      choices);
}

// Returns the problem with a word that `command`, called `name`, does not accept.
std::string superfluous(const CommandRow& command, const std::string& word,
                        const std::string& name) {
  const std::string where = "`peekaboo " + name + "`";
  if (word[0] != '-') return where + " does not accept the word '" + word + "' here";
  const std::string option = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const auto* rows : {&command.options, &common_rows()})
    for (const OptionRow& row : *rows) {
      if (!row.is_word()) names.emplace_back(row.word);
      if (row.is_word() && option == "--" + row.word)
        return where + " takes [" + row.word + "] as a word, without " + option;
    }
  return with_nearest(where + " has no option " + word, word, names);
}

// Returns the first word that no command or option has taken.
std::string leftover(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  return words.empty() ? "" : words[0];
}

// Returns the tool of a command that the words name, or null.
const CommandRow* named_tool(const CommandRow& command, const CLI::App& chosen) {
  const auto names = chosen.get_subcommands();
  for (const CommandRow& tool : command.tools)
    if (!names.empty() && names[0]->get_name() == tool.name) return &tool;
  return nullptr;
}

// Explains words after a command whose tools they should name.
void explain_tool(CommandLine& result, const CommandRow& command, const CLI::App& chosen,
                  const std::string& word) {
  const CommandRow* tool = named_tool(command, chosen);
  if (tool)
    result.hint = "Run `peekaboo " + command.name + " " + tool->name + " --help` for usage.";
  if (tool && !word.empty())
    result.text = superfluous(*tool, word, command.name + " " + tool->name);
  if (tool || word.empty() || word[0] == '-') return;
  std::vector<std::string> names;
  for (const CommandRow& each : command.tools) names.push_back(each.name);
  result.text = with_nearest("there is no acting tool '" + word + "'", word, names);
}

void explain(CommandLine& result, const CLI::App& app, const CLI::ParseError& error, int count,
             char** words, Commands& commands) {
  result.command = "usage";
  result.text = error.what();
  const auto chosen = app.get_subcommands();
  const CommandRow* command = chosen.empty() ? nullptr : commands.find(chosen[0]->get_name());
  if (command) result.hint = "Run `peekaboo " + std::string(command->name) + " --help` for usage.";
  const std::string word = leftover(app);
  if (command && !command->tools.empty()) return explain_tool(result, *command, *chosen[0], word);
  if (command && !word.empty()) result.text = superfluous(*command, word, command->name);
  if (command || count < 2 || words[1][0] == '-') return;
  result.text = with_nearest("there is no subcommand '" + std::string(words[1]) + "'", words[1],
                             commands.names());
}

bool wants_json(int count, char** words) {
  for (int i = 1; i < count; ++i)
    if (std::string_view(words[i]) == "--json-output") return true;
  return false;
}

const OptionRow& common_row(std::string_view word) {
  const auto& rows = common_rows();
  return *std::find_if(rows.begin(), rows.end(),
                       [&](const OptionRow& row) { return row.word == word; });
}

std::string text_of(const Value& options, std::string_view name) {
  const std::string* text = options[name].string();
  return text ? *text : std::string();
}

// Returns the words of the commands that take no options.
std::vector<std::string> plain_arguments(const std::string& command, const Value& options) {
  if (command == "completion") return {text_of(options, "shell")};
  if (command == "call") {
    const std::string arguments = text_of(options, "arguments");
    return {text_of(options, "tool"), options["arguments"].is_nil() ? "{}" : arguments};
  }
  std::vector<std::string> words;
  if (command == "run" || command == "show") words.push_back(text_of(options, "file"));
  return words;
}

// Returns the position of the next word from `at` on that is neither a common option nor the value
// of one.
int next_plain_word(int at, int count, char** words) {
  // A lone dash is a word: standard input.
  for (; at < count && words[at][0] == '-' && words[at][1] != '\0'; ++at)
    for (const OptionRow& row : common_rows())
      if (!row.is_flag() && row.word == std::string_view(words[at])) ++at;
  return std::min(at, count);
}

// Returns how many of the words belong to the program: all that follow the file of `run` are the
// script's, including options.
int our_words(int count, char** words) {
  const int command = next_plain_word(1, count, words);
  if (command == count || std::string_view(words[command]) != "run") return count;
  return std::min(next_plain_word(command + 1, count, words) + 1, count);
}

// Turns "help image" into "image --help".
std::vector<char*> without_help_word(int count, char** words) {
  static char help_option[] = "--help";
  std::vector<char*> all(words, words + count);
  const int first = next_plain_word(1, count, words);
  if (first == count || std::string_view(words[first]) != "help") return all;
  all.erase(all.begin() + first);
  all.push_back(help_option);
  return all;
}

// Adds the options that are allowed anywhere.
void add_common(CLI::App& app, CommandLine& result) {
  app.set_help_flag("--help,-h", common_row("--help").text);
  app.add_flag("--version", common_row("--version").text);
  app.add_flag("--json-output", result.json_output, common_row("--json-output").text);
  app.add_flag("--trace", result.trace, common_row("--trace").text);
  app.add_option("--scripts", result.scripts, common_row("--scripts").text)
      ->type_name(common_row("--scripts").type);
  app.add_option("--virtual", result.display_size, common_row("--virtual").text)
      ->type_name(common_row("--virtual").type)
      ->check(check_size);
  app.add_option("--open", result.open, common_row("--open").text)
      ->type_name(common_row("--open").type)
      ->allow_extra_args(false);
}

// Identifies the options of a tool among those of all commands.
std::string tool_key(const CommandRow& command, const CommandRow& tool) {
  return command.name + " " + tool.name;
}

std::map<std::string, Given> add_commands(CLI::App& app,
                                          const std::vector<const CommandRow*>& rows) {
  std::map<std::string, Given> given;
  for (const CommandRow* row : rows) {
    CLI::App* command = app.add_subcommand(row->name, row->text);
    command->footer(row->ends);
    for (const OptionRow& option : row->options) given[row->name].add(command, option);
    if (!row->tools.empty()) command->require_subcommand(1);
    for (const CommandRow& tool : row->tools) {
      CLI::App* member = command->add_subcommand(tool.name, tool.text);
      for (const OptionRow& option : tool.options) given[tool_key(*row, tool)].add(member, option);
    }
  }
  return given;
}

// Returns the command named by the words; none when they name none.
std::vector<const CommandRow*> named_command(int count, char** words, Commands& commands) {
  const int first = next_plain_word(1, count, words);
  const CommandRow* row = first < count ? commands.find(words[first]) : nullptr;
  if (!row) return {};
  return {row};
}

CommandLine usage(CommandLine result, std::string text) {
  result.command = "usage";
  result.text = std::move(text);
  return result;
}

// Returns the first of the common options given that `completion` has no use for, or "": it calls
// no script and looks at no desktop.
std::string unused_by_completion(const CLI::App& app) {
  for (const char* word : {"--trace", "--virtual", "--json-output"})
    if (app.count(word) > 0) return word;
  return {};
}

// `rows`: the subcommands that the words may name. Returns nothing when help or an error needs all
// of them.
std::optional<CommandLine> parse_words(int count, char** words, Commands& commands,
                                       const std::vector<const CommandRow*>& rows, bool all) {
  CommandLine result;
  const int ours = our_words(count, words);
  result.json_output = wants_json(ours, words);
  CLI::App app("Eyes and hands on a desktop, for AI agents and for people who script.", "peekaboo");
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  app.fallthrough();
  add_common(app, result);
  std::map<std::string, Given> given = add_commands(app, rows);
  const bool lacking = !all && rows.empty();
  try {
    app.parse(ours, words);
  } catch (const CLI::CallForHelp& asked) {
    if (lacking) return std::nullopt;
    // Help on a word that means nothing would be help on something else.
    const std::string word = leftover(app);
    if (word.empty() || word[0] == '-')
      result.text = app.help();
    else
      explain(result, app, asked, count, words, commands);
    return result;
  } catch (const CLI::ParseError& error) {
    if (lacking) return std::nullopt;
    explain(result, app, error, count, words, commands);
    return result;
  }
  if (app.count("--version") > 0) {
    result.command = "version";
    return result;
  }
  if (!result.open.empty() && result.display_size.empty())
    return usage(std::move(result),
                 "--open needs --virtual WxH: it only starts commands on a private display");
  const auto chosen = app.get_subcommands();
  if (chosen.empty() && lacking) return std::nullopt;
  if (chosen.empty()) result.text = app.help();
  if (chosen.empty()) return count > 1 ? usage(std::move(result), "missing subcommand") : result;
  result.command = chosen[0]->get_name();
  const std::string unused = result.command == "completion" ? unused_by_completion(app) : "";
  if (!unused.empty())
    return usage(std::move(result), "`peekaboo completion` does not use " + unused);
  const CommandRow* row = commands.find(result.command);
  result.scripted = row->scripted;
  result.desktop = row->desktop;
  result.captures = row->captures;
  const CommandRow* tool = row->tools.empty() ? nullptr : named_tool(*row, *chosen[0]);
  result.options = given[tool ? tool_key(*row, *tool) : result.command].collected();
  if (tool) result.options.set("tool", tool->name);
  result.arguments = plain_arguments(result.command, result.options);
  result.arguments.insert(result.arguments.end(), words + ours, words + count);
  return result;
}

}  // namespace

CommandLine parse_command_line(int count, char** words, Commands& commands) {
  std::vector<char*> kept = without_help_word(count, words);
  const int left = static_cast<int>(kept.size());
  const auto named = named_command(left, kept.data(), commands);
  std::optional<CommandLine> line = parse_words(left, kept.data(), commands, named, false);
  if (!line) line = parse_words(left, kept.data(), commands, commands.all(), true);
  return std::move(*line);
}

std::string scripts_option(int count, char** words) {
  constexpr std::string_view kOption = "--scripts", kWithValue = "--scripts=";
  const int ours = our_words(count, words);
  for (int i = 1; i < ours; ++i) {
    const std::string_view word = words[i];
    if (word == kOption && i + 1 < ours) return words[i + 1];
    if (word.starts_with(kWithValue)) return std::string(word.substr(kWithValue.size()));
  }
  return {};
}

}  // namespace runtime
