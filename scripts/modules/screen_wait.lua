local deadline = require "lib.deadline"
local event = require "event"
local options = require "check.options"
local rectangle = require "lib.rectangle"
local screen = require "screen"
local time = require "time"

local M = {}

local function picture(region)
  return screen.capture("desktop", { region = region })
end

local function listen(region)
  return event.listen { kinds = { "screen.painted" }, region = region }
end

-- Returns whether `now`, a picture of the desktop, has the same pixels as `before` at the same place.
local function is_same(before, now)
  local place = { x = now.origin.x - before.origin.x, y = now.origin.y - before.origin.y,
    width = now.width, height = now.height }
  if place.width == before.width and place.height == before.height then return before:compare(now).equal end
  local part = before:crop(place)
  local same = part.width == now.width and part.height == now.height and part:compare(now).equal
  part:release()
  return same
end

-- Returns the region's new picture if the painted areas have other pixels than `before`, else nil. Captures the painted
-- part first, to find out whether the whole region is needed.
local function changed(before, region, areas)
  local part = rectangle.common(rectangle.around(areas), before.origin)
  if part then
    local now = picture(part)
    local same = is_same(before, now)
    now:release()
    if same then return nil end
  end
  return picture(region)
end

-- Returns an iterator for `for now in changes(events, region) do` over the region's pictures, each with other pixels
-- than the one before. `events` must be listening already.
function M.changes(events, region)
  local before = picture(region)
  return function()
    for happened in events do
      local now = changed(before, region, happened.areas)
      if now then
        before:release()
        before = now:share() -- the caller releases the returned picture
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

-- Checks the arguments (region?, options?) and returns them, the region as a copy.
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
  return deadline.wait(given.timeout, "a change in " .. where(region), wait_change, region)
end

-- Returns the next event, or nil if none comes within `seconds`.
local function within(seconds, events)
  return (deadline.run(seconds, function() return nil end, function() return events() end))
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
  return deadline.wait(given.timeout, what, wait_stable, region, still)
end

local function place_in(now, text, language)
  local found = require("lib.text_place").find(now:text({ language = language }).words, text)
  if not found then return nil end
  found.bounds.x, found.bounds.y = found.bounds.x + now.origin.x, found.bounds.y + now.origin.y
  return found
end

-- Listens before it reads, so that it misses nothing that is painted meanwhile; reads again when pixels have changed.
local function wait_text(text, region, language)
  local events <close> = listen(region)
  local changes = M.changes(events, region)
  local now = picture(region)
  while now do
    local found = place_in(now, text, language)
    now:release()
    if found then return found end
    now = changes()
  end
end

function M.wait_text(text, given)
  if type(text) ~= "string" or not text:find "%S" then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("screen.wait_text", "text", text,
      "screen.wait_text: text: expected one that is not empty",
      "For example screen.wait_text(\"Saved\", { timeout = 10 }).")
  end
  given = options.check("screen.wait_text", given, { region = "rectangle", language = "text", timeout = "seconds" })
  local region = given.region
  if region then region = { x = region.x, y = region.y, width = region.width, height = region.height } end
  local what = ("the text '%s' on %s"):format(text, where(region))
  return deadline.wait(given.timeout, what, wait_text, text, region, given.language)
end

return M
