local unicode = require "lib.unicode"

-- Marked items as lines of text.
local M = {}

local kLongest = 80 -- characters of a name or value

-- States that are told, in this order. Others go without saying, such as "showing".
local told = { "focused", "checked", "indeterminate", "pressed", "selected", "expanded", "collapsed", "read only",
  "required", "invalid entry", "has popup", "modal" }

local function quoted(text)
  local short = unicode.fit(unicode.line(text), kLongest)
  return '"' .. short:gsub('[\\"]', "\\%0") .. '"'
end

local function states_of(item)
  local words = {}
  for _, name in ipairs(told) do
    if item.states[name] then words[#words + 1] = name end
  end
  local enabled = item.states.enabled or item.states.sensitive
  if item.purpose == "used" and not enabled then words[#words + 1] = "disabled" end
  if item.from_picture then words[#words + 1] = "read in the picture" end
  return words
end

-- Returns how an item is called: its mark, if it has one, role, name, and the label that stands beside it.
function M.name(item)
  local words = { item.role }
  if item.mark then table.insert(words, 1, "m" .. item.mark) end
  if item.name ~= "" then words[#words + 1] = quoted(item.name) end
  if item.label then words[#words + 1] = "beside " .. quoted(item.label) end
  return table.concat(words, " ")
end

-- Returns whether the line about an item tells only a part of its value.
function M.cuts_value(item)
  local value = item.value or ""
  return value:find "\n" ~= nil or unicode.width(unicode.line(value)) > kLongest
end

-- Returns one line about an item: how it is called, its value, place and size in desktop pixels, states, and its window
-- with `tells_window`.
function M.line(item)
  local bounds = item.bounds
  local words = { M.name(item) }
  if (item.value or "") ~= "" and item.value ~= item.name then words[#words + 1] = "= " .. quoted(item.value) end
  words[#words + 1] = bounds and ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height)
    or "at a place that is not known"
  table.move(states_of(item), 1, 20, #words + 1, words)
  if item.tells_window and item.window then words[#words + 1] = ("in window %d"):format(item.window) end
  return table.concat(words, " ")
end

-- Returns the lines of items, at most `most_bytes` together with their newlines, and how many items have no line.
function M.lines(items, most_bytes)
  local lines, bytes = {}, 0
  for i, item in ipairs(items) do
    local line = item.line or M.line(item)
    bytes = bytes + #line + 1
    if bytes > most_bytes then return lines, #items - i + 1 end
    lines[i] = line
  end
  return lines, 0
end

return M
