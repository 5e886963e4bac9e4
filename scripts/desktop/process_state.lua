local fs = require "fs"

-- What the system tells of a process. Processes of other machines and closed containers are not known to it.
local M = {}

-- Returns the letter of a process's state, or nil when there is none. A program chooses the name before it, which may
-- look like a state: the last ")" ends it.
local function letter(pid)
  local status = pid and pid > 0 and try(fs.read, ("/proc/%d/stat"):format(pid))
  return status and status:bytes():match ".*%) (%a) " or nil
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
