local candidates = require "acting.candidates"
local errors = require "errors"
local look = require "seeing.look"
local mark_check = require "acting.mark_check"
local marks = require "seeing.marks"
local rectangle = require "lib.rectangle"
local subjects = require "desktop.subjects"
local target = require "desktop.target"
local ui = require "ui"
local unicode = require "lib.unicode"
local window = require "window"
local window_order = require "desktop.window_order"

-- What an act is for: `on` (a mark, a path, or words that mean one element), or x and y.
local M = {}

local kFar = 1000000 -- pixels
local kLongest = 4000 -- bytes

local function invalid(field, message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint, details = { field = field } })
end

-- Returns the window that app_target means, by default the one in front.
local function window_of(text, deadline, with_hidden)
  local wanted = target.parse(text or "frontmost")
  if with_hidden and wanted.kind == "app" then wanted = { kind = "window", app = wanted.app, index = 0 } end
  if target.is_screen(wanted) then
    invalid("app_target", "app_target: a screen has no elements of its own", "Name an application, or leave it out.")
  end
  local options = { focus = "background", deadline = deadline, debug = {}, warnings = {} }
  return subjects.subjects(wanted, options)[1].window, wanted
end

-- Returns the element that a path means, as an item. Menus that are open belong to no window, so the whole program
-- counts where the window has none.
local function of_path(path, field, app_target, deadline)
  local scope = window_of(app_target, deadline)
  local found = ui.find { path = path, window = scope.id, timeout = subjects.remaining(deadline) }
    or ui.find { path = path, app = "PID:" .. scope.pid, timeout = subjects.remaining(deadline) }
  if found then return candidates.item(found) end
  return errors.raise("ELEMENT_NOT_FOUND", ("no element has the path %s"):format(path),
    { hint = "`see` shows what is there.", details = { field = field } })
end

-- Returns what a look with a picture finds: words, where there are no elements or an open menu tells none.
local function items_read(wanted, options)
  local seen = look.look(wanted, options, {})
  if seen.picture then seen.picture:release() end
  return seen.items
end

local function has_menu(items)
  for _, item in ipairs(items) do
    if item.menu then return true end
  end
  return false
end

local function of_words(words, field, app_target, deadline)
  local scope, wanted = window_of(app_target, deadline)
  local options = { focus = "background", deadline = deadline, debug = {}, warnings = {} }
  local items = look.look(wanted, options, { elements_only = true }).items
  if #items == 0 then return candidates.one(words, items_read(wanted, options), scope, field) end
  local found, err = try(candidates.one, words, items, scope, field)
  if found then return found end
  local read = err.code == "ELEMENT_NOT_FOUND" and try(items_read, wanted, options)
  if read and has_menu(read) then return candidates.one(words, read, scope, field) end
  return error(err, 0)
end

-- Returns a subject made of an item that is there now, which the argument `field` means.
local function of_item(item, windows, field)
  local holder = item.window and window_order.find(windows, item.window)
  local within = item.menu or holder and holder.bounds -- an open menu reaches beyond its window
  local shown = within and item.bounds and rectangle.common(item.bounds, within) or not within and item.bounds
  return {
    kind = item.element and "element" or "words", item = item, element = item.element,
    place = shown and rectangle.middle(shown) or nil, window = holder, text = candidates.text(item),
    field = field,
  }
end

local function of_place(x, y, field)
  if not (math.abs(x) <= kFar and math.abs(y) <= kFar) then
    invalid(field, ("%s: a place far off every display"):format(field), "Give desktop pixels.")
  end
  local place = { x = math.floor(x + 0.5), y = math.floor(y + 0.5) }
  local under = window_order.at(window_order.known(), place)
  return { kind = "place", place = place, window = under, text = ("%d,%d"):format(place.x, place.y) }
end

-- Raises INVALID_ARGUMENT for a mark of another window than the one that app_target means; of another program where it
-- means a program.
local function check_named(item, windows, app_target, deadline)
  local scope, wanted = window_of(app_target, deadline)
  local holder = item.window and window_order.find(windows, item.window)
  local pid = holder and holder.pid or item.element and item.element.pid
  local any_window = wanted.kind == "app" or not item.window -- an open menu belongs to no window
  if item.window == scope.id or any_window and pid ~= nil and pid == scope.pid then return end
  local title = unicode.line(scope.title or "")
  invalid("app_target", ('app_target: %s is not in "%s"'):format(candidates.text(item), title),
    "Leave app_target out: a mark names its window by itself.")
end

-- Returns the subject that a text means. Each of its words may be a role, so that long ones take long.
local function of_text(text, field, app_target, deadline)
  if #text > kLongest then
    invalid(field, ("%s: %d bytes, more than %d"):format(field, #text, kLongest),
      "Give a mark, a path, or a few words of its name.")
  end
  local number = marks.number(text)
  if number then
    local item, windows = marks.find(number), window.list()
    if app_target then check_named(item, windows, app_target, deadline) end
    return of_item(mark_check.now(item, windows, deadline), windows, field)
  end
  local item = candidates.is_path(text) and of_path(text, field, app_target, deadline)
    or of_words(text, field, app_target, deadline)
  local found = of_item(item, window.list(), field)
  found.named = app_target ~= nil
  return found
end

-- Returns what the arguments mean: {kind = "element", "words" (read in a picture) or "place", text (for people), place
-- (desktop pixels, nil for an element that is not shown), window (nil: none that is listed), item?, element?, field?
-- (the argument that means it), named? (boolean: app_target has named its window)}; nil when neither is given and
-- `optional`. `fields`: the names of the arguments, by default on, x and y. Raises INVALID_ARGUMENT with the field,
-- ELEMENT_NOT_FOUND, AMBIGUOUS_ELEMENT, and ELEMENT_STALE for a mark whose window has moved, is closed or covered, or
-- whose element has changed.
function M.find(args, deadline, optional, fields)
  local on, x, y = table.unpack(fields or { "on", "x", "y" })
  if args[on] and (args[x] or args[y]) then
    invalid(on, ("%s and %s were both given"):format(on, args[x] and x or y),
      ("Give %s, or %s and %s."):format(on, x, y))
  end
  if args[on] then return of_text(args[on], on, args.app_target, deadline) end
  if args[x] and args[y] then return of_place(args[x], args[y], x) end
  if args[x] or args[y] then
    local missing = args[x] and y or x
    invalid(missing, missing .. ": missing", ("%s and %s belong together."):format(x, y))
  end
  if optional then return nil end
  return invalid(on, ("neither %s nor %s and %s given"):format(on, x, y),
    "Give a mark such as m41, a path, words that mean one element, or a place.")
end

-- Returns the window that an act without a subject is for: the one that `app_target` means, or nil without it.
-- `with_hidden`: also one that is not on the screen.
function M.window(args, deadline, with_hidden)
  return args.app_target and window_of(args.app_target, deadline, with_hidden) or nil
end

-- Returns a subject made of an item that was just seen. `field`: the argument that means it, if one does.
function M.of_item(item, field)
  return of_item(item, window.list(), field)
end

return M
