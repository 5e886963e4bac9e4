local deadline = require "lib.deadline"
local errors = require "errors"
local failures = require "external.failures"
local json = require "json"
local log = require "log"
local process = require "process"
local settings = require "settings"
local task = require "task"

-- Runs another Peekaboo command line, once for each call.
local M = {}

local kVariable = "PEEKABOO_CLI_PATH"
local kMaxOutput = 16 * 1024 * 1024
local kMaxErrorLines = 200
local kLongestErrorLine = 2000
local kMaxErrorText = 4000
local kMaxDebugLogs = 1000
local kGrace = 1

-- Logs standard error line by line and keeps its beginning. A flood is read to its end but not logged.
local function follow_errors(child, run)
  local count = 0
  for line in child:error_lines() do
    count = count + 1
    if count <= kMaxErrorLines then log.warn("[SwiftCLI-stderr] " .. line:sub(1, kLongestErrorLine)) end
    if #run.stderr < kMaxErrorText then
      run.stderr = (run.stderr .. line:sub(1, kLongestErrorLine) .. "\n"):sub(1, kMaxErrorText)
    end
  end
  if count > kMaxErrorLines then
    log.warn(("[SwiftCLI-stderr] %d more lines"):format(count - kMaxErrorLines))
  end
end

local function follow(child, run)
  child:close_input()
  task.all {
    function() run.stdout = child:read { limit = kMaxOutput } end,
    function() follow_errors(child, run) end,
  }
  run.exit = child:wait()
end

local function start(command)
  -- It must not start an external command line itself.
  local child, err = try(process.start, command, { env = { [kVariable] = false } })
  if child then return child end
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  return failures.spawn(command, err.message)
end

-- Runs the command to its end: {stdout, stderr, exit}.
local function perform(command)
  local run = { stdout = "", stderr = "" }
  local seconds = settings.desktop_timeout()
  local child <close> = start(command)
  deadline.run(seconds, function()
    log.error("Swift CLI timed out", { command = command[1], milliseconds = seconds * 1000 })
    child:stop { grace = kGrace }
    failures.timeout(command, seconds)
  end, follow, child, run)
  return run
end

local function log_debug(entries)
  for i, entry in ipairs(type(entries) == "table" and entries or {}) do
    if i > kMaxDebugLogs then break end
    log.debug("backend", { backend = "swift", swift_log = tostring(entry) })
  end
end

local function texts_of(list)
  local texts = {}
  for _, item in ipairs(type(list) == "table" and list or {}) do
    if type(item) == "string" then texts[#texts + 1] = item end
  end
  return texts
end

-- Runs `arguments` ({"list", "apps"}) with --json-output. Returns its data (a table, or nil) and messages; raises its
-- error, or why there was no output. `app`: the requested application, for a text.
function M.run(path, arguments, app)
  local command = { path, table.unpack(arguments) }
  command[#command + 1] = "--json-output"
  log.debug("Executing Swift CLI", { command = table.concat(command, " ") })
  local run = perform(command)
  local answer = run.stdout:match("%S") and try(json.decode, run.stdout)
  if type(answer) ~= "table" or type(answer.success) ~= "boolean" then failures.no_answer(run, app) end
  log_debug(answer.debug_logs)
  if not answer.success then failures.relay(answer.error) end
  return type(answer.data) == "table" and answer.data or nil, texts_of(answer.messages)
end

-- Adds an option with its value, as one word where the value could be taken for an option.
function M.add(arguments, option, value)
  if value:sub(1, 1) == "-" then
    arguments[#arguments + 1] = option .. "=" .. value
    return
  end
  arguments[#arguments + 1] = option
  arguments[#arguments + 1] = value
end

return M
