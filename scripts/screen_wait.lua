local errors = require "errors"
local event = require "event"
local options = require "options"
local screen = require "screen"
local task = require "task"
local time = require "time"
local waiting = require "waiting"

local M = {}

local function around(areas)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, area in ipairs(areas) do
    left, top = math.min(left, area.x), math.min(top, area.y)
    right, bottom = math.max(right, area.x + area.width), math.max(bottom, area.y + area.height)
  end
  return { x = left, y = top, width = right - left, height = bottom - top }
end

local function picture(region)
  return screen.capture("desktop", { region = region })
end

local function listen(region)
  return event.listen { kinds = { "screen.painted" }, region = region }
end

-- The region's new picture when one of the painted areas shows other pixels than `before`, else nil. A small part tells
-- whether the whole has to be looked at.
local function changed(before, region, areas)
  local shown = { x = before.origin.x, y = before.origin.y, width = before.width, height = before.height }
  local part = around(areas)
  local right = math.min(part.x + part.width, shown.x + shown.width)
  local bottom = math.min(part.y + part.height, shown.y + shown.height)
  part.x, part.y = math.max(part.x, shown.x), math.max(part.y, shown.y)
  part.width, part.height = right - part.x, bottom - part.y
  if part.width > 0 and part.height > 0 then
    local now = picture(part)
    local same = event.same_pixels(before, now)
    now:release()
    if same then return nil end
  end
  local now = picture(region)
  if event.same_pixels(before, now) and now.width == before.width and now.height == before.height then
    now:release()
    return nil
  end
  return now
end

-- For `for now in changes(events, region) do`: the region's pictures, each with other pixels than the one before.
-- `events` listens already.
function M.changes(events, region)
  local before = picture(region)
  return function()
    for happened in events do
      local now = changed(before, region, happened.areas)
      if now then
        before = now
        return now
      end
    end
    return nil
  end
end

M.listen = listen

local function where(region)
  if not region then return "the screen" end
  return ("%dx%d at %d,%d"):format(region.width, region.height, region.x, region.y)
end

-- (region?, options?), checked. A lone table without sides of a rectangle is the options.
local function arguments(what, region, given, kinds)
  if region ~= nil then options.check(what, { region = region }, { region = "rectangle" }) end
  given = options.check(what, given, kinds)
  if region then region = { x = region.x, y = region.y, width = region.width, height = region.height } end
  return region, given
end

local function wait_change(region)
  local events <close> = listen(region)
  return M.changes(events, region)()
end

function M.wait_change(region, given)
  region, given = arguments("screen.wait_change", region, given, { timeout = "seconds" })
  return waiting.limited(given.timeout, "a change in " .. where(region), wait_change, region)
end

-- The next event, or nil when none comes within so many seconds.
local function within(seconds, events)
  local happened, err = try(task.timeout, seconds, function() return events() end)
  if not happened and err and errors.normalise(err).code ~= "TIMEOUT" then error(err, 0) end
  return happened
end

local function wait_stable(region, still)
  local events <close> = listen(region)
  local now = picture(region)
  local since = time.clock()
  while true do
    local left = since + still - time.clock()
    if left <= 0 then return now end
    local happened = within(left, events)
    local newer = happened and changed(now, region, happened.areas)
    if newer then
      now:release()
      now, since = newer, time.clock()
    end
  end
end

function M.wait_stable(region, given)
  region, given = arguments("screen.wait_stable", region, given, { still = "seconds", timeout = "seconds" })
  local still = given.still or 0.5
  local what = ("%s to be still for %g s"):format(where(region), still)
  return waiting.limited(given.timeout, what, wait_stable, region, still)
end

return M
