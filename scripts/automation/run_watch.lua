local file_set = require "automation.file_set"
local calls = require "script_calls"
local error_text = require "lib.error_text"
local fs = require "fs"
local time = require "time"
local user_file = require "lib.user_file"

-- Implements `peekaboo run --watch FILE`.
local M = {}

local function say(text)
  calls.report_failure(("-- %s %s\n"):format(time.format "%H:%M:%S", text))
end

local before = 0 -- failures reported before the file was started

-- Returns the number of trigger failures in this run as a prefix for a message.
local function failures()
  local count = calls.reported() - before
  if count == 0 then return "" end
  return ("triggers failed %s; "):format(count == 1 and "once" or count .. " times")
end

local told = {
  started = function(file)
    before = calls.reported()
    say(file.starts == 1 and "runs " .. file.path or file.path .. " was saved: runs again")
  end,
  done = function() say("has come to its end; " .. failures() .. "waiting for it to be saved") end,
  gone = function(file) say(file.path .. " is gone; waiting for it to come back") end,
  broken = function(_, facts)
    say(facts.reason)
    say(facts.kept and "what ran before goes on" or "waiting for it to be saved")
  end,
  failed = function(_, failure)
    calls.report_failure(error_text.text(failure))
    say(failures() .. "waiting for it to be saved")
  end,
}

-- Runs the file, and again whenever it or a file that it requires is saved, until it is cancelled. Raises FILE_IO_ERROR
-- when the file does not exist at the start.
function M.run(path, words)
  fs.read(path, { head = 1 })
  local set = file_set.new {
    files = function() return fs.exists(path) and { [path] = path } or {} end,
    folders = { user_file.folder_of(path) },
    globals = { arg = words },
    arguments = words,
    tell = function(what, file, facts) told[what](file, facts) end,
  }
  set:run()
end

return M
