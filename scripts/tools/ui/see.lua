local arguments = require "lib.arguments"
local budget = require "capture.budget"
local choice = require "seeing.choice"
local clients = require "lib.clients"
local errors = require "errors"
local limit = require "lib.deadline"
local list_text = require "desktop.list_text"
local lines = require "seeing.lines"
local look = require "seeing.look"
local marks = require "seeing.marks"
local policy_text = require "desktop.policy_text"
local rectangle = require "lib.rectangle"
local subjects = require "desktop.subjects"
local target = require "desktop.target"
local tool = require "tool"
local ttl_cache = require "lib.ttl_cache"
local ui = require "ui"
local unicode = require "lib.unicode"
local window_order = require "desktop.window_order"

local M = {}

M.most_elements, M.most_text_bytes = 120, 8000 -- unless the call states others

local kLine = 2 -- pixels of the outlines, at least
local kMostRoles = 6
local kFew = 3 -- items whose texts are told whole
local kMostWindows = 12

-- By the id of an answer: by the key of each item that was there, its line, or false where it was not listed.
local known = ttl_cache.new()
local answers = 0

function M.normalise(args)
  return arguments.without_unset(args)
end

-- Returns whether a place is covered by an open menu, which is a window of its own and not in the picture.
local function is_covered(bounds, menus)
  for _, area in ipairs(menus) do
    if rectangle.has_middle(area, bounds) then return true end
  end
  return false
end

-- Returns the picture with the marks of the items drawn into it.
local function marked(picture, items)
  local places, numbers, scale = {}, {}, picture.scale
  for _, item in ipairs(items) do
    local bounds = item.bounds
    if bounds and not is_covered(bounds, picture.menus or {}) then
      places[#places + 1] = {
        x = math.floor((bounds.x - picture.origin.x) * scale), y = math.floor((bounds.y - picture.origin.y) * scale),
        width = math.ceil(bounds.width * scale), height = math.ceil(bounds.height * scale),
      }
      numbers[#numbers + 1] = item.mark
    end
  end
  if #places == 0 then return picture end
  return picture:outline(places, { numbers = numbers, width = kLine })
end

-- Returns the picture as the answer has it: within its limits.
local function view_of(picture, args)
  local limits = budget.limits(args)
  local view = budget.view(picture, limits, { kind = "png", changeable = true, count = 1 })
  budget.share({ view }, limits, args.max_text_bytes or M.most_text_bytes)
  return view
end

local function subject_line(seen, view)
  local subject = seen.subject
  local area = seen.picture and seen.picture.origin or subject.window and subject.window.bounds
  local what = subject.window and ('window %d "%s" of %s'):format(subject.id, subject.window.title or "", subject.label)
    or subject.label
  local place = seen.placed and area and ("at %d,%d %dx%d"):format(area.x, area.y, area.width, area.height)
    or "at a place that is not known"
  local scaled = view and view.map.scale ~= 1 and ("; the picture shows it at %.4g of its size"):format(view.map.scale)
  return ("%s %s%s. Places are in desktop pixels."):format(what, place, scaled or "")
end

-- Returns what is said of words that stand in for elements.
local function about_words(items)
  for _, item in ipairs(items) do
    if item.from_picture then return "Words were read in the picture instead." end
  end
  return "No words can be read in the picture either: look at it, and use x and y."
end

-- Returns the roles of items with their numbers, the most frequent first.
local function counted(items)
  local counts, roles, told = {}, {}, {}
  for _, item in ipairs(items) do
    if not counts[item.role] then roles[#roles + 1] = item.role end
    counts[item.role] = (counts[item.role] or 0) + 1
  end
  table.sort(roles, function(a, b) return counts[a] > counts[b] or counts[a] == counts[b] and a < b end)
  for i = 1, math.min(#roles, kMostRoles) do told[i] = ("%d %s"):format(counts[roles[i]], roles[i]) end
  if #roles > kMostRoles then told[#told + 1] = "others" end
  return table.concat(told, ", ")
end

-- Returns the sentence of an answer without a line.
local function nothing_text(seen, args)
  if args.since then return "Nothing came, went or changed." end
  if #seen.items == 0 then return "Nothing here can be used or read as an element." end
  local finding = seen.left_out[1] and "'%s' was not found in what was read" or "Nothing fits '%s'"
  return (finding .. ". Without `find` there are %d: %s."):format(unicode.line(args.find or ""), #seen.items,
    counted(seen.items))
end

-- Returns a line for each window whose items are listed.
local function window_lines(seen, items)
  local told, text = {}, {}
  for _, item in ipairs(items) do
    local own = item.window and not told[item.window] and window_order.find(seen.stack, item.window)
    if own then
      told[own.id] = true
      text[#text + 1] = ('window %d "%s" of %s'):format(own.id, unicode.line(own.title or ""), own.app_class or "?")
    end
  end
  return text
end

-- Returns whether one of the items is shown where it is not known.
local function has_unplaced(items)
  for _, item in ipairs(items) do
    if not item.bounds then return true end
  end
  return false
end

-- Returns what else the reader must know.
local function notes_of(seen, args, missing)
  local notes = {}
  local function add(text) notes[#notes + 1] = text end
  if seen.others > 0 then add(("%d more windows fit app_target; this is the front-most."):format(seen.others)) end
  if seen.fault then add(("It tells no elements: %s. %s"):format(seen.fault.message, seen.fault.hint or "")) end
  if seen.read and not args.text then add(about_words(seen.items)) end
  if seen.moved then add "A window moved while it was looked at: places may be wrong. Call `see` again." end
  for _, reason in ipairs(seen.left_out) do add(("Left out: %s."):format((reason:gsub("%.$", "")))) end
  if has_unplaced(seen.items) then
    add "Where an open menu lies is not known here: act on its items by mark. A picture of the screen shows it."
  end
  if missing > 0 then
    add(("%d more are not listed: narrow with `find` or `region`, or raise `max_elements` or `max_text_bytes`.")
      :format(missing))
  end
  local menus = seen.picture and list_text.open_menus { { menus = seen.picture.menus } }
  if menus then add(menus) end
  local excluded = seen.picture and seen.picture.excluded_windows or 0
  if excluded > 0 then add(policy_text.filled(excluded)) end
  return notes
end

-- Sets the mark and the line of an item.
local function tell(item, seen)
  item.tells_window = seen.subject.window == nil
  marks.give(item)
  item.line = lines.line(item)
end

-- Remembers what was there and which lines an answer has. Returns the id for `since`.
local function remember(seen, session)
  answers = answers + 1
  local id, by_key = "see" .. answers, {}
  for _, item in ipairs(seen.items) do by_key[marks.key(item)] = item.line or false end
  known.put(id, by_key, session)
  return id
end

-- Returns the items that are new since an answer or changed since they were listed in it, and the lines of those that
-- are gone.
local function compared(seen, id, session)
  local before = known.get(id, session)
  if not before then
    errors.raise("INVALID_ARGUMENT", ("no answer '%s' of `see` is remembered"):format(id),
      { hint = "Call `see` without `since`.", details = { field = "since" } })
  end
  local now, fresh, gone = {}, {}, {}
  for _, item in ipairs(seen.items) do
    local key = marks.key(item)
    local line = before[key]
    now[key] = true
    if line then tell(item, seen) end
    item.news = line == nil and "new" or line and line ~= item.line and "changed" or nil
    if item.news then fresh[#fresh + 1] = item end
  end
  for key, line in pairs(before) do
    if line and not now[key] then gone[#gone + 1] = line end
  end
  table.sort(gone)
  return fresh, gone
end

local function text_of(seen, view, told, args)
  local text = { subject_line(seen, view) }
  local on_screen = seen.subject.window == nil
  if on_screen then table.move(window_lines(seen, told.items), 1, kMostWindows, 2, text) end
  local items, most = told.items, args.max_text_bytes or M.most_text_bytes
  local listed, unlisted = lines.lines(items, most)
  for i, line in ipairs(listed) do
    text[#text + 1] = items[i].news and items[i].news .. " " .. line or line
  end
  table.move(told.texts, 1, kFew, #text + 1, text)
  for _, line in ipairs(told.gone) do text[#text + 1] = "gone " .. line end
  if #items == 0 and #told.gone == 0 then text[#text + 1] = nothing_text(seen, args) end
  table.move(notes_of(seen, args, told.missing + unlisted), 1, 20, #text + 1, text)
  if told.id then text[#text + 1] = ("For later: since = \"%s\"."):format(told.id) end
  return table.concat(text, "\n")
end

-- Returns the whole texts of items that were asked for by name, where their lines tell only a part, within the bytes
-- that the lines leave.
local function whole_texts(items, args, deadline)
  local texts, room = {}, args.max_text_bytes or M.most_text_bytes
  if not args.find or #items > kFew then return texts end
  for _, item in ipairs(items) do room = room - #item.line - 1 end
  for _, item in ipairs(items) do
    if item.element and lines.cuts_value(item) and room > 0 then
      local now = try(ui.read, item.element, { timeout = subjects.remaining(deadline) })
      local whole = unicode.text(now and now.value or item.value)
      local text = unicode.cut(whole, room)
      texts[#texts + 1] = ("Text of m%d%s:\n%s"):format(item.mark,
        #text < #whole and (", the first %d of %d bytes"):format(#text, #whole) or "", text)
      room = room - #text
    end
  end
  return texts
end

-- Returns those of the items that the answer has room for, with their marks and lines, and how many are missing.
local function chosen(all, seen, args)
  local items, missing = choice.choose(all, args.max_elements or M.most_elements, args.find)
  for _, item in ipairs(items) do tell(item, seen) end
  local _, unlisted = lines.lines(items, args.max_text_bytes or M.most_text_bytes)
  if unlisted == 0 then return items, missing end
  return choice.choose(all, #items - unlisted, args.find)
end

-- Looks as the tool's arguments say. Returns {text, warnings, items (with their marks), stack (the windows as they
-- lay), blob (the picture encoded, or nil)}.
function M.look(args, call)
  local wanted = target.parse(args.app_target or "frontmost")
  local session = call and call.session
  return limit.desktop("see", function(deadline)
    local options = { focus = "background", deadline = deadline, debug = {}, warnings = {}, region = args.region }
    local seen = look.look(wanted, options, { region = args.region, reads_text = args.text })
    local items, missing = chosen(seen.items, seen, args)
    local told = { items = items, gone = {}, missing = missing }
    if args.since then
      local fresh, gone = compared(seen, args.since, session)
      told.gone = gone
      told.items, told.missing = chosen(fresh, seen, args)
    end
    told.texts = whole_texts(told.items, args, deadline)
    told.id = call and remember(seen, session) -- a command's answers end with it
    local view
    if seen.picture and (args.picture or "marked") ~= "none" and clients.shows_pictures(call) then
      view = view_of(args.picture == "plain" and seen.picture or marked(seen.picture, items), args)
    end
    return { text = text_of(seen, view, told, args), warnings = options.warnings, items = items, stack = seen.stack,
      blob = view and view.blob }
  end)
end

function M.run(args, call)
  local seen, err = try(M.look, args, call)
  if not seen then return tool.failed(err, "Looking failed") end
  local content = { tool.text(seen.text) }
  for _, warning in ipairs(seen.warnings) do content[#content + 1] = tool.text(warning) end
  if seen.blob then content[#content + 1] = tool.image(seen.blob) end
  return { content = content }
end

return M
