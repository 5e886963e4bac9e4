local errors = require "errors"
local input = require "input"
local last_picture = require "tools.computer.common.last_picture"
local picture_map = require "tools.computer.common.picture_map"
local unicode = require "lib.unicode"
local window = require "window"
local window_order = require "desktop.window_order"

-- From coordinates to a place of the desktop, and whether what the picture showed there is there still.
local M = {}

local function refuse(field, message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint, details = { field = field } })
end

local function named(each)
  return each and ('window %d "%s"'):format(each.id, unicode.line(each.title or "")) or "no window"
end

local function placed(bounds)
  return ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height)
end

local function stale(pixel, what)
  errors.raise("ELEMENT_STALE", ("%d,%d: %s"):format(pixel.x, pixel.y, what),
    { hint = "Call `screenshot` again, and use its coordinates." })
end

-- Returns the pixel that a list of two numbers names. Raises INVALID_ARGUMENT outside of the picture.
local function pixel_of(list, field, last)
  local x, y = math.tointeger(list[1]), math.tointeger(list[2])
  if #list ~= 2 or not x or not y then refuse(field, field .. ": expected [x, y] in whole pixels") end
  if x < 0 or y < 0 or x >= last.width or y >= last.height then
    refuse(field, ("%s: %d,%d is outside of the picture"):format(field, x, y),
      ("It has %dx%d pixels."):format(last.width, last.height))
  end
  return { x = x, y = y }
end

-- Raises ELEMENT_STALE unless the window that the picture shows at a place is there, where it was.
local function check(pixel, place, last, windows)
  local was, now = window_order.at(last.windows, place), window_order.at(windows, place)
  if was and not window_order.find(windows, was.id) then stale(pixel, named(was) .. " is closed") end
  if (was and was.id) ~= (now and now.id) then
    stale(pixel, ("%s was there, %s is there now"):format(named(was), named(now)))
  end
  if was and placed(was.bounds) ~= placed(now.bounds) then
    stale(pixel, ("%s was at %s and is at %s now"):format(named(now), placed(was.bounds), placed(now.bounds)))
  end
end

-- Returns what coordinates mean, without looking at what is there: {pixel, place (of the desktop), last}.
function M.place(list, field, session)
  local last = last_picture.get(session)
  local pixel = pixel_of(list, field, last)
  return { pixel = pixel, place = picture_map.to_desktop(last, pixel.x, pixel.y), last = last }
end

-- Returns what the coordinates in args[field] mean, or the place of the pointer without them: {pixel, place, last,
-- window (nil: none)}. Raises INVALID_ARGUMENT, and ELEMENT_STALE when the window there has moved, is closed or
-- covered.
function M.find(args, field, session)
  local windows = window_order.known()
  local aim
  if args[field] then
    aim = M.place(args[field], field, session)
    check(aim.pixel, aim.place, aim.last, windows)
  else
    local last, place = last_picture.find(session), input.pointer()
    aim = { place = place, last = last, pixel = last and picture_map.to_picture(last, place) or place }
  end
  aim.window = window_order.at(windows, aim.place)
  return aim
end

-- Menus that are open belong to no window in the list. One that reaches beyond its own is found by the active window.
local function candidates(aim)
  local ids = { aim.window.id }
  local active = window.frontmost()
  if active and active.id ~= aim.window.id then ids[2] = active.id end
  return ids
end

local function corner_of(id)
  local found = window_order.find(window.list(), id)
  return found and found.bounds or { x = 0, y = 0 }
end

local function refused(aim, err)
  local other = math.tointeger((err.details or {}).other)
  local now = other and window_order.find(window.list(), other)
  stale(aim.pixel, now and named(now) .. " lies there now" or "something else lies there now")
end

-- Does work(place, options) at an aim so that no other window than the one that was found gets it: `options` is
-- completed with the window, from whose corner the place counts then.
function M.act(aim, options, work)
  if not aim.window then return work(aim.place, options) end
  local failure
  for _, id in ipairs(candidates(aim)) do
    local corner = corner_of(id)
    options.window = id
    local ok, err = pcall(work, { x = aim.place.x - corner.x, y = aim.place.y - corner.y }, options)
    if ok then
      if aim.last then aim.last.target = aim.window.id end
      return
    end
    err = errors.normalise(err)
    if err.code ~= "FOCUS_REFUSED" then error(err, 0) end
    failure = failure or err
  end
  refused(aim, failure)
end

return M
