local reference = require "reference"
local app = require "app"
local help = require "repl.help"
local host = require "host"
local offered = require "repl.values"
local screen = require "screen"
local slot = require "repl.slot"
local task = require "task"
local unicode = require "lib.unicode"
local values = require "check.values"
local window = require "window"

local M = {}

local patience = 1.5 -- seconds for the desktop
local most = 500
local keywords = {
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not",
  "or", "repeat", "return", "then", "true", "until", "while",
}

local function sorted_texts(known)
  local texts = {}
  for text in pairs(known) do texts[#texts + 1] = text end
  table.sort(texts)
  return #texts > most and table.move(texts, 1, most, 1, {}) or texts
end

-- Returns the texts that begin with `typed`, each once, sorted. `insensitive`: ignores case.
local function beginning(texts, typed, insensitive)
  local known = {}
  local wanted = insensitive and unicode.lower(typed) or typed
  for _, text in ipairs(texts) do
    local compared = insensitive and unicode.lower(text) or text
    if compared:sub(1, #wanted) == wanted and text ~= "" then known[text] = true end
  end
  return { replaced = #typed, texts = sorted_texts(known) }
end

-- Returns the text after the last open quote of a line, and the quote; nil outside a string.
function M.open_text(line)
  local quote, start
  local i = 1
  while i <= #line do
    local char = line:sub(i, i)
    if quote and char == "\\" then
      i = i + 1
    elseif quote and char == quote then
      quote = nil
    elseif not quote and (char == '"' or char == "'") then
      quote, start = char, i + 1
    elseif not quote and line:sub(i, i + 1) == "--" then
      return nil
    end
    i = i + 1
  end
  if not quote then return nil end
  return line:sub(start), quote
end

-- Returns names as typed between these quotes.
local function escaped(text, quote)
  return (unicode.line(text):gsub("[\\" .. quote .. "]", "\\%0"))
end

local function desktop_names()
  local apps, windows, displays = try(app.list) or {}, try(window.list) or {}, try(screen.displays) or {}
  local names = {}
  for _, each in ipairs(displays) do names[#names + 1] = each.name end
  for _, each in ipairs(apps) do names[#names + 1] = each.name end
  for _, each in ipairs(windows) do
    names[#names + 1] = each.title
    names[#names + 1] = each.app_class
  end
  return names
end

-- `insensitive`: ignores case.
local function quoted(found, typed, quote, insensitive)
  local texts = {}
  for i, value in ipairs(found) do texts[i] = escaped(value, quote) end
  return beginning(texts, typed, insensitive)
end

local function from_desktop(find)
  return try(task.timeout, patience, find) or {}
end

local function is_name(key)
  return type(key) == "string" and key:find "^[%a_][%w_]*$" ~= nil
end

-- Returns the value of a name like a.b.c, without running any code of the user.
local function resolve(path, session)
  local value, first = nil, true
  for name in path:gmatch "[%w_]+" do
    if first then
      value = session:value(name)
      if value == nil and help.is_module(name) then value = require(name) end
      if value == nil then value = rawget(_G, name) end
      first = false
    elseif type(value) == "table" then
      value = rawget(value, name)
    else
      return nil
    end
  end
  return value
end

local function members(value)
  local names = {}
  if type(value) == "string" then value = string end
  if type(value) == "table" then
    for key in next, value do
      if is_name(key) then names[#names + 1] = key end
    end
  elseif type(value) == "userdata" then
    local found = host.methods(value)
    for _, row in ipairs(found and found.rows or {}) do names[#names + 1] = reference.of_host(row).name end
  end
  return names
end

-- Finds the option table of a call at the end of a line: the function's name and the beginning of the option.
function M.open_options(line)
  local call, inside = line:match "([%w_%.:]+)%s*%(?[^{}()]*{([^{}]*)$"
  if not call then return nil end
  local typed = inside:match "^%s*([%a_]?[%w_]*)$" or inside:match "[,;]%s*([%a_]?[%w_]*)$"
  if not typed then return nil end
  return call, typed
end

local function row_for(call, session)
  local object, method = call:match "^(.*):([%w_]+)$"
  if not object then
    local value = resolve(call, session)
    return type(value) == "function" and help.row_of(value) or nil
  end
  local found = host.methods(resolve(object, session))
  for _, row in ipairs(found and found.rows or {}) do
    local known = reference.of_host(row)
    if known.name == method then return known end
  end
  return nil
end

local function in_options(line, session)
  local call, typed = M.open_options(line)
  local row = call and row_for(call, session)
  if not row then return nil end
  local texts = {}
  for i, option in ipairs(row.options) do texts[i] = option.name .. " = " end
  local found = beginning(texts, typed)
  return #found.texts > 0 and found or nil
end

local function global_names(session)
  local names = table.move(keywords, 1, #keywords, 1, {})
  for _, name in ipairs(help.modules()) do names[#names + 1] = name end
  for _, known in ipairs { session:all(), _G } do
    for key in next, known do
      if is_name(key) then names[#names + 1] = key end
    end
  end
  return names
end

-- Returns the name of the parameter or option at a slot (see repl/slot.lua); nil when that is uncertain.
local function name_of(row, place)
  if place.key then return place.key end
  -- The only table in which a value without a name stands for an option.
  if place.item then return row.call == "event.on" and place.item == 1 and "kind" or nil end
  local parameter = row.parameters[place.argument or 1]
  return parameter and parameter.name or nil
end

-- Returns the name of the parameter or option being written, if known, and its function's row.
local function named(place, session)
  local row = place.call and row_for(place.call, session)
  if not row then return place.key end
  return name_of(row, place), row
end

-- Returns the words that the documentation lists for the value being written, or an empty list.
local function words_for(name, row)
  local known = name and row and reference.parameter(row, name)
  return known and values.words(known.type) or {}
end

local function is_target(place)
  return place.key == "app_target" or place.call == "completion.app_target"
end

local function in_text(line, typed, quote, session)
  local place = slot.of(line:sub(1, #line - #typed - 1)) or {}
  if is_target(place) then
    return quoted(from_desktop(function() return require("completion").app_target(typed) end), typed, quote, true)
  end
  if place.call == "require" then return quoted(offered.modules(), typed, quote) end
  local name, row = named(place, session)
  local words = words_for(name, row)
  if #words > 0 then return quoted(words, typed, quote) end
  if offered.is_path(name, typed) then return quoted(offered.paths(typed), typed, quote) end
  local ids = from_desktop(function() return offered.ids(name) end)
  if #ids > 0 then return quoted(ids, typed, quote) end
  return quoted(from_desktop(desktop_names), typed, quote, true)
end

-- Returns the existing ids, where a number is written for an option such as id.
local function in_number(line)
  local key, typed = line:match "[{,;]%s*([%a_]+)%s*=%s*(%d*)$"
  if not key then return nil end
  local subject = line:match "display" and "display" or nil
  local ids = from_desktop(function() return offered.ids(key, subject) end)
  return #ids > 0 and beginning(ids, typed) or nil
end

-- Returns the possible continuations of a line up to the cursor, in a session (repl/names.lua): {replaced = bytes at
-- the line's end that are replaced, texts}.
function M.candidates(line, session)
  local typed, quote = M.open_text(line)
  if typed then return in_text(line, typed, quote, session) end
  local ids = in_number(line)
  if ids then return ids end
  local options = in_options(line, session)
  if options then return options end
  local path, member = line:match "([%a_][%w_%.]*)[.:]([%w_]*)$"
  if path then return beginning(members(resolve(path, session)), member) end
  local name = line:match "([%a_][%w_]*)$"
  if not name then return { replaced = 0, texts = {} } end
  return beginning(global_names(session), name)
end

return M
