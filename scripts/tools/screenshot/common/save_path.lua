local errors = require "errors"
local fs = require "fs"
local overwrite = require "capture.overwrite"
local own_files = require "own_files"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"

-- `savePath`: the file of a screenshot tool.
local M = {}

local function refuse(path, why)
  errors.raise("INVALID_PATH", ("'%s' %s"):format(path, why),
    { hint = "Give the path of a file.", details = { field = "savePath" } })
end

-- Runs f(...). Its remedies fit tools that have no argument to replace a picture.
local function remedied(f, ...)
  local result, err = try(f, ...)
  if not err then return result end
  err = errors.normalise(err)
  local free = type(err.details) == "table" and err.details.free_path
  if free then err.hint = ("Give another path, for example %s."):format(free) end
  return error(err, 0)
end

local function check(place)
  own_files.check_save(place.path)
  if not place.guard then return end
  overwrite.check_folder((paths.split(place.path)))
  overwrite.check(place.path)
end

-- Returns the place of a file (see picture_files.store), before anything is captured. Raises INVALID_PATH for a path
-- that can be no file, what the policy says of it, and what overwrite.lua refuses a client of the server.
function M.place(path, call)
  if path:find("\0", 1, true) then refuse(path:gsub("%z.*", ""), "contains a zero byte") end
  if ("/" .. path):find "/%.*$" then refuse(path, "names a folder") end
  local place = { path = picture_files.resolve(path, fs.current_directory()) }
  if call and call.caller == "mcp" then place.guard = { overwrite = false } end
  remedied(check, place)
  return place
end

-- Writes the file and returns its path. Creates its folders.
function M.write(blob, place)
  return remedied(picture_files.store, blob, place)
end

-- Begins a file that is written while the picture arrives; see picture_files.begin and picture_files.complete.
function M.begin(place)
  return remedied(picture_files.begin, place)
end

function M.complete(file, place)
  return remedied(picture_files.complete, file, place)
end

return M
