#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// The command line as data: parsing, --help and shell completion all use these rows.
namespace runtime {

// An option. In scripts/commands/: {word, text, value = type?, takes = "file" or "folder"?, one_of
// = {choice}?, some_of = {choice}?, required?, name?, several?}. one_of = "tools": the names of
// tools.
struct OptionRow {
  enum class Takes { kNothing, kText, kFile, kFolder, kChoice, kChoices };
  std::string word;  // "--app", or "file" for a positional word
  std::string type;  // its value's name in --help, "" for none
  Takes takes = Takes::kText;
  std::string text = "";
  std::string choices =
      "";  // for kChoice (one of them) and kChoices (several, comma-separated), separated by blanks
  bool required = false;
  std::string name = "";  // name in scripts; "": the word without dashes, with "_" for "-"
  bool several = false;   // repeatable; for a word: several words
  bool open = false;      // accepts other words than the choices too

  std::string key() const;
  bool is_flag() const { return takes == Takes::kNothing; }
  bool is_word() const { return word[0] != '-'; }
};

// A subcommand. In scripts/commands/NAME.lua as `row`: {text, options?, ends?, order?, desktop?,
// captures?, tools?}. tools = true: the acting tools are its subcommands, with their parameters as
// options.
struct CommandRow {
  std::string name;
  std::string text;
  std::vector<OptionRow> options;
  std::vector<CommandRow> tools;
  std::string ends;        // explains its exit statuses, at the end of its help
  std::int64_t order = 0;  // position in help; commands without one come last
  bool desktop = false;    // always connects to the display server
  bool scripted = false;   // implemented by `run` in its file, otherwise by the program itself
  bool captures = false;   // takes pictures
};

// The subcommands: one for each file in scripts/commands/. Reads a row at its first use, in a
// separate Lua state that loads none of the file's requirements. All throw Error "FILE_IO_ERROR"
// and "SCRIPT_ERROR" for a defective override folder.
class Commands {
 public:
  // `scripts`: the override folder, see script_source.hpp.
  explicit Commands(std::string scripts = "");

  std::vector<std::string> names() const;
  // Returns null when there is none. The row lives as long as this object.
  const CommandRow* find(const std::string& name);
  // Returns the rows in the order of help.
  std::vector<const CommandRow*> all();

 private:
  std::string scripts_;
  std::map<std::string, CommandRow> read_;
};

// Returns the options shared by all commands.
const std::vector<OptionRow>& common_rows();

// Returns a completion script for the shell ("bash", "zsh" or "fish"); "" for another shell.
std::string completion_script(std::string_view shell, Commands& commands);

}  // namespace runtime
