#pragma once

#include <string>
#include <vector>

#include "runtime/core/value.hpp"
#include "runtime/http/server/settings.hpp"

namespace runtime {

// What the person asked for.
struct CommandLine {
  // "help", "version", "usage" (a wrong command line), "mcp", "image", "list", "analyze", "doctor", "call", "run", "api",
  // "show"
  std::string face = "help";
  std::string text;  // of help and usage
  Value options;     // of image, list, analyze and doctor: long option names with "_" for "-"
  bool json_output = false;
  std::string scripts;                  // override folder for scripts
  std::string display_size;             // --virtual WxH, "" = the session's display
  std::vector<std::string> tools;       // --tools FILE, of mcp and call
  std::vector<std::string> open;        // --open COMMAND
  http::ServerSettings http;            // of mcp; no address: standard input and output
  std::vector<std::string> arguments;   // of call: tool and JSON; of run: file and its words; of show: file; of api: module
};

// Never fails: a wrong command line becomes the face "usage".
CommandLine parse_command_line(int count, char** words);

}  // namespace runtime
