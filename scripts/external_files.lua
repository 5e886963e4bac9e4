local errors = require "errors"
local external_failure = require "external_failure"
local fs = require "fs"
local image = require "image"
local paths = require "paths"
local save = require "save"
local time = require "time"
local unicode = require "unicode"

-- The files that an external command line saves: where they go, and what becomes of them.
local M = {}

local kLargestFile = 256 * 1024 * 1024
local kOwnerOnly = 0x1C0 -- rwx------
local kMagicBytes = 64
local kMostTries = 100
local media = { png = "image/png", jpeg = "image/jpeg" }

local tried = 0

local function fresh_name(prefix)
  tried = tried + 1
  return ("%s%s_%06d_%d"):format(prefix, time.format("%Y%m%d_%H%M%S", time.now()),
    math.floor(time.clock() * 1e6) % 1000000, tried)
end

local function remove_folder(folder)
  for _, name in ipairs(try(fs.list, folder) or {}) do try(fs.remove, paths.join(folder, name)) end
  try(fs.remove, folder)
end

local function is_taken(err)
  return type(err) == "table" and type(err.details) == "table" and err.details.reason == "exists"
end

-- A folder that nobody else can have prepared, removed with what is in it when it goes out of use.
local function private_folder()
  for _ = 1, kMostTries do
    local folder = paths.join(fs.temporary_directory(), fresh_name("peekaboo-img-"))
    local made, err = pcall(fs.make_directory, folder, { mode = kOwnerOnly, fresh = true })
    if made then return setmetatable({ path = folder }, { __close = function() remove_folder(folder) end }) end
    if not is_taken(err) then error(err, 0) end
  end
  return errors.raise("FILE_IO_ERROR", "No folder could be made in " .. fs.temporary_directory() .. ".")
end

-- What to pass as --path; its `path` is valid until it is closed.
function M.place(plan)
  if plan.keep == "nowhere" then return private_folder() end
  local path = plan.base
  if plan.keep == "temporary" then
    path = paths.join(path, fresh_name(save.temporary_prefix) .. "." .. plan.kind)
  elseif plan.directory and path:sub(-1) ~= "/" and path:find(".", 1, true) then
    -- Without the slash some would take it for a file.
    path = path .. "/"
  end
  return setmetatable({ path = path }, { __close = function() end })
end

local function text(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local function row_of(item, plan)
  return {
    path = item.path, item_label = text(item.item_label), window_title = text(item.window_title),
    window_id = math.tointeger(item.window_id), window_index = math.tointeger(item.window_index),
    mime_type = text(item.mime_type) or plan.media_type,
  }
end

-- The pixels of a saved file and, when it goes out as it is, its bytes. Here `region`, `scale` and the limits of a call
-- meet the files of an external command line.
local function load(shot, request, plan)
  if not plan.inline and not request.question then return end
  local media_type = media[image.sniff(fs.read(shot.path, { head = kMagicBytes }))]
  if not media_type then
    errors.raise("CAPTURE_FAILED", ("%s, which the external command line saved, is no picture."):format(shot.path))
  end
  local blob = fs.read(shot.path, { limit = kLargestFile, media_type = media_type })
  if plan.inline then shot.blob = blob end
  if request.question then shot.picture = image.decode(blob) end
end

local function shot_of(row)
  return {
    path = row.path, label = row.item_label or "Unknown", title = row.window_title and unicode.line(row.window_title),
    subject = { kind = row.window_id and "window" or "display", id = row.window_id, window = row.window_id and row },
  }
end

-- Takes over what the command line says it saved, into result.shots and result.saved_files.
function M.gather(list, request, plan, result)
  for _, item in ipairs(type(list) == "table" and list or {}) do
    if type(item) == "table" and text(item.path) then
      local row = row_of(item, plan)
      local shot = shot_of(row)
      load(shot, request, plan)
      result.shots[#result.shots + 1] = shot
      if plan.keep == "nowhere" then
        shot.path = nil
      else
        result.saved_files[#result.saved_files + 1] = row
      end
    end
  end
  if #result.shots == 0 then
    external_failure.incomplete("INVALID_RESPONSE_NO_SAVED_FILES",
      "Invalid response from capture utility (no saved files data).")
  end
end

return M
