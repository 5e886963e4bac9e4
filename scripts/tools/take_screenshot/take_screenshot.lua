local budget = require "capture.budget"
local deadline = require "lib.deadline"
local desktop = require "desktop"
local errors = require "errors"
local fs = require "fs"
local json = require "json"
local overwrite = require "capture.overwrite"
local own_files = require "own_files"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"
local policy_text = require "desktop.policy_text"
local read = require "acting.read"
local screen = require "screen"
local subjects = require "desktop.subjects"
local take = require "capture.take"
local tool = require "tool"
local window = require "window"

-- `take_screenshot`: a display, a window or a region, in the answer or in a file.
local M = { is_record = true }

local kBeside = 2000 -- bytes of the answer besides the picture

local function invalid(field, message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint, details = { field = field } })
end

local function display_subject(number)
  local displays = screen.displays()
  local display = displays[number]
  if display then return { kind = "display", id = display.id } end
  return errors.raise("DISPLAY_NOT_FOUND", ("there is no display %d"):format(number),
    { hint = ("Displays are numbered from 1 to %d."):format(#displays), details = { field = "display" } })
end

local function window_subject(id)
  local found = window.get(id)
  -- The gate refuses an excluded window, whatever its state is.
  if found.minimised and not found.excluded then
    errors.raise("CAPTURE_FAILED", ("window %d is minimized"):format(id),
      { hint = "Restore it by focus_window, then try again.", details = { reason = "minimised" } })
  end
  return { kind = "window", id = id, window = found }
end

local function subject_of(args)
  if args.display and args.windowId then
    invalid("windowId", "display and windowId were both given", "Give one of them.")
  end
  if args.windowId then return window_subject(args.windowId) end
  if args.region and not args.display then return { kind = "desktop" } end
  return display_subject(args.display or 1)
end

local function region_of(args)
  local given = args.region
  if not given then return nil end
  local region = {}
  for name, number in pairs(given) do region[name] = math.floor(number + 0.5) end
  if region.width < 1 or region.height < 1 then invalid("region", "region: no pixel wide or high") end
  return region
end

-- Returns the place of a file (see capture/picture_files.lua), before anything is captured. Of what is there, only
-- pictures are replaced.
local function place_of(path, call)
  if ("/" .. path):find "/%.*$" then
    errors.raise("INVALID_PATH", ("'%s' names a folder"):format(path),
      { hint = "Give the path of a file.", details = { field = "filePath" } })
  end
  local place = { path = picture_files.resolve(path, fs.current_directory()) }
  own_files.check_save(place.path)
  if call and call.caller == "mcp" then
    place.guard = { overwrite = true }
    overwrite.check_folder((paths.split(place.path)))
    overwrite.check(place.path, true)
  end
  return place
end

local function record_of(picture, size, format, path)
  local notes = { take.note_of(picture) }
  local messages = policy_text.notes(notes)
  local filled = picture.excluded_windows or 0
  if filled > 0 then messages[#messages + 1] = policy_text.filled(filled) end
  local guess = desktop.guess()
  if guess then messages[#messages + 1] = guess .. "." end
  return json.object {
    { "filePath", path }, { "format", format }, { "width", size.width }, { "height", size.height },
    { "messages", #messages > 0 and json.array(messages) or nil },
  }
end

-- Returns the picture within the limits of an answer: its record, and its block.
local function shown(picture, format, is_asked)
  local limits = budget.limits {}
  local view = budget.view(picture, limits, { kind = format, changeable = not is_asked, count = 1 })
  budget.share({ view }, limits, kBeside)
  local blob = view.blob
  return record_of(picture, view.map, blob.media_type == "image/jpeg" and "jpg" or "png"), tool.image(blob)
end

function M.read(args, call)
  local subject, region = subject_of(args), region_of(args)
  local place = args.filePath and place_of(args.filePath, call)
  local format = args.format or "png"
  local picture = deadline.desktop("capture", function(limit)
    return subjects.picture(subject, limit, region, {})
  end)
  if place then
    local path = picture_files.store(picture:encode { format = format }, place)
    local record = record_of(picture, picture, format, path)
    picture:release()
    return record
  end
  local record, block = shown(picture, format, args.format ~= nil)
  picture:release()
  return record, { content = { block } }
end

read.tool(M)

return M
