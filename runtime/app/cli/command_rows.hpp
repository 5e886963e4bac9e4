#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// The command line as data: parsing, --help and shell completion are made of these rows.
namespace runtime {

// In scripts/commands/: {word, text, value = type?, takes = "file" or "folder"?, one_of =
// {choice}?, some_of = {choice}?, required?, name?, several?}. one_of = "tools": the names of
// tools.
struct OptionRow {
  enum class Takes { kNothing, kText, kFile, kFolder, kChoice, kChoices };
  std::string word;  // "--app", or "file" for a word that stands by itself
  std::string type;  // what --help calls its value, "" for none
  Takes takes = Takes::kText;
  std::string text = "";
  std::string choices =
      "";  // of kChoice (one of them) and kChoices (several, with commas), separated by blanks
  bool required = false;
  std::string name = "";  // how scripts know it; "": the word without dashes, "_" for "-"
  bool several = false;   // may be given several times; of a word: several words
  bool open = false;      // other words than the choices are taken as well

  std::string key() const;
  bool is_flag() const { return takes == Takes::kNothing; }
  bool is_word() const { return word[0] != '-'; }
};

// In scripts/commands/NAME.lua as `row`: {text, options?, ends?, order?, desktop?}.
struct CommandRow {
  std::string name;
  std::string text;
  std::vector<OptionRow> options;
  std::string ends;       // what its exit statuses mean, for the end of its help
  std::int64_t order;     // among the others in help; those without come last
  bool desktop = false;   // asks the display server in any case
  bool scripted = false;  // its file has `run`; else the program itself does it
};

// The subcommands: one for each file in scripts/commands/. A row is read when it is first asked
// for, in a Lua state of its own where nothing that the file requires is loaded. All throw Error
// "FILE_IO_ERROR" and "SCRIPT_ERROR" for what is wrong with the override folder.
class Commands {
 public:
  // `scripts`: the override folder, see script_source.hpp.
  explicit Commands(std::string scripts = "");

  std::vector<std::string> names() const;
  // Null when there is none. Lives as long as this.
  const CommandRow* find(const std::string& name);
  // In the order of help.
  std::vector<const CommandRow*> all();

 private:
  std::string scripts_;
  std::map<std::string, CommandRow> read_;
};

// Of every command.
const std::vector<OptionRow>& common_rows();

// A script for the shell ("bash", "zsh" or "fish") that completes this program's words; "" for
// another shell.
std::string completion_script(std::string_view shell, Commands& commands);

}  // namespace runtime
