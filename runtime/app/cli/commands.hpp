#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

// What the program can be: each command runs to its end and gives the exit status.
namespace runtime {

// image, list, analyze, doctor, config, api, check: scripts/boot/commands.lua does it; here is only
// the printing.
Task<int> script_command(Program* program, CommandLine line);
// Any tool with JSON arguments; prints its raw result.
Task<int> call_command(Program* program, CommandLine line);
// A person's Lua file.
Task<int> run_command(Program* program, CommandLine line);
// MCP on standard input and output, or over HTTP.
Task<int> mcp_command(Program* program, CommandLine line);
// A picture in the terminal.
Task<int> show_command(Program* program, CommandLine line);

// The exit status of an error code, from scripts/modules/errors.lua.
Task<int> status_of(Program* program, std::string code);
// Prints a failure as text on standard error, or as one JSON object on standard output.
void print_failure(const Error& error, bool json_output);
// Says on standard error how many runs of triggers have failed, when any has.
void tell_failures(Program& program);
// Throws Error "SCRIPT_ERROR" with their number when runs of triggers failed.
void fail_for_triggers(Program& program);
// Ends a command whose script failed: prints the failure with its traceback and throws one without
// text, or for JSON throws one that has it all.
[[noreturn]] void report_script_failure(const Error& error, bool json_output);

}  // namespace runtime
