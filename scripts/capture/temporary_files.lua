local fs = require "fs"
local host = require "host"
local paths = require "lib.paths"
local time = require "time"

-- Files of captures that name no place: kept for a day, and bounded in number and size.
local M = {}

M.prefix = "peekaboo-screen-"

local kDay = 24 * 60 * 60
local kMaxFiles, kMaxBytes = 200, 512 * 1024 * 1024
local kCallsBetween = 50

-- Returns the folder of captures without a path. When it cannot be made, writing the file fails with a better reason.
function M.folder()
  return try(host.capture_folder) or fs.temporary_directory()
end

-- Returns the screen captures of earlier calls, newest first. The folder is private, so all of them are this user's.
local function left_captures()
  local directory = try(host.capture_folder)
  if not directory then return {} end
  local left = {}
  for _, name in ipairs(try(fs.list, directory) or {}) do
    if name:sub(1, #M.prefix) == M.prefix then
      local path = paths.join(directory, name)
      local stat = try(fs.stat, path)
      if stat and stat.type == "file" then
        left[#left + 1] = { path = path, size = stat.size, modified = stat.modified }
      end
    end
  end
  table.sort(left, function(one, other) return one.modified > other.modified end)
  return left
end

local calls = 0

-- Removes screen captures that are older than a day, beyond the newest kMaxFiles, or beyond kMaxBytes in all. Call it
-- for each capture; it looks at the folder once in kCallsBetween calls.
function M.remove_old()
  calls = calls + 1
  if calls % kCallsBetween ~= 1 then return end
  local bytes, oldest = 0, time.now() - kDay
  for i, file in ipairs(left_captures()) do
    bytes = bytes + file.size
    if file.modified < oldest or i > kMaxFiles or bytes > kMaxBytes then try(fs.remove, file.path) end
  end
end

return M
