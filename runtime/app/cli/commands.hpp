#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

// The commands: each runs to its end and returns the exit status.
namespace runtime {

// Runs image, list, analyze, doctor, config, api, check, which scripts/boot/commands.lua
// implements, and prints their results.
Task<int> script_command(Program* program, CommandLine line);
// Calls any tool with JSON arguments and prints its raw result.
Task<int> call_command(Program* program, CommandLine line);
// Runs a user's Lua file.
Task<int> run_command(Program* program, CommandLine line);
// Serves MCP on standard input and output, or over HTTP.
Task<int> mcp_command(Program* program, CommandLine line);
// Shows a picture in the terminal.
Task<int> show_command(Program* program, CommandLine line);

// Returns the exit status of an error code, from scripts/modules/errors.lua.
Task<int> status_of(Program* program, std::string code);
// Prints a failure as text on standard error, or as one JSON object on standard output.
void print_failure(const Error& error, bool json_output);
// Prints on standard error how many runs of triggers have failed, if any.
void tell_failures(Program& program);
// Throws Error "SCRIPT_ERROR" with the number of failed runs of triggers, if any.
void fail_for_triggers(Program& program);
// Ends a command whose script failed: prints the failure with its traceback and throws an Error
// without text, or for JSON throws one with all details.
[[noreturn]] void report_script_failure(const Error& error, bool json_output);

}  // namespace runtime
