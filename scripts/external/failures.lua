local errors = require "errors"
local log = require "log"
local trim = require("lib.blanks").trim

-- Reports failures of an external command line as the errors that clients of the original know.
local M = {}

local kMaxRaw = 500

-- Exit statuses of a command line that gave no JSON. %s: the requested application.
M.rows = {
  [1] = { "SWIFT_CLI_UNKNOWN_ERROR", "An unknown error occurred in the Swift CLI." },
  [7] = { "SWIFT_CLI_NO_WINDOWS_FOUND", "The '%s' process is running, but no capturable windows were found. "
    .. "Its windows may be minimized, hidden or on another desktop; try capture_focus \"foreground\"." },
  [10] = { "SWIFT_CLI_NO_DISPLAYS", "No displays available for capture." },
  [11] = { "SWIFT_CLI_NO_SCREEN_RECORDING_PERMISSION", "Screen Recording permission is not granted. "
    .. "Please enable it in System Settings > Privacy & Security > Screen Recording." },
  [12] = { "SWIFT_CLI_NO_ACCESSIBILITY_PERMISSION", "Accessibility permission is not granted. Please enable it in "
    .. "System Settings > Privacy & Security > Accessibility." },
  [13] = { "SWIFT_CLI_INVALID_DISPLAY_ID", "Invalid display ID provided for capture." },
  [14] = { "SWIFT_CLI_CAPTURE_CREATION_FAILED", "The screen capture could not be created." },
  [15] = { "SWIFT_CLI_WINDOW_NOT_FOUND", "The specified window was not found." },
  [16] = { "SWIFT_CLI_WINDOW_CAPTURE_FAILED", "Failed to capture the specified window." },
  [17] = { "SWIFT_CLI_FILE_WRITE_ERROR", "Failed to write capture file. This is often due to file permissions." },
  [18] = { "SWIFT_CLI_APP_NOT_FOUND", "The specified application ('%s') is not running or could not be found." },
  [19] = { "SWIFT_CLI_INVALID_WINDOW_INDEX", "The specified window index is invalid." },
  [20] = { "SWIFT_CLI_INVALID_ARGUMENT", "Invalid argument provided to the Swift CLI." },
}

-- All other failures, for the reference.
M.others = {
  { "SWIFT_CLI_EXECUTION_ERROR", "It ended with another status and gave no JSON." },
  { "SWIFT_CLI_INVALID_OUTPUT", "What it printed is no JSON of the agreed shape." },
  { "SWIFT_CLI_SPAWN_ERROR", "It could not be started." },
  { "SWIFT_CLI_TIMEOUT", "It did not end within PEEKABOO_CLI_TIMEOUT, and was ended." },
  { "INVALID_RESPONSE_NO_SAVED_FILES", "It captured, and named no file." },
  { "INVALID_RESPONSE_NO_DATA", "It listed, and gave no data." },
  { "INVALID_RESPONSE_MISSING_APP_INFO", "It listed windows, and did not say whose." },
}

-- `relayed`: the text is complete, without the table's own remedy. `facts`: further details.
local function fail(code, message, details, hint, facts)
  log.error("external command line: " .. message, { code = code, details = details })
  local all = {}
  for name, fact in pairs(facts or {}) do all[name] = fact end
  all.text = details
  errors.raise(code, message, { hint = hint, details = next(all) and all or nil, relayed = true })
end

function M.spawn(command, reason)
  fail("SWIFT_CLI_SPAWN_ERROR", "Failed to execute Swift CLI: " .. reason, "Command: " .. table.concat(command, " "))
end

function M.timeout(command, seconds)
  fail("SWIFT_CLI_TIMEOUT", ("Swift CLI execution timed out after %dms. This may indicate a permission dialog is "
    .. "waiting for user input, or the process is stuck."):format(math.floor(seconds * 1000 + 0.5)),
    "Command: " .. table.concat(command, " "))
end

-- Without JSON, the exit status is the only information.
function M.no_answer(run, app)
  local stderr, raw = trim(run.stderr), trim(run.stdout)
  local details = stderr ~= "" and stderr or "No output received"
  if raw ~= "" then details = "Failed to parse JSON response. Raw output: " .. raw:sub(1, kMaxRaw) end
  if run.exit.signal ~= 0 then details = ("%s (ended by signal %d)"):format(details, run.exit.signal) end
  local status = run.exit.status
  if status == 0 and raw ~= "" then
    fail("SWIFT_CLI_INVALID_OUTPUT", "Invalid JSON response from Swift CLI", details)
  end
  if run.exit.signal ~= 0 or status == 0 then status = 1 end
  local row = M.rows[status]
  if row then fail(row[1], (row[2]:gsub("%%s", function() return app or "unknown" end)), details) end
  local message = stderr ~= "" and "Peekaboo CLI Error: " .. stderr
    or ("Swift CLI execution failed (exit code: %d)"):format(status)
  fail("SWIFT_CLI_EXECUTION_ERROR", message, details)
end

local function text_or(value, default)
  return type(value) == "string" and value ~= "" and value or default
end

-- Raises the command line's own error: {message, code, details?, hint?, context?}; ours has its error's facts as
-- context.
function M.relay(failure)
  failure = type(failure) == "table" and failure or {}
  local code = text_or(failure.code, "SWIFT_CLI_EXECUTION_ERROR")
  local message = text_or(failure.message, "The Swift CLI reported a failure.")
  fail(code, message, text_or(failure.details), text_or(failure.hint),
    type(failure.context) == "table" and failure.context or nil)
end

-- It reported success but left out what was requested.
function M.incomplete(code, message)
  fail(code, message)
end

return M
