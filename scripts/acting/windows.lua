local errors = require "errors"
local safeguards = require "safeguards"
local unicode = require "lib.unicode"
local window = require "window"

-- What the tools of windows share: plans for acting/act.lua of one change of one window.
local M = {}

local function whole(number) return math.floor(number + 0.5) end

local function place_text(bounds)
  return ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height)
end

-- Returns how far a window's frame reaches beyond it: {x, y (left and above), width, height (in all)}.
local function border_of(each)
  local bounds, frame = each.bounds, each.frame
  return { x = bounds.x - frame.x, y = bounds.y - frame.y, width = frame.width - bounds.width,
    height = frame.height - bounds.height }
end

-- Returns whether a side is as wanted, to the step of the window's size.
local function is_near(now, wanted, step)
  return wanted == nil or now <= wanted and wanted - now < step
end

local words = { width = "wide", height = "high" }

local function limit_text(limits, side, wanted)
  local least, most = limits["min_" .. side], limits["max_" .. side]
  if least and wanted < least then return ("it is at least %d pixels %s"):format(least, words[side]) end
  if most and wanted > most then return ("it is at most %d pixels %s"):format(most, words[side]) end
  return nil
end

-- Returns why a window stands elsewhere, or has another size. `wanted` is the client area.
local function reason_of(limits, wanted)
  for _, side in ipairs { "width", "height" } do
    local text = wanted[side] and limit_text(limits, side, wanted[side])
    if text then return text .. " by its own limits" end
  end
  local manager = limits.manager and " " .. unicode.line(limits.manager) or ""
  if not wanted.x then return ("its program, or the window manager%s, takes no other size"):format(manager) end
  return ("the window manager%s decides where windows stand, as tiling ones do"):format(manager)
end

-- Raises EFFECT_NOT_SEEN for a window whose frame or client area is at `area`, and not where it was `wanted`.
-- `client`: the client area that was asked for.
local function check(id, area, wanted, client)
  local limits = window.limits(id)
  local near = (not wanted.x or area.x == wanted.x and area.y == wanted.y)
    and is_near(area.width, wanted.width, limits.step_width)
    and is_near(area.height, wanted.height, limits.step_height)
  if near then return end
  errors.raise("EFFECT_NOT_SEEN", ("window %d is at %s: %s"):format(id, place_text(area), reason_of(limits, client)),
    { hint = "Accept its place and size, or ask for others.",
      details = { dispatched = true, position = { x = area.x, y = area.y },
        size = { width = area.width, height = area.height } } })
end

-- What stands still is held to the place, too: that tells why.
local function put(id, client)
  local ok, err = pcall(window.place, id, client)
  if not ok and errors.normalise(err).code ~= "EFFECT_NOT_SEEN" then error(err, 0) end
  return window.get(id)
end

-- Raises INVALID_ARGUMENT for a width or height without a pixel.
function M.check_size(wanted)
  for _, side in ipairs { "width", "height" } do
    if wanted[side] and wanted[side] < 1 then
      errors.raise("INVALID_ARGUMENT", ("%s: expected at least 1, received %d"):format(side, wanted[side]),
        { details = { field = side } })
    end
  end
end

-- Returns the plan to bring the frame of a window to a place or size: {x, y} or {width, height} in desktop pixels.
-- Raises INVALID_ARGUMENT for a size without a pixel.
function M.placing(id, wanted, what)
  local now = window.get(id)
  local border = border_of(now)
  for name, number in pairs(wanted) do wanted[name] = whole(number) end
  M.check_size(wanted)
  local client = { x = wanted.x and wanted.x + border.x, y = wanted.y and wanted.y + border.y,
    width = wanted.width and math.max(1, wanted.width - border.width),
    height = wanted.height and math.max(1, wanted.height - border.height) }
  return { what = what, window = now, how = "window manager", repeatable = true, wanted = wanted, client = client }
end

-- Does what a plan of M.placing() says, and holds the window to it.
function M.place(plan)
  plan.now = put(plan.window.id, plan.client).frame
  check(plan.window.id, plan.now, plan.wanted, plan.client)
  return { { "bounds", place_text(plan.now) } }
end

-- Brings the client area of a window to a place or size ({x, y, width, height}, each optional), and holds it to that.
-- Returns the facts.
function M.place_client(id, wanted)
  local now = put(id, wanted).bounds
  check(id, now, wanted, wanted)
  return { { "bounds", place_text(now) } }
end

-- Returns what was seen of it.
function M.placed(plan)
  return "seen", { ("its frame is at %s"):format(place_text(plan.now)) }
end

-- Brings the window of a plan to the front. Keys without a window are for it from then on: else they would be refused,
-- because they follow the last act to another program.
function M.focus(plan)
  plan.front = window.frontmost()
  window.focus(plan.window.id)
  safeguards.keep_window_for_keys(plan.window.id)
end

-- Lets keys without a window go to the one in front again, where the caller has closed the one that they were for.
function M.forget_closed()
  if not try(safeguards.window_for_keys) then try(safeguards.keep_window_for_keys, 0) end
end

-- Returns the call that brings the window in front before M.focus() there again, nil when it was that one.
function M.focus_undo(plan)
  local front = plan.front
  return front and front.id ~= plan.window.id
    and { tool = "focus_window", arguments = { { "windowId", front.id } } } or nil
end

return M
