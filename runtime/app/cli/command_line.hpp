#pragma once

#include <string>
#include <vector>

#include "runtime/app/cli/command_rows.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime {

// The parsed command line.
struct CommandLine {
  // "help", "version", "usage" (an invalid command line), or the name of a subcommand
  std::string command = "help";
  std::string text;                                       // of help and usage
  std::string hint = "Run `peekaboo --help` for usage.";  // of usage
  // of the command, by OptionRow::key(): strings, true for flags, lists for repeatable options
  Value options;
  bool scripted = false;  // see CommandRow
  bool desktop = false;   // see CommandRow
  bool json_output = false;
  bool trace = false;             // trace every native call
  bool captures = false;          // see CommandRow
  std::string scripts;            // override folder for scripts
  std::string display_size;       // --virtual WxH, "" = the session's display
  std::vector<std::string> open;  // --open COMMAND
  // of call: tool and JSON; of run: file and its words; of show: file; of api: module; of
  // completion: shell
  std::vector<std::string> arguments;
};

// Turns an invalid command line into the command "usage". Throws Error when a subcommand's row
// cannot be read.
CommandLine parse_command_line(int count, char** words, Commands& commands);
// Returns the value of --scripts, which must be known before the words can be parsed; "" when not
// given.
std::string scripts_option(int count, char** words);

}  // namespace runtime
