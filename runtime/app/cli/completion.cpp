#include <algorithm>
#include <string>
#include <vector>

#include "runtime/app/cli/command_rows.hpp"

// Completion scripts, generated from the same rows as --help.
namespace runtime {

namespace {

using Takes = OptionRow::Takes;
using Rows = std::vector<const CommandRow*>;

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

bool takes_value(const OptionRow& row) { return !row.is_flag() && !row.is_word(); }

std::string dashed_words(const std::vector<OptionRow>& rows) {
  std::string words;
  for (const OptionRow& row : rows)
    if (!row.is_word()) words += std::string(words.empty() ? "" : " ") + row.word;
  return words;
}

std::string command_names(const Rows& rows) {
  std::string names;
  for (const CommandRow* row : rows) names += (names.empty() ? "" : " ") + row->name;
  return names;
}

std::string tool_names_of(const CommandRow& row) {
  std::string names;
  for (const CommandRow& tool : row.tools) names += (names.empty() ? "" : " ") + tool.name;
  return names;
}

std::string joined(std::vector<std::string> parts) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() || part.empty() ? "" : " ") + part;
  return all;
}

// Returns bash's completion function for one kind of value.
std::string bash_answer(const OptionRow& row) {
  if (row.takes == Takes::kFile) return "_peekaboo_files -f";
  if (row.takes == Takes::kFolder) return "_peekaboo_files -d";
  if (row.takes == Takes::kChoice) return "_peekaboo_words '" + std::string(row.choices) + "'";
  if (row.takes == Takes::kChoices) return "_peekaboo_list '" + std::string(row.choices) + "'";
  return ":";
}

constexpr const char* kBashHead =
    R"SHELL(# Completion of peekaboo for bash: eval "$(peekaboo completion bash)"
_peekaboo_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

_peekaboo_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

_peekaboo_list() {
  local head= word words=
  [[ $current == *,* ]] && head=${current%,*},
  for word in $1; do words+="$head$word "; done
  compopt -o nospace 2>/dev/null
  _peekaboo_words "$words"
}

_peekaboo() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
)SHELL";

std::string bash_values(const std::string& command, const std::vector<OptionRow>& rows) {
  std::string text;
  for (const OptionRow& row : rows)
    if (takes_value(row))
      text += std::string("    ") + command + ":" + row.word + ") " + bash_answer(row) +
              "; return ;;\n";
  return text;
}

// `name`: how the script calls it, COMMAND or COMMAND/TOOL.
std::string bash_command(const CommandRow& row, const std::string& name) {
  std::string choices;
  std::string files;
  for (const OptionRow& option : row.options) {
    if (!option.is_word()) continue;
    if (option.takes == Takes::kChoice) choices = option.choices;
    if (option.takes == Takes::kFile)
      files = "if [[ $current != -* ]]; then _peekaboo_files -f; return; fi; ";
  }
  return std::string("    ") + name + ") " + files + "_peekaboo_words '" +
         joined({tool_names_of(row), choices, dashed_words(row.options),
                 dashed_words(common_rows())}) +
         "' ;;\n";
}

// Returns the cases in which the next word names a tool of the command.
std::string bash_tools(const Rows& rows) {
  std::string text;
  for (const CommandRow* row : rows)
    if (!row->tools.empty()) text += "        " + row->name + ") command+=/${COMP_WORDS[i]} ;;\n";
  return text;
}

std::string bash_script(const Rows& rows) {
  std::string skipped;
  for (const OptionRow& row : common_rows())
    if (takes_value(row)) skipped += std::string(skipped.empty() ? "" : "|") + row.word;
  std::string text = kBashHead;
  text +=
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n    case ${COMP_WORDS[i]} in\n      " + skipped +
      ") ((i++)) ;;\n      -*) ;;\n      *) case $command in\n        '') command=${COMP_WORDS[i]} "
      ";;\n" +
      bash_tools(rows) + "        *) break ;;\n      esac ;;\n    esac\n  done\n";
  text += "  case $command:$previous in\n";
  for (const CommandRow* row : rows) {
    text += bash_values(row->name, row->options);
    for (const CommandRow& tool : row->tools)
      text += bash_values(row->name + "/" + tool.name, tool.options);
  }
  text += bash_values("*", common_rows());
  text += "  esac\n  case $command in\n    '') _peekaboo_words '" +
          joined({command_names(rows), dashed_words(common_rows())}) + "' ;;\n";
  for (const CommandRow* row : rows) {
    text += bash_command(*row, row->name);
    for (const CommandRow& tool : row->tools)
      text += bash_command(tool, row->name + "/" + tool.name);
  }
  return text + "  esac\n}\n\ncomplete -F _peekaboo peekaboo\n";
}

std::string zsh_action(const OptionRow& row) {
  if (row.takes == Takes::kFile) return "_files";
  if (row.takes == Takes::kFolder) return "_files -/";
  if (row.takes == Takes::kChoice) return "(" + std::string(row.choices) + ")";
  if (row.takes == Takes::kChoices) return "_values -s , word " + std::string(row.choices);
  return " ";
}

std::string zsh_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_spec(const OptionRow& row, int* position) {
  const std::string action = zsh_action(row);
  if (row.is_word())
    return shell_quoted(std::to_string(++*position) + ":" + row.word + ":" + action);
  std::string spec = std::string(row.word) + "[" + zsh_escaped(row.text) + "]";
  if (takes_value(row)) spec += ":" + std::string(row.type) + ":" + action;
  return shell_quoted(spec);
}

std::string zsh_specs(const std::vector<OptionRow>& rows) {
  std::string specs;
  int position = 0;
  for (const OptionRow& row : rows) specs += " \\\n        " + zsh_spec(row, &position);
  return specs;
}

// Returns what completes the words after a command.
std::string zsh_command(const CommandRow& row) {
  if (row.tools.empty()) return "_arguments $common" + zsh_specs(row.options);
  std::string text = "_arguments -C $common '1: :(" + tool_names_of(row) +
                     ")' '*:: :->tool'\n        case $words[1] in\n";
  for (const CommandRow& tool : row.tools)
    text += "        " + tool.name + ") _arguments $common" + zsh_specs(tool.options) + " ;;\n";
  return text + "        esac";
}

std::string zsh_script(const Rows& rows) {
  std::string text =
      "#compdef peekaboo\n"
      "# Completion of peekaboo for zsh: eval \"$(peekaboo completion zsh)\" after compinit\n"
      "_peekaboo() {\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  local -a common commands\n"
      "  common=(" +
      zsh_specs(common_rows()) + ")\n  commands=(\n";
  for (const CommandRow* row : rows)
    text += "    " + shell_quoted(row->name + ":" + zsh_escaped(row->text)) + "\n";
  text +=
      "  )\n"
      "  _arguments -C $common '1: :->command' '*:: :->words'\n"
      "  case $state in\n"
      "    command) _describe -t commands command commands ;;\n"
      "    words) case $words[1] in\n";
  for (const CommandRow* row : rows)
    text += "      " + row->name + ") " + zsh_command(*row) + " ;;\n";
  return text +
         "    esac ;;\n"
         "  esac\n"
         "}\n\n"
         "if [[ $funcstack[1] == _peekaboo ]]; then _peekaboo \"$@\"; else compdef _peekaboo "
         "peekaboo; fi\n";
}

std::string fish_values(const OptionRow& row) {
  if (row.takes == Takes::kFile) return " -F";
  if (row.takes == Takes::kFolder) return " -a '(__fish_complete_directories)'";
  if (row.takes == Takes::kChoice) return " -a " + shell_quoted(row.choices);
  if (row.takes != Takes::kChoices) return "";
  // The text up to the last comma is kept in front of each candidate.
  const std::string so_far = "(commandline -ct | string match -r \"[^=]*,|\")";
  std::string offered;
  for (std::string_view rest = row.choices; !rest.empty();) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    offered += (offered.empty() ? "" : " ") + so_far + std::string(rest.substr(0, blank));
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return " -a " + shell_quoted(offered);
}

std::string fish_line(const std::string& condition, const OptionRow& row) {
  std::string line = "complete -c peekaboo";
  if (!condition.empty()) line += " -n " + shell_quoted(condition);
  if (row.is_word()) return row.takes == Takes::kText ? "" : line + fish_values(row) + "\n";
  line += " -l " + std::string(row.word).substr(2);
  if (takes_value(row)) line += (row.takes == Takes::kFile ? " -r" : " -x") + fish_values(row);
  return line + " -d " + shell_quoted(row.text) + "\n";
}

std::string fish_tools(const CommandRow& row) {
  std::string text;
  const std::string seen = "__fish_seen_subcommand_from ";
  const std::string none = seen + row.name + "; and not " + seen + tool_names_of(row);
  for (const CommandRow& tool : row.tools) {
    text += "complete -c peekaboo -n " + shell_quoted(none) + " -a " + tool.name + " -d " +
            shell_quoted(tool.text) + "\n";
    for (const OptionRow& option : tool.options)
      text += fish_line(seen + row.name + "; and " + seen + tool.name, option);
  }
  return text;
}

std::string fish_script(const Rows& rows) {
  std::string text =
      "# Completion of peekaboo for fish: peekaboo completion fish | source\n"
      "complete -c peekaboo -f\n";
  for (const OptionRow& row : common_rows()) text += fish_line("", row);
  const std::string none = "not __fish_seen_subcommand_from " + command_names(rows);
  for (const CommandRow* row : rows) {
    text += "complete -c peekaboo -n " + shell_quoted(none) + " -a " + row->name + " -d " +
            shell_quoted(row->text) + "\n";
    for (const OptionRow& option : row->options)
      text += fish_line("__fish_seen_subcommand_from " + row->name, option);
    text += fish_tools(*row);
  }
  return text;
}

}  // namespace

std::string completion_script(std::string_view shell, Commands& commands) {
  const Rows rows = commands.all();
  if (shell == "bash") return bash_script(rows);
  if (shell == "zsh") return zsh_script(rows);
  if (shell == "fish") return fish_script(rows);
  return {};
}

}  // namespace runtime
