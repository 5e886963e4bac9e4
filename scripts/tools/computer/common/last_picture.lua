local budget = require "capture.budget"
local errors = require "errors"
local policy_text = require "desktop.policy_text"
local screen = require "screen"
local settings = require "settings"
local subjects = require "desktop.subjects"
local tool = require "tool"
local ttl_cache = require "lib.ttl_cache"
local window_order = require "desktop.window_order"

-- The picture that coordinates belong to: the last screenshot of each session.
local M = {}

local kLooks = 3 -- while windows move
local kId = "last"

-- In which forms a picture is tried, until it is small enough. Its size in pixels stays, because coordinates are told
-- in it.
local forms = { { format = "png" }, { format = "jpg", quality = 85 }, { format = "jpg", quality = 60 },
  { format = "jpg", quality = 30 } }

local known = ttl_cache.new()

-- Returns a picture as a block of an answer.
function M.block(picture)
  local most, blob = settings.max_image_bytes(), nil
  for _, form in ipairs(forms) do
    blob = picture:encode(form)
    if most == 0 or budget.base64_size(blob) <= most then break end
  end
  return tool.image(blob)
end

-- Returns a picture of the desktop, or a region of it, within the size that pictures have.
function M.capture(region, deadline)
  return screen.capture("desktop", { region = region, max_width = settings.get "PEEKABOO_COMPUTER_WIDTH",
    max_height = settings.get "PEEKABOO_COMPUTER_HEIGHT", timeout = subjects.remaining(deadline) })
end

local function places_of(windows)
  local places = {}
  for i, each in ipairs(windows) do
    local bounds = each.bounds
    places[i] = ("%d:%d,%d %dx%d"):format(each.id, bounds.x, bounds.y, bounds.width, bounds.height)
  end
  return table.concat(places, ";")
end

local function active_of(windows)
  for _, each in ipairs(windows) do
    if each.active then return each.id end
  end
  return nil
end

-- Takes the picture again while windows move, so that it shows them where the list has them.
local function captured(deadline)
  for attempt = 1, kLooks do
    local windows = window_order.known()
    local picture = M.capture(nil, deadline)
    if attempt == kLooks or places_of(windows) == places_of(window_order.known()) then return picture, windows end
    picture:release()
  end
end

-- Takes the picture that the coordinates of a session belong to from now on. Returns its blocks of an answer.
function M.take(session, deadline)
  local picture, windows = captured(deadline)
  local area = picture.origin
  known.put(kId, {
    width = picture.width, height = picture.height, windows = windows, target = active_of(windows),
    area = { x = area.x, y = area.y, width = area.width, height = area.height },
  }, session)
  local blocks = { M.block(picture) }
  local filled = picture.excluded_windows or 0
  if filled > 0 then blocks[2] = tool.text(policy_text.filled(filled)) end
  picture:release()
  return blocks
end

-- Returns the last picture of a session: {width, height, area (of the desktop), windows (as they lay, the front-most
-- first), target (the window that keys are for)}. Raises ELEMENT_STALE when there is none.
function M.get(session)
  local last = known.get(kId, session)
  if last then return last end
  return errors.raise("ELEMENT_STALE", "there is no picture that the coordinates could belong to",
    { hint = "Call `screenshot` first." })
end

-- Returns the same, or nil.
function M.find(session)
  return known.get(kId, session)
end

return M
