local deadline = require "lib.deadline"
local errors = require "errors"
local event = require "event"
local subject = require "acting.subject"
local time = require "time"

-- Waiting for an element.
local M = {}

local kLook = 5 -- seconds that one look may take
local kAgain = 0.5 -- seconds after which is looked again without an event, because a hidden element is not painted

-- What a look answers while the element, its window or its program is not there yet.
local absent = { ELEMENT_NOT_FOUND = true, ELEMENT_STALE = true, WINDOW_NOT_FOUND = true, APP_NOT_FOUND = true }

-- Returns the subject that is there now, or nil.
local function look(args)
  local found, err = try(subject.find, { on = args.on, app_target = args.app_target }, time.clock() + kLook)
  if found then return found end
  if absent[errors.normalise(err).code] then return nil end
  return error(err, 0)
end

local function has_state(found, state)
  if not found.element then return false end
  for _, name in ipairs(found.element.states) do
    if name == state then return true end
  end
  return false
end

local function fits(found, args)
  if args.gone then return found == nil end
  if not found then return false end
  if args.state and not has_state(found, args.state:lower()) then return false end
  return args.value == nil or (found.element and found.element.value) == args.value
end

local function next_within(events, seconds)
  return (deadline.run(seconds, function() return nil end, function() return events() end))
end

-- Listens before it looks, so that it misses no change in between.
local function wait(is_so)
  local events <close> = event.listen {
    kinds = { "screen.painted", "window.opened", "window.closed", "window.title_changed" } }
  while true do
    local so, result = is_so()
    if so then return result end
    next_within(events, kAgain)
  end
end

-- Waits until is_so(), which looks at the desktop, gives true, and returns its second result. It is asked again when
-- something was painted or a window has changed. `what` is awaited, for the message of TIMEOUT.
function M.until_so(timeout, what, is_so)
  return deadline.wait(timeout, what, wait, is_so)
end

-- Waits until the element that `args` means (on, app_target) is there, is `gone`, or has its `state` or `value`.
-- Returns its subject; nil when it is gone. Raises TIMEOUT.
function M.wait(args, timeout)
  return M.until_so(timeout, ("'%s'"):format(args.on), function()
    local found = look(args)
    return fits(found, args), found
  end)
end

return M
