local errors = require "errors"
local files = require "capture.files"
local fs = require "fs"
local paths = require "lib.paths"

-- `savePath`: the file of a screenshot tool.
local M = {}

local function refuse(path, why)
  errors.raise("INVALID_PATH", ("'%s' %s"):format(path, why),
    { hint = "Give the path of a file.", details = { field = "savePath" } })
end

-- Returns the place of a file: see files.store. Raises INVALID_PATH for a path that can be no file, and what
-- overwrite.lua refuses a client of the server.
function M.place(path, call)
  if path:find("\0", 1, true) then refuse(path:gsub("%z.*", ""), "contains a zero byte") end
  if path:find "/%.*$" then refuse(path, "names a folder") end
  local place = { path = paths.resolve(path, fs.home(), fs.current_directory()) }
  if call and call.caller == "mcp" then place.guard = { overwrite = false } end
  return place
end

-- Calls f, one of the functions of `files`, and returns its result.
local function explained(f, ...)
  local result, err = try(f, ...)
  if result then return result end
  err = errors.normalise(err)
  local free = type(err.details) == "table" and err.details.free_path
  -- These tools have no argument to replace a picture.
  if free then err.hint = ("Give another path, for example %s."):format(free) end
  return error(err, 0)
end

-- Writes the file and returns its path. Creates its folders.
function M.write(blob, place)
  return explained(files.store, blob, place)
end

-- Begins a file that is written while the picture arrives; see files.begin and files.complete.
function M.begin(place)
  return explained(files.begin, place)
end

function M.complete(file, place)
  return explained(files.complete, file, place)
end

return M
