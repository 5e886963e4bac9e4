local choice = require "seeing.choice"
local errors = require "errors"
local labels = require "seeing.labels"
local list_text = require "desktop.list_text"
local open_menus = require "seeing.open_menus"
local rectangle = require "lib.rectangle"
local screen = require "screen"
local subjects = require "desktop.subjects"
local ui = require "ui_elements"
local unicode = require "lib.unicode"
local window = require "window"
local window_order = require "desktop.window_order"

-- One look at a window or a screen: a picture, and what can be used or read in it at that moment.
local M = {}

local kMaxLooks = 3     -- while windows move
local kMaxElements = 5000
local kMaxWindows = 12  -- of a screen whose elements are read
local kMaxLines = 500   -- read in a picture
local kLeastConfidence = 40 -- of a line, in percent
local kLeastName = 2 -- characters of a menu's item: its pictures are read as one

-- For items without a picture: open menus reach beyond their window.
local kFar = 1000000
local kEverywhere = { x = -kFar, y = -kFar, width = 2 * kFar, height = 2 * kFar }

-- What a program without elements answers: then its words are read in the picture.
local without = { UNSUPPORTED = true, PERMISSION_ERROR_ACCESSIBILITY = true, TIMEOUT = true }

-- Returns whether no window in front of the item's own is known to lie over its middle. `stack`: windows, the
-- front-most first.
local function is_uncovered(item, stack)
  local own = item.element.window
  return not own or not item.bounds or window_order.over(stack, own, rectangle.middle(item.bounds)) == nil
end

-- Returns the windows whose elements a subject shows, the front-most first.
local function windows_of(subject, stack)
  if subject.window then return { subject.window } end
  local list = {}
  for _, each in ipairs(stack) do
    local shows = each.on_screen and not each.excluded and each.bounds
      and rectangle.common(each.bounds, subject.bounds)
    if shows and #list < kMaxWindows then list[#list + 1] = each end
  end
  return list
end

-- Adds the elements of a window's process that belong to the windows in `wanted` (a set of ids) or, as open menus do,
-- to none that is known. Returns why there are none, or nil.
local function add_elements(pid, wanted, deadline, into, left_out)
  local tree, err = try(ui.tree, { app = "PID:" .. pid, max_elements = kMaxElements,
    timeout = subjects.remaining(deadline) })
  if not tree then
    err = errors.normalise(err)
    if not without[err.code] then error(err, 0) end
    return err
  end
  for _, element in ipairs(tree.elements) do
    if not element.window or wanted[element.window] then into[#into + 1] = element end
  end
  for _, reason in ipairs(tree.left_out) do left_out[#left_out + 1] = reason end
end

local function elements_of(windows, deadline)
  local wanted, known, elements, left_out, faults = {}, {}, {}, {}, {}
  for _, each in ipairs(windows) do wanted[each.id] = true end
  for _, each in ipairs(windows) do
    if (each.pid or 0) == 0 then
      faults[#faults + 1] = errors.make("UNSUPPORTED", "the compositor does not tell which program a window is of")
    elseif not known[each.pid] then
      known[each.pid] = true
      faults[#faults + 1] = add_elements(each.pid, wanted, deadline, elements, left_out)
    end
  end
  return elements, left_out, faults[1]
end

-- Returns whether a line that was read is text, and not the edge of a control.
local function is_text(line)
  return line.confidence >= kLeastConfidence and line.text:find "[%w\x80-\xFF]" ~= nil
end

-- Returns a place in a picture as one of the desktop.
local function on_desktop(bounds, picture)
  local scale = picture.scale
  return {
    x = picture.origin.x + math.floor(bounds.x / scale), y = picture.origin.y + math.floor(bounds.y / scale),
    width = math.ceil(bounds.width / scale), height = math.ceil(bounds.height / scale),
  }
end

-- Returns the words {text, line, bounds} that lie in a line.
local function words_in(line, words, picture)
  local list = {}
  for _, word in ipairs(words) do
    if rectangle.common(word.bounds, line.bounds) and word.text ~= "" then
      list[#list + 1] = { text = word.text, line = 1, bounds = on_desktop(word.bounds, picture) }
    end
  end
  return list
end

-- Returns the lines of text in a picture as items, with their words.
local function items_read(picture)
  local items, read = {}, picture:text()
  for _, line in ipairs(read.lines) do
    if is_text(line) then items[#items + 1] = {
      role = "text", name = line.text, states = {}, purpose = "read", rank = 2, from_picture = true,
      bounds = on_desktop(line.bounds, picture), words = words_in(line, read.words, picture),
    } end
  end
  return items
end

-- Adds the words that are read in an open menu. It is a window of its own, and not in the picture of its program's.
local function add_menu(area, deadline, items)
  local picture = screen.capture("desktop", { region = area, timeout = subjects.remaining(deadline) })
  for _, item in ipairs(items_read(picture)) do
    item.role, item.purpose, item.rank, item.menu = "menu item", "used", 1, area
    item.states.enabled = true
    if unicode.length(item.name) >= kLeastName then items[#items + 1] = item end
  end
  picture:release()
end

-- Adds the items of open menus for which no element stands; to `left_out`, why they cannot be read.
local function add_menus(areas, elements, deadline, items, left_out)
  for _, area in ipairs(open_menus.untold(areas, elements)) do
    local added, err = pcall(add_menu, area, deadline, items)
    if not added then
      if errors.is_cancelled(err) then error(err, 0) end
      left_out[#left_out + 1] = ("the items of an open menu (%s)"):format(errors.normalise(err).message)
    end
  end
end

-- Notes of items the window that they are in (nil: an open menu's), and all windows as they lay.
local function belong(items, subject, stack)
  for _, item in ipairs(items) do
    item.stack = stack
    if not item.element then
      local under = subject.window or window_order.at(stack, rectangle.middle(item.bounds))
      item.window = under and under.id
    end
  end
end

local function place_of(each)
  local bounds = each.bounds
  if not bounds then return tostring(each.id) end -- the compositor does not tell where it is
  return ("%d:%d,%d %dx%d"):format(each.id, bounds.x, bounds.y, bounds.width, bounds.height)
end

-- Identifies the places of windows.
local function places_of(windows)
  local places = {}
  for i, each in ipairs(windows) do places[i] = place_of(each) end
  return table.concat(places, ";")
end

local function find_subject(target, options)
  local list = subjects.subjects(target, options)
  return list[1], #list
end

-- Like find_subject(), without telling again what the first time has told.
local function find_again(target, options)
  local quiet = { debug = {}, warnings = {} }
  return (find_subject(target, setmetatable(quiet, { __index = options })))
end

-- Returns the items whose place is known.
local function with_bounds(items)
  local list = {}
  for _, each in ipairs(items) do
    if each.bounds then list[#list + 1] = each end
  end
  return list
end

-- Returns the number of elements whose place is not known.
local function count_unplaced(elements)
  local count = 0
  for _, each in ipairs(elements) do
    if not each.bounds then count = count + 1 end
  end
  return count
end

-- Reasons why a window has no picture of its own, whatever is tried, or until a person permits pictures.
local without_picture = { ["identity unproven"] = true, ["software compositor"] = true, ["not painted"] = true,
  ["needs desktop file"] = true }

-- Returns the picture of a subject; nil, with the reason added to `left_out`, where a window's cannot be taken and its
-- elements are known.
local function picture_of(subject, options, request, elements, left_out)
  local picture, err = try(subjects.picture, subject, options.deadline, request.region, {})
  if picture then return picture end
  err = errors.normalise(err)
  local is_known = subject.window and #elements > 0
  if not is_known or not without_picture[(err.details or {}).reason] then error(err, 0) end
  local is_forbidden = err.code == "PERMISSION_ERROR_SCREEN_RECORDING" and err.hint
  left_out[#left_out + 1] = ("the picture (%s)"):format(is_forbidden and err.message .. ". " .. err.hint or err.message)
  return nil
end

local function look_once(target, options, request)
  local subject, count = find_subject(target, options)
  local stack = window.list()
  local windows = windows_of(subject, stack)
  local before = places_of(windows)
  local elements, left_out, fault = elements_of(windows, options.deadline)
  local picture = not request.elements_only and picture_of(subject, options, request, elements, left_out) or nil
  local items = {}
  for _, item in ipairs(choice.items(elements, picture and picture.origin or request.region or kEverywhere)) do
    if subject.window or is_uncovered(item, stack) then items[#items + 1] = item end
  end
  labels.give(with_bounds(items))
  if #elements > 0 and count_unplaced(elements) == #elements and not request.elements_only then
    left_out[#left_out + 1] = list_text.plural(#elements, "element") .. " without a known place"
  end
  local placed = not picture or subjects.is_placed(picture, subject.window)
  if not placed then left_out[#left_out + 1] = "words in the picture, because it is not known where it lies" end
  local reads = picture and placed and (request.reads_text or #items == 0)
  if reads then table.move(items_read(picture), 1, kMaxLines, #items + 1, items) end
  if picture and placed and subject.window then
    add_menus(picture.menus or {}, elements, options.deadline, items, left_out)
  end
  belong(items, subject, stack)
  local rested = before == places_of(windows_of(find_again(target, options), window.list()))
  return rested, {
    subject = subject, others = count - 1, picture = picture, items = items, left_out = left_out,
    fault = #elements == 0 and fault or nil, read = reads, placed = placed, stack = stack,
  }
end

-- Looks at what a parsed target means: its front-most window, or a screen. `options`: those of subjects.subjects.
-- `request`: region (in desktop pixels), reads_text (boolean: words in the picture, too), elements_only (boolean: no
-- picture, and no words). Returns {subject, others (how many more windows the target has), picture (nil where a
-- window's cannot be taken, see left_out), items (see
-- choice.items; with `window`, an id, and `stack`, the windows as they lay), left_out (reasons), fault (why there are
-- no elements, an error), read (boolean: words were read), placed (boolean: it is known where the picture lies), moved
-- (boolean: windows kept moving)}.
function M.look(target, options, request)
  for attempt = 1, kMaxLooks do
    local rested, seen = look_once(target, options, request)
    if rested or attempt == kMaxLooks then
      seen.moved = not rested
      return seen
    end
    if seen.picture then seen.picture:release() end
  end
end

return M
