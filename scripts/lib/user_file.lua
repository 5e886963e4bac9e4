local errors = require "errors"
local fs = require "fs"
local host = require "host"
local strict = require "lib.strict"
local task = require "task"

-- Loads a user's Lua file: in a separate environment, where `require` finds its neighbours, and with the texts it was
-- read from, so that changes can be detected.
local M = {}

local kLargest = 1024 * 1024
local kBeingRead = true -- in place of a file's text
local kMoment = 0.005 -- seconds
local kModuleName = "^[%a_][%w_]*[%w_.]*$"

function M.folder_of(path)
  return path:match "^(.*)/[^/]*$" or "."
end

-- Returns whether a file was refused because other users can write it.
function M.is_refused(err)
  return type(err) == "table" and type(err.details) == "table" and err.details.why ~= nil
end

-- Returns the files in one of the user's own folders that are refused because others can write them: rows of {problem,
-- remedy}.
function M.refusals(folder)
  local rows = {}
  for _, name in ipairs(try(host.user_scripts, folder) or {}) do
    local _, err = try(host.read_user_file, ("%s/%s.lua"):format(host.user_folder(folder), name))
    if M.is_refused(err) then rows[#rows + 1] = { problem = err.message .. ".", remedy = err.hint } end
  end
  return rows
end

-- Describes a file's failure in one line.
function M.reason_of(err)
  local reason = type(err) == "table" and err.message or tostring(err)
  return M.is_refused(err) and ("%s (%s)"):format(reason, err.hint) or reason
end

-- `found`: the file was found by a search, not named by the user, so no other user may be able to write it.
local function text_of(path, found)
  if found then return host.read_user_file(path) end
  return fs.read(path, { limit = kLargest }):bytes()
end

local function compile(path, text, environment)
  local chunk, fault = load(text:gsub("^#!", "--#!", 1), "@" .. path, "t", environment)
  if not chunk then errors.raise("SCRIPT_ERROR", fault, { hint = "Correct the line named." }) end
  return chunk
end

local function read(reading, path)
  reading.texts[path] = kBeingRead
  if reading.seen then reading.seen(path) end
  local text, err = try(text_of, path, reading.found)
  reading.texts[path] = text or false
  if not text then error(err, 0) end
  return text
end

-- Returns the `require` of a file: given values, public modules, then the file's neighbours, read anew with it.
local function requirer(reading, environment, folder)
  return function(name)
    if reading.modules[name] ~= nil then return reading.modules[name] end
    local is_neighbour = type(name) == "string" and name:match(kModuleName) and not name:find("..", 1, true)
    if not is_neighbour or strict.is_public(name) then return strict.require(name) end
    local path = folder .. "/" .. name:gsub("%.", "/") .. ".lua"
    local text, err = try(read, reading, path)
    if not text and M.is_refused(err) then error(err, 0) end
    if not text then return strict.require(name) end
    reading.modules[name] = true
    local value = compile(path, text, environment)(name)
    if value ~= nil then reading.modules[name] = value end
    return reading.modules[name]
  end
end

-- Reads and compiles a file; returns its function. `reading`: texts, a table to be filled with the files read, by path
-- (false: not found); found, whether the file lies in a folder of the user's own and was not named: then other users
-- must not be able to write it; modules, values for `require` (default: none); globals, the initial ones (default:
-- none); name, of the file in tracebacks (default: its path); seen(path), called for every file that is looked up.
-- Raises FILE_IO_ERROR and SCRIPT_ERROR.
function M.compile(path, reading)
  reading.modules = reading.modules or {}
  local environment = {}
  for name, value in pairs(reading.globals or {}) do environment[name] = value end
  environment.require = requirer(reading, environment, M.folder_of(path))
  strict.environment(environment)
  return compile(reading.name or path, read(reading, path), environment)
end

-- Returns whether any of these texts has changed. Waits for one that is being read.
function M.is_changed(texts, found)
  local paths = {}
  for path in pairs(texts) do paths[#paths + 1] = path end
  for _, path in ipairs(paths) do
    while texts[path] == kBeingRead do task.sleep(kMoment) end
    local now = try(text_of, path, found)
    if (now or false) ~= texts[path] then return true end
  end
  return false
end

-- Raises syntax errors in the current version of these files, and stores their contents in `texts`.
function M.check(texts, found)
  local fault
  for path in pairs(texts) do
    local text = try(text_of, path, found) or false
    texts[path] = text
    local _, err = try(compile, path, text or "")
    fault = fault or err
  end
  if fault then error(fault, 0) end
end

return M
