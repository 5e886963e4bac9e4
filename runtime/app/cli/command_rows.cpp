#include "runtime/app/cli/command_rows.hpp"

#include <algorithm>
#include <limits>
#include <lua5.4/lua.hpp>
#include <optional>

#include "runtime/app/cli/row_reader.hpp"
#include "runtime/app/cli/tool_rows.hpp"
#include "runtime/app/host/script_source.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

using Takes = OptionRow::Takes;

// Returns the strings of a list or the one string of a field, separated by blanks.
std::string choices_field(lua_State* lua, const char* name) {
  std::string all = text_field(lua, name);
  lua_getfield(lua, -1, name);
  all += joined_texts(lua);
  lua_pop(lua, 1);
  return all;
}

Takes takes_of(const OptionRow& row, const std::string& word, bool some) {
  if (word == "file") return Takes::kFile;
  if (word == "folder") return Takes::kFolder;
  if (!row.choices.empty()) return some ? Takes::kChoices : Takes::kChoice;
  return row.is_word() || !row.type.empty() ? Takes::kText : Takes::kNothing;
}

OptionRow option_of(lua_State* lua, const std::string& scripts) {
  OptionRow row;
  row.word = text_at(lua, 1);
  row.text = text_at(lua, 2);
  row.type = text_field(lua, "value");
  row.name = text_field(lua, "name");
  row.required = is_true(lua, "required");
  row.several = is_true(lua, "several");
  const std::string some = choices_field(lua, "some_of");
  row.choices = some.empty() ? choices_field(lua, "one_of") : some;
  row.open = row.choices == "tools";
  if (row.open) row.choices = tool_names(scripts);
  row.takes = takes_of(row, text_field(lua, "takes"), !some.empty());
  return row;
}

// Returns whether every subcommand gets the option anyway: by common_rows(), or from
// script_command().
bool is_taken(const OptionRow& row) {
  for (const char* name : {"json_output", "colour", "columns"})
    if (row.key() == name) return true;
  return std::any_of(common_rows().begin(), common_rows().end(),
                     [&row](const OptionRow& common) { return common.word == row.word; });
}

void check_option(const std::string& command, const std::vector<OptionRow>& options) {
  const std::string file = "scripts/commands/" + command + ".lua";
  if (options.empty() || options.back().word.empty())
    throw Error("SCRIPT_ERROR", file + " has an option without a word",
                "Write options = {{\"--word\", \"what it does\"}, …}.");
  if (is_taken(options.back()))
    throw Error("SCRIPT_ERROR",
                file + " has the option '" + options.back().word +
                    "', which the program sets for every subcommand",
                "Give the option another name.");
}

// Reads the row of the module on top of the stack.
CommandRow command_of(lua_State* lua, const std::string& name, const std::string& scripts) {
  CommandRow row;
  row.name = name;
  lua_getfield(lua, -1, "run");
  row.scripted = lua_isfunction(lua, -1);
  lua_pop(lua, 1);
  lua_getfield(lua, -1, "row");
  if (!lua_istable(lua, -1))
    throw Error("SCRIPT_ERROR", "scripts/commands/" + name + ".lua has no row",
                "Give it row = {text = …, options = {…}}.");
  row.text = text_field(lua, "text");
  row.ends = text_field(lua, "ends");
  row.desktop = is_true(lua, "desktop");
  row.captures = is_true(lua, "captures");
  lua_getfield(lua, -1, "order");
  row.order = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : std::numeric_limits<int>::max();
  lua_pop(lua, 1);
  if (is_true(lua, "tools")) row.tools = acting_tools(scripts);
  lua_getfield(lua, -1, "options");
  for (int i = 1; lua_istable(lua, -1) && i <= static_cast<int>(lua_rawlen(lua, -1)); ++i) {
    lua_rawgeti(lua, -1, i);
    if (lua_istable(lua, -1)) row.options.push_back(option_of(lua, scripts));
    lua_pop(lua, 1);
    check_option(name, row.options);
  }
  return row;
}

CommandRow row_of(const std::string& name, const Script& script, const std::string& scripts) {
  const RowState state = open_row_state();
  run_rows(state.get(), script);
  return command_of(state.get(), name, scripts);
}

}  // namespace

std::string OptionRow::key() const {
  if (!name.empty()) return name;
  std::string_view plain = word;
  while (plain.starts_with('-')) plain.remove_prefix(1);
  std::string result(plain);
  for (char& c : result)
    if (c == '-') c = '_';
  return result;
}

Commands::Commands(std::string scripts) : scripts_(std::move(scripts)) {}

std::vector<std::string> Commands::names() const {
  std::vector<std::string> names = script_names(scripts_, "commands");
  std::erase_if(names, [](const std::string& name) { return name.find('.') != std::string::npos; });
  return names;
}

const CommandRow* Commands::find(const std::string& name) {
  const auto known = read_.find(name);
  if (known != read_.end()) return &known->second;
  if (name.find('.') != std::string::npos) return nullptr;
  const std::optional<Script> script = script_source(scripts_)("commands." + name);
  if (!script) return nullptr;
  return &read_.emplace(name, row_of(name, *script, scripts_)).first->second;
}

std::vector<const CommandRow*> Commands::all() {
  std::vector<const CommandRow*> rows;
  for (const std::string& name : names()) rows.push_back(find(name));
  std::stable_sort(rows.begin(), rows.end(), [](const CommandRow* one, const CommandRow* other) {
    return one->order < other->order;
  });
  return rows;
}

const std::vector<OptionRow>& common_rows() {
  static const std::vector<OptionRow> rows = {
      {"--help", "", Takes::kNothing, "print this help"},
      {"--version", "", Takes::kNothing, "print the version"},
      {"--json-output", "", Takes::kNothing,
       "print the answer (if the command has one) or the error as one JSON object"},
      {"--trace", "", Takes::kNothing,
       "trace every function that a script calls, with arguments and milliseconds, on standard "
       "error (mcp, daemon: in the log)"},
      {"--scripts", "FOLDER", Takes::kFolder,
       "a folder whose scripts replace the built-in ones (for development)"},
      {"--virtual", "WxH", Takes::kText,
       "WxH: work on a private display that ends with the command"},
      {"--open", "COMMAND", Takes::kText,
       "with --virtual: a command to start on that display (repeatable)"},
  };
  return rows;
}

}  // namespace runtime
