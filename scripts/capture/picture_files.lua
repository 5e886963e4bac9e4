local errors = require "errors"
local fs = require "fs"
local image = require "image"
local own_files = require "own_files"
local paths = require "lib.paths"
local safeguards = require "safeguards"
local time = require "time"

-- Writing the files of pictures.
local M = {}

local kMaxTries = 1000
local kMagicBytes = 64
local kOwnerOnly = 0x1C0 -- rwx------
local kOwnerFile = 0x180 -- rw-------
local kAnyFile = 0x1A4   -- rw-r--r--, before the umask

local reasons = {
  permission = "Permission is denied; choose a directory that you may write to.",
  missing = "The directory does not exist and could not be made.",
  no_folder = "A part of the path is a file, not a directory.",
  no_space = "There is no space left on the disk.",
  too_long = "The file name is too long.",
  exists = "There is one already.",
}

local function refuse(path, err)
  err = errors.normalise(err)
  if err.code ~= "FILE_IO_ERROR" then error(err, 0) end
  local reason = type(err.details) == "table" and err.details.reason or "other"
  local words = reasons[reason]
  errors.raise("FILE_IO_ERROR", ("Failed to write capture file to path: %s. %s"):format(path, words or err.message),
    { hint = err.hint, details = { reason = reason, text = words and err.message or nil } })
end

-- Returns whether an error says that a file's name is taken.
function M.is_taken(err)
  return type(err) == "table" and type(err.details) == "table" and err.details.reason == "exists"
end

-- Returns the present time, as part of a generated name.
function M.stamp()
  local now = time.now()
  return ("%s_%03d"):format(time.format("%Y%m%d_%H%M%S", now), math.floor(now * 1000) % 1000)
end

-- Makes a path to save to absolute. Follows "." and ".." as the system does, links before them included, so that the
-- path that is judged, written and reported is one.
function M.resolve(path, working_directory)
  local full = paths.resolve(path, fs.home(), working_directory)
  if not (full .. "/"):find "/%.%.?/" then return full end
  local folder, name = paths.split(full)
  if name == "." or name == ".." then folder, name = full, "" end
  return paths.join(own_files.resolved(folder), name)
end

-- Returns the kind of a path: "file", "directory", "other", or nil when nothing is there.
function M.kind(path)
  local stat = try(fs.stat, path)
  return stat and stat.type or nil
end

-- Returns whether a path is a picture, or an empty file that may become one.
function M.is_picture(path)
  local stat = try(fs.stat, path)
  if not stat or stat.type ~= "file" then return false end
  return stat.size == 0 or image.sniff(fs.read(path, { head = kMagicBytes })) ~= nil
end

local function check_replaceable(path)
  if not M.kind(path) or M.is_picture(path) then return end
  errors.raise("FILE_IO_ERROR", ("'%s' exists and is not an image, so it is not replaced"):format(path),
    { hint = "Choose another path.", details = { reason = "not an image" } })
end

local function refuse_names(place)
  errors.raise("FILE_IO_ERROR", ("every name like %s is taken"):format(place.path), { details = { reason = "exists" } })
end

local function write_generated(place, write)
  local path = place.path
  for number = 2, kMaxTries do
    local written, err = pcall(write, path)
    if written then return path end
    if not M.is_taken(err) then refuse(path, err) end
    path = paths.numbered(place.path, number)
  end
  return refuse_names(place)
end

-- Writes a file for a client of the server, by the rule of overwrite.lua.
local function store_guarded(blob, place)
  if place.generated then
    return write_generated(place, function(path) require("capture.overwrite").create(path, blob) end)
  end
  local written, err = pcall(require("capture.overwrite").write, place.path, blob, place.guard.overwrite)
  if written then return place.path end
  -- The error already names the file that is in the way.
  if M.is_taken(err) then error(err, 0) end
  return refuse(place.path, err)
end

-- Calls `write(...)`, and again once it has made the folder of a place that was missing. For a confined caller writing
-- makes it, where the policy allows it.
local function in_folder(place, write, ...)
  local written, result = pcall(write, ...)
  if written then return result end
  local is_missing = type(result) == "table" and type(result.details) == "table" and result.details.reason == "missing"
  if not is_missing or own_files.is_confined() then error(result, 0) end
  local made, failure = pcall(fs.make_directory, (paths.split(place.path)), { mode = kOwnerOnly })
  if not made then refuse(place.path, failure) end
  return write(...)
end

local function write_picture(blob, place, private)
  local mode = private and kOwnerFile or nil
  if place.guard then return store_guarded(blob, place) end
  if place.generated then
    return write_generated(place, function(path) fs.write(path, blob, { replace = false, mode = mode }) end)
  end
  if not place.keep then check_replaceable(place.path) end
  local written, err = pcall(fs.write, place.path, blob, { replace = not place.keep, mode = mode, lasting = false })
  if not written then refuse(place.path, err) end
  return place.path
end

-- Returns the path once the audit log has its entry; removes the file when it cannot be logged.
local function audited(path)
  local logged, err = pcall(safeguards.audit, { operation = "save", file = path })
  if logged then return path end
  try(fs.remove, path)
  return error(err, 0)
end

-- Writes one picture and returns its path. Creates parent folders. A generated name never replaces a file; with
-- place.keep no name does. place.guard = {overwrite}: replaces only what a client of the server may replace.
function M.store(blob, place, private)
  return audited(in_folder(place, write_picture, blob, place, private))
end

local function create(place, private)
  if place.guard then
    local only = not place.generated and require("capture.overwrite").check(place.path, place.guard.overwrite) or nil
    return own_files.create(place.path, { only = only })
  end
  local replace = not place.generated and not place.keep
  if replace then check_replaceable(place.path) end
  return own_files.create(place.path, { replace = replace, mode = private and kOwnerFile or kAnyFile })
end

-- Begins the file of a picture that is written while it arrives, for picture_files.capture. Rules and arguments are
-- those of M.store; nothing is left of the file without M.complete.
function M.begin(place, private)
  local file, err = try(in_folder, place, create, place, private)
  if file then return file end
  if place.guard and M.is_taken(err) then error(err, 0) end
  return refuse(place.path, err)
end

local function finish(file, place)
  local path = place.path
  for number = 2, kMaxTries do
    local _, name = paths.split(path)
    local identity, err = try(file.finish, file, name)
    if identity then
      if place.guard then require("capture.overwrite").remember(path, identity) end
      return path
    end
    if not (place.generated and M.is_taken(err)) then
      if place.guard and M.is_taken(err) then require("capture.overwrite").refuse_taken(path) end
      refuse(path, err)
    end
    path = paths.numbered(place.path, number)
  end
  return refuse_names(place)
end

-- Gives a file of M.begin its name and returns its path.
function M.complete(file, place)
  return audited(finish(file, place))
end

return M
