local errors = require "errors"
local host = require "host"
local json = require "json"
local log = require "log"
local log_lines = require "log_lines"
local unicode = require "lib.unicode"

local M = {}

-- Replaces tools and their arguments in a remedy by the equivalent commands and options. `see` and `do` take targets as
-- tools do.
local function for_shell(hint, command)
  hint = hint:gsub("`%l+`[^`(]*%((`peekaboo [^`]+`)%)", "%1")
  if command == "see" or command == "do" then return hint end
  return (hint:gsub("'([^':]*):WINDOW_TITLE:([^']*)'", "--app '%1' --window-title '%2'")
    :gsub("capture_focus:? '?(%l+)'?", "--capture-focus %1"))
end

-- Programs that read JSON pass remedies on to tools.
local function failure_data(err)
  return {
    message = err.message, code = err.code, details = errors.details_text(err), hint = err.hint,
    context = type(err.details) == "table" and err.details or nil,
  }
end

local function as_json(document)
  return json.encode(document) .. "\n"
end

-- Formats a failure for people: message, alternatives, remedy.
local function error_output(err, command)
  local shown = { message = err.message, details = err.details, hint = err.hint and for_shell(err.hint, command) }
  return require("lib.error_text").lines(shown, "Error") .. "\n"
end

-- Options that describe the request, and contain no text that was written or seen.
local told = { "app", "window_title", "window_index", "screen_index", "mode", "path", "image_path", "provider",
  "model", "capture_focus", "format", "what" }

-- Logs a failure: reason, remedy, command and its options.
local function log_failure(err, options, command)
  local fields = { code = err.code, hint = err.hint, details = errors.details_text(err), command = command }
  for _, name in ipairs(told) do
    local value = options[name]
    if type(value) == "string" or type(value) == "number" then fields[name] = fields[name] or value end
  end
  log.error(err.message, fields)
end

-- Returns the lines logged since the command began, as debug_logs.
local function debug_logs()
  local texts = {}
  for _, line in ipairs(log_lines.taken()) do texts[#texts + 1] = require("automation.log_text").entry(line) end
  return json.array(texts)
end

-- Formats raised errors as {output, error_output?, status}: one JSON object as output if requested, else error_output
-- for standard error.
function M.failed(err, options, command)
  err = errors.normalise(err)
  log_failure(err, options, command)
  if options.json_output then
    local output = as_json { success = false, error = failure_data(err), debug_logs = debug_logs() }
    return { output = output, status = errors.status(err) }
  end
  return { output = "", error_output = error_output(err, command), status = errors.status(err) }
end

-- A limit that cannot be read is no reason to take another one without a word.
local function check_time_limit()
  local name = "PEEKABOO_CLI_TIMEOUT"
  local found = host.setting(name)
  if not found.fault then return end
  errors.raise("INVALID_ARGUMENT", ("%s is '%s', which is %s"):format(name, unicode.line(found.text), found.fault),
    { hint = "Set it to milliseconds above 0, or unset it.", details = { field = name } })
end

-- Runs a subcommand: `run` of its file returns {data, text, messages?, failure?, told?}. A failure with data (a picture
-- that was captured but not analysed) sets the exit status and keeps the data; `told`: the text mentions it already.
local function run(name, options)
  if options.json_output then log_lines.collect() end
  local command = require("commands." .. name)
  local answer, err = try(function()
    if command.row and command.row.desktop then check_time_limit() end
    return command.run(options)
  end)
  if not answer then return M.failed(err, options, name) end
  local failure = answer.failure and errors.normalise(answer.failure) or nil
  if failure then log_failure(failure, options, name) end
  if not options.json_output then
    return {
      output = answer.text, error_output = failure and not answer.told and error_output(failure, name) or nil,
      status = failure and errors.status(failure) or 0,
    }
  end
  return {
    output = as_json {
      success = failure == nil, data = answer.data, error = failure and failure_data(failure) or nil,
      messages = json.array(answer.messages or {}), debug_logs = debug_logs(),
    },
    status = failure and errors.status(failure) or 0,
  }
end

-- M.NAME(options) runs the subcommand of that name: a file in scripts/commands/ that has `run`.
setmetatable(M, { __index = function(_, name)
  return function(options) return run(name, options or {}) end
end })

return M
