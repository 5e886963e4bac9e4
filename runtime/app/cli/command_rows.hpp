#pragma once

#include <span>
#include <string>
#include <string_view>

// The command line as data: parsing, --help and shell completion are made of these rows.
namespace runtime {

struct OptionRow {
  enum class Takes { kNothing, kText, kFile, kFolder, kChoice, kChoices };
  const char* word;  // "--app", or "file" for a word that stands by itself
  const char* type;  // what --help calls its value, "" for none
  Takes takes = Takes::kText;
  const char* text = "";
  const char* choices =
      "";  // of kChoice (one of them) and kChoices (several, with commas), separated by blanks
  bool required = false;
  const char* name = nullptr;  // how scripts know it; nullptr: the word without dashes, "_" for "-"
  bool several = false;        // may be given several times; of a word: several words

  std::string key() const;
  bool is_flag() const { return takes == Takes::kNothing; }
  bool is_word() const { return word[0] != '-'; }
};

struct CommandRow {
  const char* name;
  const char* text;
  std::span<const OptionRow> options;
  const char* ends = "";  // what its exit statuses mean, for the end of its help
};

std::span<const CommandRow> command_rows();
// Of every command.
std::span<const OptionRow> common_rows();

// A script for the shell ("bash", "zsh" or "fish") that completes this program's words; "" for
// another shell.
std::string completion_script(std::string_view shell);

}  // namespace runtime
