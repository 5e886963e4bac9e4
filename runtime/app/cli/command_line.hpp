#pragma once

#include <string>
#include <vector>

#include "runtime/app/cli/command_rows.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime {

// What the person asked for.
struct CommandLine {
  // "help", "version", "usage" (a wrong command line), or the name of a subcommand
  std::string command = "help";
  std::string text;                                             // of help and usage
  std::string hint = "`peekaboo --help` shows how it is used";  // of usage
  Value options;  // of the command, by OptionRow::key(): texts, true for flags, lists of what may
                  // be given several times
  bool scripted = false;  // see CommandRow
  bool desktop = false;   // likewise
  bool json_output = false;
  bool trace = false;                  // tell of every native call
  std::string scripts;                 // override folder for scripts
  std::string display_size;            // --virtual WxH, "" = the session's display
  std::vector<std::string> open;       // --open COMMAND
  std::vector<std::string> arguments;  // of call: tool and JSON; of run: file and its words; of
                                       // show: file; of api: module; of completion: shell
};

// A wrong command line becomes the command "usage". Throws Error when the row of a subcommand
// cannot be read.
CommandLine parse_command_line(int count, char** words, Commands& commands);
// What --scripts says, which must be known before the words can be read; "" when it is not given.
std::string scripts_option(int count, char** words);

}  // namespace runtime
