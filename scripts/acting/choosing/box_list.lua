local candidates = require "acting.candidates"
local choices = require "acting.choosing.choices"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local input_press = require "input_press"
local offered = require "acting.choosing.offered"
local pointing = require "acting.pointing"
local subject = require "acting.subject"
local unicode = require "lib.unicode"
local window = require "window"

-- Choosing an item of the list that a box opens, as a person does by keys: open, move, Return. Positions of items are
-- not reliable: Qt reports items that are wider than their list, and compositors place pop-ups where no program knows.
-- A list that is not inside of its box, or does not report where the keys are, gets a click.
local M = {}

local kOpening = 3 -- seconds for the list to open
local kMoving = 1 -- seconds for the keys to arrive
local kMostMoves = 20 -- rounds of keys: separators and disabled items are skipped, so that one may go too far

-- Returns the index of the item that has the name, or nil.
local function index_of(list, name)
  for i, each in ipairs(list) do
    if choices.plain(each.name) == choices.plain(name) then return i end
  end
  return nil
end

-- Keys go to the program in front, whose pop-up may be a window of its own.
local function press(plan, keys, count)
  local front = window.frontmost()
  if front and front.pid and front.pid ~= plan.element.pid then
    errors.raise("FOCUS_REFUSED", ('window %d "%s" has the focus'):format(front.id, unicode.line(front.title or "")))
  end
  input_press.press(keys, { count = count })
end

-- Returns whether the keys could be sent: lists of Java keep them from everybody.
local function sent(plan, keys, count)
  local ok, err = pcall(press, plan, keys, count)
  if ok then return true end
  local details = errors.normalise(err).details
  if type(details) == "table" and details.reason == "grabbed" then return false end
  return error(err, 0)
end

-- Moves to the wanted item by keys. Returns whether the program reports that they are there.
local function move(plan)
  local read = choices.box(plan.element)
  for round = 1, kMostMoves do
    local to = read and index_of(read.items, plan.option)
    local at = read and read.current
    if not (to and at) then return false end
    if at == to then return true end
    local is_sent = sent(plan, at < to and "Down" or "Up", round == 1 and math.abs(to - at) or 1)
    local moved = is_sent and element_wait.within(kMoving, function()
      read = choices.box(plan.element)
      return not read or read.current ~= at
    end)
    if not moved then return false end
  end
  return false
end

-- Clicks the item, or raises for one that the list does not have.
local function click(plan, items)
  local picked = offered.pick(items, plan.option)
  local found = subject.of_item(picked.purpose and picked or candidates.item(picked.element))
  enabled.check(found)
  found.window = nil -- a list that is open has a grab, and its window is not in the list
  pointing.choose(found)
end

-- Waits until the list is open. Returns what the box is then, see choices.box(); else the items that are offered
-- elsewhere in the window, and were not before.
local function await(plan, apart)
  local elsewhere = {}
  local read = element_wait.within(kOpening, function()
    local now = plan.was and choices.box(plan.element)
    if now and #now.items > 0 then return true, now end
    elsewhere = offered.shown(plan.app_target, offered.list_roles, apart)
    return index_of(elsewhere, plan.option) ~= nil
  end)
  return type(read) == "table" and read or nil, elsewhere
end

-- Closes the list that was opened. Qt 5 gives an Escape to the dialog below, too, on some compositors, so that the own
-- action of the box comes first, where the box tells whether its list is open.
function M.close(plan, read)
  if read and pointing.press(plan.subject) then
    local function is_closed()
      local now = choices.box(plan.element)
      return not now or #now.items == 0
    end
    if element_wait.within(kMoving, is_closed) then return end
  end
  try(input_press.press, "Escape")
end

-- Adds what the attempt has left changed to an error. `has_opened`: a list was open.
local function with_changes(err, plan, has_opened)
  local changes
  local own = plan.window and plan.window.id
  local is_there = not own
  for _, each in ipairs(window.list()) do is_there = is_there or each.id == own end
  local now = is_there and plan.was and choices.box(plan.element)
  if not is_there then
    changes = "its window has closed"
  elseif now and #now.items > 0 then
    changes = "its list is still open"
  elseif now and choices.shown(now) ~= choices.shown(plan.was) then
    changes = ('"%s" is chosen now'):format(unicode.fit(unicode.line(choices.shown(now)), 60))
  elseif not has_opened then
    changes = "nothing has opened"
  end
  if changes then err.message = ("%s, and %s"):format(err.message, changes) end
  err.details = type(err.details) == "table" and err.details or {}
  err.details.dispatched = err.details.dispatched or changes ~= nil
  return err
end

-- Chooses the item `option` of the plan's subject. Sets `shows_choice` of the plan where what the box shows is one of
-- its items. When there is no such item, a list that this call has opened is closed again.
function M.choose(plan)
  local is_open = plan.was and #plan.was.items > 0
  local apart = not is_open and offered.ids(plan.app_target, offered.list_roles) or nil
  if not is_open and not (plan.element and plan.element.role == "combo box" and pointing.press(plan.subject)) then
    pointing.click(plan.subject, plan.place, {})
  end
  local read, elsewhere = await(plan, apart)
  plan.shows_choice = read and index_of(read.items, choices.shown(plan.was)) ~= nil
  local ok, err = pcall(function()
    local to = read and index_of(read.items, plan.option)
    if to then enabled.check { element = read.items[to].element, text = ('"%s"'):format(read.items[to].name) } end
    if to and move(plan) then
      plan.how = "keys"
      return press(plan, "Return")
    end
    click(plan, read and read.items or elsewhere)
  end)
  if ok then return end
  local has_opened = read ~= nil or #elsewhere > 0
  if has_opened and not is_open then try(M.close, plan, read) end
  error(with_changes(errors.normalise(err), plan, has_opened), 0)
end

return M
