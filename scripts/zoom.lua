local errors = require "errors"
local time = require "time"

local M = {}

local kMost = 64
local kLife = 600 -- seconds; as long as the pictures themselves are kept

local known, order = {}, {} -- by URI, and the oldest first: {uri, map, target, at}

local function forget_old()
  while #order > 0 and (#order > kMost or order[1].at < time.clock() - kLife) do
    local oldest = table.remove(order, 1)
    if known[oldest.uri] == oldest then known[oldest.uri] = nil end
  end
end

-- Remembers how the pictures of a result, as the caller sees them, lie on the desktop.
function M.remember(shots, args)
  for _, shot in ipairs(shots) do
    if shot.kept then
      local seen = shot.view and shot.view.blob and shot.view.map or shot.map
      local memory = { uri = shot.kept.uri, map = seen, target = args.app_target, at = time.clock() }
      known[memory.uri] = memory
      order[#order + 1] = memory
    end
  end
  forget_old()
end

local function shows(map, region)
  return region.x < map.width and region.y < map.height
    and region.x + region.width > 0 and region.y + region.height > 0
end

-- In desktop pixels, with every desktop pixel that shows in the region of the picture.
local function on_desktop(map, region)
  local left, top = math.floor(region.x / map.scale), math.floor(region.y / map.scale)
  local right = math.ceil((region.x + region.width) / map.scale)
  local bottom = math.ceil((region.y + region.height) / map.scale)
  return { x = map.origin.x + left, y = map.origin.y + top, width = right - left, height = bottom - top }
end

-- The arguments with a region in the pixels of an earlier picture (`of`) turned into one of the desktop. Without a
-- target it is that of the picture.
function M.resolved(args)
  local region = args.region
  if not region or not region.of then return args end
  forget_old()
  local memory = known[region.of]
  if not memory then
    errors.raise("INVALID_ARGUMENT", ("There is no picture '%s' of the last ten minutes."):format(region.of),
      { hint = "Capture again; give the URI from that result.", details = { field = "region.of" } })
  end
  local map = memory.map
  if not shows(map, region) then
    errors.raise("INVALID_ARGUMENT", ("The region lies outside the picture, which has %d×%d pixels.")
      :format(map.width, map.height), { details = { field = "region" } })
  end
  local copy = {}
  for key, value in pairs(args) do copy[key] = value end
  copy.region = on_desktop(map, region)
  copy.app_target = args.app_target or memory.target
  return copy
end

return M
