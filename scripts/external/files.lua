local errors = require "errors"
local failures = require "external.failures"
local fs = require "fs"
local image = require "image"
local own_files = require "own_files"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"
local plans = require "capture.plan"
local rectangle = require "lib.rectangle"
local take = require "capture.take"
local temporary_files = require "capture.temporary_files"
local present = require "capture.present"
local time = require "time"

-- The files that an external command line saves: where they go, and how they are used.
local M = {}

local kLargestFile = 256 * 1024 * 1024
local kOwnerOnly = 0x1C0 -- rwx------
local kMagicBytes = 64
local kMaxTries = 100
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

-- Makes a folder that no other user can have prepared. It is removed with its contents when it goes out of scope.
local function private_folder()
  for _ = 1, kMaxTries do
    local folder = paths.join(fs.temporary_directory(), fresh_name("peekaboo-img-"))
    local made, err = pcall(fs.make_directory, folder, { mode = kOwnerOnly, fresh = true })
    if made then return setmetatable({ path = folder }, { __close = function() remove_folder(folder) end }) end
    if not picture_files.is_taken(err) then error(err, 0) end
  end
  return errors.raise("FILE_IO_ERROR", "no folder could be made in " .. fs.temporary_directory(),
    { hint = "Set TMPDIR to a folder that you may write to." })
end

-- Returns the argument of --path; its `path` is valid until it is closed. No other program writes to the place of a
-- caller whose places the policy limits: it writes to a private folder, from where `load` takes the files.
function M.place(plan)
  if plan.keep == "nowhere" then return private_folder() end
  if own_files.is_confined() then
    local folder = private_folder()
    if not plan.directory then folder.path = paths.join(folder.path, (select(2, paths.split(plan.base)))) end
    return folder
  end
  local path = plan.base
  if plan.keep == "temporary" then
    path = paths.join(path, fresh_name(temporary_files.prefix) .. "." .. plan.kind)
  elseif plan.directory and path:sub(-1) ~= "/" and path:find(".", 1, true) then
    -- Without the slash some command lines would take it for a file.
    path = path .. "/"
  end
  return setmetatable({ path = path }, { __close = function() end })
end

local function text(value)
  return type(value) == "string" and value ~= "" and value or nil
end

-- Returns the command line's report about one file, as a row of saved_files.
local function row_of(item, plan)
  return {
    path = item.path, item_label = text(item.item_label), app_name = text(item.app_name),
    window_title = text(item.window_title),
    window_id = math.tointeger(item.window_id), window_index = math.tointeger(item.window_index),
    mime_type = text(item.mime_type) or plan.media_type,
  }
end

-- Returns the picture's place on the desktop, if the command line reports it.
local function origin_of(item)
  local origin = type(item.origin) == "table" and item.origin or {}
  local x, y = math.tointeger(origin.x), math.tointeger(origin.y)
  if x and y and (item.scale == nil or item.scale == 1) then return { x = x, y = y } end
  return nil
end

-- The command line may run elsewhere, with its files.
local function check_here(path)
  if fs.exists(path) then return end
  errors.raise("FILE_IO_ERROR", ("external command line reported a file that is missing: %s"):format(path), {
    hint = "Its files must be readable on this machine, under the same path; PEEKABOO_CLI_PATH names the command line.",
    details = { reason = "missing", path = path },
  })
end

local function read_picture(path, origin)
  check_here(path)
  local media_type = media[image.sniff(fs.read(path, { head = kMagicBytes }))]
  if not media_type then
    errors.raise("CAPTURE_FAILED", ("file saved by the external command line is not a picture: %s"):format(path))
  end
  local blob = fs.read(path, { limit = kLargestFile, media_type = media_type })
  return image.decode(blob, origin), blob
end

local function cut(picture, region, origin, path)
  if not origin then
    errors.raise("UNSUPPORTED", "'region' cannot be applied: the external command line does not report where on the "
      .. "desktop its pictures are", { hint = "Leave 'region' out, or unset PEEKABOO_CLI_PATH." })
  end
  local part = rectangle.common({ x = 0, y = 0, width = picture.width, height = picture.height },
    { x = region.x - origin.x, y = region.y - origin.y, width = region.width, height = region.height })
  if not part then
    try(fs.remove, path)
    return nil
  end
  return picture:crop(part)
end

-- Reads a saved file and applies region and scale of the request, which also change the file. Returns its shot,
-- or nil when the region leaves nothing of it. The one place where a request meets an external command line's files;
-- the limits of the answer follow in capture/present.lua, as for captures of this program.
local function load(row, item, request, plan)
  local origin = origin_of(item)
  local picture, blob = read_picture(row.path, origin)
  if request.region then picture, blob = cut(picture, request.region, origin, row.path), nil end
  if not picture then return nil end
  -- A picture without a known place has no area on the desktop.
  local area = origin and picture.origin or { width = picture.width, height = picture.height }
  if request.scale and request.scale < 1 then picture, blob = picture:fit { scale = request.scale }, nil end
  if not blob then
    blob = picture:encode { format = plan.kind }
    if plan.keep ~= "nowhere" and not own_files.is_confined() then
      picture_files.store(blob, { path = row.path }, plan.keep == "temporary")
    end
  end
  return take.saved(row, plan, picture, blob, area)
end

-- Saves a file of the private folder where the plan wants it. Returns its path; nil, with a warning, when the picture
-- is worth more than its file.
local function keep(shot, request, result)
  local plan = result.plan
  local temporary = plan.keep == "temporary"
  local name = temporary and fresh_name(temporary_files.prefix) .. "." .. plan.kind or select(2, paths.split(shot.path))
  local place = {
    path = paths.join(plan.directory and plan.base or (paths.split(plan.base)), name),
    generated = plan.directory or plan.renamed, guard = not temporary and request.guard or nil,
  }
  local path, err = try(picture_files.store, shot.blob, place, temporary)
  if not path then plans.excuse(err, plan, result.warnings) end
  return path
end

local function take_over(item, request, result)
  local plan = result.plan
  local row = row_of(item, plan)
  local shot = load(row, item, request, plan)
  if not shot then return end
  local confined = plan.keep ~= "nowhere" and own_files.is_confined()
  if confined then shot.path = keep(shot, request, result) end
  row.path = shot.path
  for name, value in pairs(present.facts(shot)) do row[name] = value end
  if plan.keep == "nowhere" then
    shot.path = nil
  elseif shot.path then
    result.saved_files[#result.saved_files + 1] = row
    if request.guard and not confined then
      require("capture.overwrite").take_over(shot.path, plan.replaced and shot.path == plan.base)
    end
  end
  present.add_saved(result, request, shot)
end

-- Adds the files that the command line reports as saved to result.shots and result.saved_files.
function M.gather(list, request, result)
  local items = {}
  for _, item in ipairs(type(list) == "table" and list or {}) do
    if type(item) == "table" and text(item.path) then items[#items + 1] = item end
  end
  if #items == 0 then
    failures.incomplete("INVALID_RESPONSE_NO_SAVED_FILES",
      "Invalid response from capture utility (no saved files data).")
  end
  result.tried = #items
  for _, item in ipairs(items) do take_over(item, request, result) end
  if #result.shots == 0 then
    errors.raise("INVALID_ARGUMENT", "region outside of what was captured",
      { details = { field = "region" } })
  end
  present.finish(result, request)
end

return M
