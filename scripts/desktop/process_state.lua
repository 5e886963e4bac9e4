local fs = require "fs"

-- What the system tells of a process. Processes of other machines and closed containers are not known to it.
local M = {}

local kTicks = 100 -- in a second, as the kernel counts for programs
local kStarted = 20 -- the place of the start among the fields behind the name (proc(5))

-- Returns the fields of a process's status behind its name, or nil when there is none. The name may look like fields,
-- because a program chooses it: the last ")" ends it.
local function fields(pid)
  local status = pid and pid > 0 and try(fs.read, ("/proc/%d/stat"):format(pid))
  return status and status:bytes():match ".*%) (.*)" or nil
end

-- Returns the letter of a process's state, or nil when there is none.
local function letter(pid)
  return (fields(pid) or ""):match "^%a"
end

-- Returns how many seconds ago a process started, or nil when there is none.
function M.age(pid)
  local text, uptime = fields(pid), try(fs.read, "/proc/uptime")
  if not text or not uptime then return nil end
  local place = 0
  for field in text:gmatch "%S+" do
    place = place + 1
    if place == kStarted then return tonumber(uptime:bytes():match "^%S+") - tonumber(field) / kTicks end
  end
  return nil
end

-- Returns whether a process is there. One that has ended and whose parent has not asked for its status is not.
function M.is_there(pid)
  local state = letter(pid)
  return state ~= nil and state ~= "Z" and state ~= "X"
end

-- Returns whether a program works at something, instead of waiting for what comes next.
function M.is_busy(pid)
  local state = letter(pid)
  return state == "R" or state == "D"
end

return M
