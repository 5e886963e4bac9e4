local candidates = require "acting.candidates"
local edit_distance = require "edit_distance"
local errors = require "errors"
local lines = require "seeing.lines"
local rectangle = require "lib.rectangle"
local saved_marks = require "seeing.saved_marks"
local screen = require "screen"
local subjects = require "desktop.subjects"
local ui = require "ui"
local unicode = require "lib.unicode"
local window_order = require "desktop.window_order"

-- Whether what a mark was given to is still there, where it was.
local M = {}

local kAround = 12 -- pixels read around words, because text recognition needs a margin
local kSame = 0.25 -- share of the characters that two readings of the same words may differ in

local function stale(item, what)
  errors.raise("ELEMENT_STALE", ("%s: %s"):format(lines.name(item), what),
    { hint = "Call `see` again, and use its marks.", details = { mark = item.mark } })
end

local function named(each)
  return ('window %d "%s"'):format(each.id, unicode.line(each.title or ""))
end

local function placed(bounds)
  return ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height)
end

-- Raises ELEMENT_STALE unless the window of the item is where it was, with nothing more over the item's middle.
local function check_window(item, windows)
  local was, now = window_order.find(item.stack, item.window), window_order.find(windows, item.window)
  if not now then stale(item, ("window %d is closed"):format(item.window)) end
  if not now.on_screen and was and was.on_screen then stale(item, named(now) .. " is not on the screen any more") end
  if was and placed(was.bounds) ~= placed(now.bounds) then
    stale(item, ("%s was at %s and is at %s now"):format(named(now), placed(was.bounds), placed(now.bounds)))
  end
  if not item.bounds then return end
  local middle = rectangle.middle(item.bounds)
  local over = window_order.over(windows, item.window, middle)
  if over and not window_order.over(item.stack, item.window, middle) then
    stale(item, ("%s lies over it now"):format(named(over)))
  end
end

local function widened(bounds, limits)
  local area = { x = bounds.x - kAround, y = bounds.y - kAround, width = bounds.width + 2 * kAround,
    height = bounds.height + 2 * kAround }
  return rectangle.common(area, limits)
end

local function is_same(read, words)
  return edit_distance.between(read, words) <= math.ceil(kSame * utf8.len(words))
end

-- Raises ELEMENT_STALE unless the words of the item can still be read at its place.
local function check_words(item, windows, deadline)
  local shown = window_order.find(windows, item.window)
  local picture = screen.capture(item.menu and "desktop" or "window", { id = not item.menu and shown.id or nil,
    region = widened(item.bounds, item.menu or shown.bounds), timeout = subjects.remaining(deadline) })
  local read = {}
  for i, line in ipairs(picture:text().lines) do
    if is_same(line.text, item.name) or line.text:find(item.name, 1, true) then
      picture:release()
      return
    end
    read[i] = unicode.line(line.text)
  end
  picture:release()
  local now = table.concat(read, " ")
  stale(item, now == "" and "nothing can be read there now" or ('"%s" is read there now'):format(now))
end

-- Returns the element to which another process has given the mark.
local function found_again(item, deadline)
  local wanted = { path = item.saved.path, timeout = subjects.remaining(deadline) }
  wanted.window = item.window
  wanted.app = not item.window and "PID:" .. item.saved.pid or nil
  local element = ui.find(wanted)
  if element and saved_marks.is_same(element, item) then return element end
  return stale(item, element and "another element is there now" or "it is gone")
end

-- Returns an item as it is now, among the windows of this moment: its element read again. Raises ELEMENT_STALE for one
-- whose window has moved, is closed or covered, and for one that has changed.
function M.now(item, windows, deadline)
  if item.window then check_window(item, windows) end
  if item.from_picture then
    check_words(item, windows, deadline)
    return item
  end
  local element = item.saved and found_again(item, deadline)
    or ui.read(item.element, { timeout = subjects.remaining(deadline) })
  local now = candidates.item(element)
  now.mark = item.mark
  return now
end

return M
