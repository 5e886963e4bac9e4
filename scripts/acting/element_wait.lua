local candidates = require "acting.candidates"
local deadline = require "lib.deadline"
local desktop_events = require "acting.desktop_events"
local element_states = require "desktop.element_states"
local errors = require "errors"
local marks = require "seeing.marks"
local subject = require "acting.subject"
local target = require "desktop.target"
local time = require "time"
local ui_wait = require "ui_wait"

-- Waiting for an element.
local M = {}

local kLook = 10 -- seconds that one look may take, of which a program that just started may take 5 and reading 3
local kLooks = 3 -- least number of looks at what a program may need a moment for
local kLongest = 12 -- seconds that they may take
local kAgain = 0.5 -- seconds after which is looked again without an event, because a hidden element is not painted

-- What a look answers while the element, its window or its program is not there yet.
local absent = { ELEMENT_NOT_FOUND = true, ELEMENT_STALE = true, WINDOW_NOT_FOUND = true, APP_NOT_FOUND = true }

-- Returns the subject that is there now, or nil, and whether the look took too long to tell.
local function look(args)
  local found, err = try(subject.find, { on = args.on, app_target = args.app_target }, time.clock() + kLook)
  if found then return found, false end
  local code = errors.normalise(err).code
  if absent[code] or code == "TIMEOUT" then return nil, code == "TIMEOUT" end
  return error(err, 0)
end

local function fits(found, args)
  if args.gone then return found == nil end
  if not found then return false end
  if args.state and not (found.element and element_states.has(found.element, args.state:lower())) then return false end
  return args.value == nil or (found.element and found.element.value) == args.value
end

local function next_within(events, seconds)
  return (deadline.run(seconds, function() return nil end, function() return events() end))
end

-- Listens before it looks, so that it misses no change in between.
local function wait(is_so)
  local events <close> = desktop_events.listen "everywhere"
  while true do
    local so, result = is_so()
    if so then return result end
    next_within(events, kAgain)
  end
end

-- Waits until is_so(), which looks at the desktop, gives true, and returns its second result. It is asked again when
-- something was painted or a window has changed. `what` is awaited, for the message of TIMEOUT.
local function until_so(timeout, what, is_so)
  return deadline.wait(timeout, what, wait, is_so)
end

-- Waits as until_so() does for what a program does when it is its turn: at least `seconds`, and at least three looks,
-- because on a busy machine one look may take longer, or end without an answer. Returns the result of is_so(), or true
-- without one; nil when it was not so.
function M.within(seconds, is_so)
  local looks, least = 0, time.clock() + seconds
  local result, err = try(until_so, kLongest, "an element", function()
    local looked, so, result = pcall(is_so)
    if not looked and errors.normalise(so).code ~= "TIMEOUT" then error(so, 0) end
    looks = looks + 1
    if looked and so then return true, result or true end
    return looks >= kLooks and time.clock() >= least
  end)
  if err and errors.normalise(err).code ~= "TIMEOUT" then error(err, 0) end
  return result
end

-- Returns the arguments of ui_wait.wait for a mark; nil for one of words that were read in a picture.
local function of_mark(number)
  local item = marks.find(number)
  local path = item.saved and item.saved.path or item.element and item.element.path
  if not path then return nil end
  if item.window then return { path = path, window = item.window } end
  return { path = path, app = ("PID:%d"):format(item.saved and item.saved.pid or item.element.pid) }
end

-- Returns the arguments of ui_wait.wait for a path; nil when app_target names more than an application.
local function of_path(path, app_target)
  if not app_target then return { path = path } end
  local wanted = target.parse(app_target)
  if wanted.kind == "frontmost" then return { path = path } end
  return wanted.kind == "app" and { path = path, app = wanted.app } or nil
end

-- Returns the arguments of ui_wait.wait for a mark or path; nil for words.
local function wish_of(args)
  local number = marks.number(args.on)
  if number then return of_mark(number) end
  return candidates.is_path(args.on) and of_path(args.on, args.app_target) or nil
end

-- By events of the program's elements.
local function wait_for_one(wish, args, timeout)
  wish.state, wish.value, wish.gone = args.state and args.state:lower(), args.value, args.gone
  wish.timeout = timeout
  local found = ui_wait.wait(wish)
  return not args.gone and subject.of_item(candidates.item(found)) or nil
end

-- Waits until the element that `args` means (on, app_target) is there, is `gone`, or has its `state` or `value`.
-- Returns its subject; nil when it is gone. Raises TIMEOUT.
function M.wait(args, timeout)
  local wish = wish_of(args)
  if wish then return wait_for_one(wish, args, timeout) end
  return until_so(timeout, ("'%s'"):format(args.on), function()
    local found, late = look(args)
    return not late and fits(found, args), found
  end)
end

return M
