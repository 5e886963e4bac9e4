#include "runtime/app/cli/tool_rows.hpp"

#include <algorithm>
#include <cctype>
#include <lua5.4/lua.hpp>
#include <optional>

#include "runtime/app/cli/row_reader.hpp"

namespace runtime {

namespace {

using Takes = OptionRow::Takes;

// What rows of acting tools require; rows that do not name it have none and are not read.
constexpr const char* kShared = "acting.parameters";

// Turns "windowId" and "app_target" into "--window-id" and "--app-target".
std::string option_word(const std::string& name) {
  std::string word = "--";
  for (const char c : name) {
    if (c == '_') {
      word += '-';
    } else if (std::isupper(static_cast<unsigned char>(c)) != 0) {
      word += '-';
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      word += c;
    }
  }
  return word;
}

// Completes an option by the rows of a record on top of the stack: "X,Y,WIDTH,HEIGHT".
void take_record(lua_State* lua, OptionRow& option) {
  for (int i = 1; i <= static_cast<int>(lua_rawlen(lua, -1)); ++i) {
    lua_rawgeti(lua, -1, i);
    option.type += (i == 1 ? "" : ",") + text_at(lua, 1);
    lua_pop(lua, 1);
  }
  for (char& c : option.type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

bool is_record(lua_State* lua) {
  if (!lua_istable(lua, -1)) return false;
  const bool has_rows = lua_rawgeti(lua, -1, 1) == LUA_TTABLE;
  lua_pop(lua, 1);
  return has_rows;
}

// Completes an option by the type on top of the stack: a name, a list of words, {list = type}, or
// the rows of a record.
void take_type(lua_State* lua, OptionRow& option) {
  if (lua_isstring(lua, -1)) {
    const std::string name = lua_tostring(lua, -1);
    if (name == "boolean") option.takes = Takes::kNothing;
    if (name != "boolean") option.type = name == "integer" || name == "number" ? "N" : "TEXT";
    return;
  }
  if (is_record(lua)) return take_record(lua, option);
  if (!text_field(lua, "list").empty()) {
    option.type = "TEXT,...";
    return;
  }
  lua_getfield(lua, -1, "list");
  const bool is_list = lua_istable(lua, -1);
  if (!is_list) lua_pop(lua, 1);
  option.choices = joined_texts(lua);
  option.takes = is_list ? Takes::kChoices : Takes::kChoice;
  option.type = is_list ? "WORD,..." : "WORD";
  if (is_list) lua_pop(lua, 1);
}

// Returns words separated by blanks as a list for people.
std::string listed(const std::string& words) {
  std::string text;
  for (const char each : words) text += each == ' ' ? std::string(", ") : std::string(1, each);
  return text;
}

OptionRow option_of_parameter(lua_State* lua) {
  OptionRow option;
  option.name = text_at(lua, 1);
  option.word = option_word(option.name);
  option.text = text_at(lua, 3);
  if (option.text.empty()) option.text = text_field(lua, "meaning");
  option.required = !is_true(lua, "optional");
  lua_rawgeti(lua, -1, 2);
  take_type(lua, option);
  lua_pop(lua, 1);
  if (!option.choices.empty())
    option.text += (option.text.empty() ? "One of: " : " One of: ") + listed(option.choices) + ".";
  if (option.required && option.takes == Takes::kNothing) {
    // What must be said can be false, too.
    option.takes = Takes::kChoice;
    option.choices = "true false";
    option.type = "true|false";
  }
  return option;
}

// Reads the row of a tool on top of the stack.
CommandRow command_of_tool(lua_State* lua) {
  CommandRow row;
  row.name = text_field(lua, "name");
  row.text = text_field(lua, "description");
  row.scripted = row.desktop = true;
  lua_getfield(lua, -1, "params");
  for (int i = 1; lua_istable(lua, -1) && i <= static_cast<int>(lua_rawlen(lua, -1)); ++i) {
    lua_rawgeti(lua, -1, i);
    if (lua_istable(lua, -1)) row.options.push_back(option_of_parameter(lua));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return row;
}

// Adds the tools of the rows on top of the stack that say what they do to the desktop.
void add_tools(lua_State* lua, std::vector<CommandRow>& tools) {
  lua_getfield(lua, -1, "tools");
  for (int i = 1; lua_istable(lua, -1) && i <= static_cast<int>(lua_rawlen(lua, -1)); ++i) {
    lua_rawgeti(lua, -1, i);
    if (lua_istable(lua, -1) && !text_field(lua, "effect").empty())
      tools.push_back(command_of_tool(lua));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

}  // namespace

std::string tool_names(const std::string& scripts) {
  std::string all;
  const std::vector<std::string> files = script_names(scripts, "tools");
  for (const std::string& file : files) {
    const std::size_t dot = file.find('.');
    if (dot == std::string::npos || file.find('.', dot + 1) != std::string::npos) continue;
    const std::string rows = file.substr(0, dot) + ".rows";
    if (file != rows && std::binary_search(files.begin(), files.end(), rows))
      all += (all.empty() ? "" : " ") + file.substr(dot + 1);
  }
  return all;
}

std::vector<CommandRow> acting_tools(const std::string& scripts) {
  std::vector<CommandRow> tools;
  const ScriptFinder find = script_source(scripts);
  const RowState state = open_row_state();
  lua_State* lua = state.get();
  const std::optional<Script> shared = find(kShared);
  if (shared) run_rows(lua, *shared);
  if (shared) provide(lua, kShared);
  for (const std::string& file : script_names(scripts, "tools")) {
    if (!file.ends_with(".rows")) continue;
    const std::optional<Script> script = find("tools." + file);
    if (!script || script->text.find(kShared) == std::string::npos) continue;
    run_rows(lua, *script);
    add_tools(lua, tools);
    lua_pop(lua, 1);
  }
  std::sort(tools.begin(), tools.end(),
            [](const CommandRow& one, const CommandRow& other) { return one.name < other.name; });
  return tools;
}

}  // namespace runtime
