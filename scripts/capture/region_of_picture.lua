local subjects = require "desktop.subjects"
local errors = require "errors"
local limit = require "lib.deadline"
local rectangle = require "lib.rectangle"
local ttl_cache = require "lib.ttl_cache"

-- `region.of`: a region in the pixels of an earlier picture, as a region of the desktop.
local M = {}

local known = ttl_cache.new() -- by URI; see M.remember

-- Returns the bounds of a subject at the time of its shot: it may have moved since it was listed.
local function bounds_of(shot)
  local listed, seen = shot.subject.bounds, shot.area
  local whole = listed and seen.width == listed.width and seen.height == listed.height
  return whole and seen or listed
end

-- Remembers how the pictures of a result, as the caller sees them, lie on the desktop: map, area (the desktop pixels
-- that it shows), subject and its bounds then. Pictures of another program have no bounds; the target of the call is
-- remembered for them.
function M.remember(shots, args, session)
  for _, shot in ipairs(shots) do
    if shot.kept and shot.area.x then
      local seen = shot.view and shot.view.blob and shot.view.map or shot.map
      known.put(shot.kept.uri, { map = seen, area = shot.area, subject = shot.subject, bounds = bounds_of(shot),
        target = args.app_target }, session)
    end
  end
end

local function picture_of(uri, session)
  local memory = known.get(uri, session)
  if memory then return memory end
  return errors.raise("INVALID_ARGUMENT",
    ("no picture '%s' among the last %d of the last ten minutes"):format(uri, ttl_cache.most),
    { hint = "Capture again; give the URI from that result.", details = { field = "region.of" } })
end

local function are_equal(a, b)
  return a.x == b.x and a.y == b.y and a.width == b.width and a.height == b.height
end

-- Returns the desktop pixels that show in a region of the picture, wholly or in part.
local function on_desktop(map, region)
  local left, top = math.floor(region.x / map.scale), math.floor(region.y / map.scale)
  local right = math.ceil((region.x + region.width) / map.scale)
  local bottom = math.ceil((region.y + region.height) / map.scale)
  return { x = map.origin.x + left, y = map.origin.y + top, width = right - left, height = bottom - top }
end

-- Returns a target that means the subject of a picture, even if its title or place in the stack has changed; see
-- target.parse.
local function target_of(subject)
  if subject.kind == "display" then return { kind = "screen", index = subject.id, text = tostring(subject.id) } end
  return { kind = "same", was = subject, text = "window " .. subject.id }
end

local function bounds_now(target)
  return limit.desktop("capture", function(deadline)
    local options = { focus = "background", deadline = deadline, debug = {}, warnings = {} }
    return subjects.subjects(target, options)[1].bounds
  end)
end

-- Returns how the place of a picture has changed, or nil: "The window has moved by +40,+0 since that picture".
local function changes(kind, before, now)
  local parts = {}
  if before.x ~= now.x or before.y ~= now.y then
    parts[1] = ("moved by %+d,%+d"):format(now.x - before.x, now.y - before.y)
  end
  if before.width ~= now.width or before.height ~= now.height then
    parts[#parts + 1] = ("been resized from %d×%d to %d×%d")
      :format(before.width, before.height, now.width, now.height)
  end
  if #parts == 0 then return nil end
  return ("The %s has %s since that picture"):format(kind == "display" and "screen" or kind,
    table.concat(parts, " and "))
end

-- Returns the present place of a part of a picture, in desktop pixels. Adds to `notes` what the caller would not
-- expect.
local function place_now(memory, target, part, notes)
  local before, now = memory.bounds, bounds_now(target)
  local moved = { x = part.x + now.x - before.x, y = part.y + now.y - before.y, width = part.width,
    height = part.height }
  local left, changed = rectangle.common(moved, now), changes(memory.subject.kind, before, now)
  if not left then
    errors.raise("INVALID_ARGUMENT", ("%s; nothing of the region is left"):format(changed),
      { hint = "Capture again; give the URI from that result.", details = { field = "region" } })
  end
  if changed then notes[#notes + 1] = changed .. "." end
  if not are_equal(left, moved) then notes[#notes + 1] = "The region is cut to what is there." end
  return left
end

-- Returns the arguments, with a region of an earlier picture (`of`) turned into a region of the desktop. Without a
-- target in the call, the subject of that picture is meant, at the same place of it: the result then has `target` (as
-- of target.parse), and `notes`, sentences about what has happened to the subject.
function M.resolved(args, session)
  local region = args.region
  if not region or not region.of then return args end
  local memory = picture_of(region.of, session)
  local map = memory.map
  local inside = rectangle.common(region, { x = 0, y = 0, width = map.width, height = map.height })
  if not inside then
    errors.raise("INVALID_ARGUMENT", ("region outside the picture, which has %d×%d pixels")
      :format(map.width, map.height), { details = { field = "region" } })
  end
  local copy = {}
  for key, value in pairs(args) do copy[key] = value end
  if args.app_target or not memory.bounds then
    copy.region, copy.app_target = on_desktop(map, region), args.app_target or memory.target
    return copy
  end
  local part = rectangle.common(on_desktop(map, inside), memory.area)
  copy.notes, copy.target = {}, target_of(memory.subject)
  if not are_equal(inside, region) then
    copy.notes[1] = ("The region is cut to the picture, which has %d×%d pixels."):format(map.width, map.height)
  end
  copy.region = place_now(memory, copy.target, part, copy.notes)
  return copy
end

return M
