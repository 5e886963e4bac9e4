local names = require "check.names"
local records = require "reference.records"

-- Checks whether a literal can be of a type of the reference.
local M = {}

local articles = { integer = "an integer", string = "a string", number = "a number", boolean = "a boolean",
  table = "a table", ["function"] = "a function" }

-- Returns the alternatives of a type: its parts between the bars that are outside of brackets.
local function alternatives(text)
  local list, depth, from = {}, 0, 1
  for i = 1, #text do
    local char = text:sub(i, i)
    if char:find "[%(<{]" then depth = depth + 1 elseif char:find "[%)>}]" then depth = depth - 1 end
    if char == "|" and depth == 0 then
      list[#list + 1] = text:sub(from, i - 1)
      from = i + 1
    end
  end
  list[#list + 1] = text:sub(from)
  return list
end

-- Records that are not tables; only functions return them.
local objects = {}
for name in ("image blob task timer process watch stream call events signals bell fingerprint"):gmatch "%w+" do
  objects[name] = true
end

local function with_article(name)
  return (name:find "^[aeiou]" and "an " or "a ") .. name:gsub("_", " ")
end

-- Returns the kind of literal that fits a part of a type, "object" if no literal can fit, or nil if that is not
-- certain.
local function literal_kind(part)
  if part:find "%[%]$" or part:find "^table" or part:find "^{" then return "table" end
  if part:find "^fun%(" then return "function" end
  if part == "integer" then return "number" end
  if objects[part] then return "object" end
  if records.rows[part] then return part ~= "error" and "table" or nil end
  return part ~= "nil" and articles[part] and part or nil
end

local plurals = { string = "strings", rectangle = "rectangles", table = "tables", image = "images" }

-- Returns a part of a type in words.
local function in_words(part, kind)
  local element = part:match "^%(?(.-)%)?%[%]$"
  if element then
    local several = element:find "^fun%(" and "functions" or plurals[element]
    return several and "a list of " .. several or "a list"
  end
  return articles[part] or records.rows[part] and with_article(part) or articles[kind]
end

local read = {}

-- Reads a type: {words = the texts that it names, free = whether other texts are allowed too, kinds = set of the
-- literals' kinds, parts = set of its parts, whole = whether numbers must be whole, shown = list of its kinds in
-- words}. Returns false if any value may be allowed.
local function understood(text)
  local known = { words = {}, kinds = {}, parts = {}, shown = {}, whole = true }
  for _, part in ipairs(alternatives((text:gsub("%?$", "")))) do
    local word = part:match '^"(.*)"$'
    local kind = word and "string" or literal_kind(part)
    if not kind then return false end
    if word then known.words[#known.words + 1] = word else known.free = known.free or kind == "string" end
    local shown = in_words(part, kind)
    if not known.kinds[shown] then known.shown[#known.shown + 1] = shown end
    known.kinds[shown], known.kinds[kind], known.parts[part] = true, true, true
    known.whole = known.whole and part ~= "number"
  end
  return known
end

local function understand(kind)
  if read[kind] == nil then read[kind] = understood(kind) end
  return read[kind]
end

-- Returns the texts that a type names, also for the elements of a list; an empty list if it names none.
function M.words(kind)
  local words = {}
  for word in kind:gmatch '"([^"]*)"' do words[#words + 1] = word end
  return words
end

local function has(list, word)
  for _, each in ipairs(list) do
    if each == word then return true end
  end
  return false
end

local checked = { string = true, number = true, boolean = true, table = true, ["function"] = true }

-- Returns the record or object that a node is known to represent, or nil.
local function object_of(node)
  if node.object then return node.object end
  local known = names.resolve(node)
  return known and known.object or nil
end

-- Returns a node's kind in words.
function M.shown(node)
  local object = object_of(node)
  return object and with_article(object) or articles[node.kind] or "a " .. node.kind
end

-- Returns whether a type accepts a record or object.
local function takes(known, object)
  if known.parts[object] then return true end
  if objects[object] then return false end
  for part in pairs(known.parts) do
    if part:find "^table" or part:find "^{" then return true end
  end
  return false
end

-- Returns the kind of record that a table may represent for a type, and the kind of each of its items; nil for either
-- that does not apply.
function M.record_in(kind, node)
  local record, element
  local is_list = node.fields[1] ~= nil and node.fields[1].name == nil
  for _, part in ipairs(alternatives((kind:gsub("%?$", "")))) do
    local item = part:match "^(.*)%[%]$"
    if item and is_list then element = item end
    if records.rows[part] and not objects[part] and not is_list then record = part end
  end
  return record, element
end

-- Returns the mistake in a literal for a type: the wrong node and a text; nil if there is none, or none is certain.
-- lenient: numbers and texts are interchangeable. least: 0 for a number that cannot be negative.
function M.problem(kind, node, lenient, least)
  local known = understand(kind)
  if not known then return nil end
  local object = object_of(node)
  if object and not takes(known, object) or not object and checked[node.kind] and not known.kinds[node.kind] then
    local swapped = node.kind == "string" and known.kinds.number or node.kind == "number" and known.kinds.string
    if lenient and swapped then return nil end
    return node, ("expected %s, got %s"):format(table.concat(known.shown, " or "), M.shown(node))
  end
  if object or not checked[node.kind] then return nil end
  local number = node.kind == "number" and node.value
  if number and known.whole and number % 1 ~= 0 then return node, ("expected an integer, got %s"):format(number) end
  if number and least and number < least then return node, ("cannot be negative, got %s"):format(number) end
  if node.kind == "string" and not known.free and node.value and not has(known.words, node.value) then
    return node, ("cannot be '%s'%s"):format(node.value, names.hint(node.value, table.move(known.words, 1,
      #known.words, 1, {})))
  end
  local element = node.kind == "table" and kind:match "^%((.*)%)%[%]$"
  for _, field in ipairs(element and node.fields or {}) do
    if field.name == nil then
      local wrong, text = M.problem(element, field.value, lenient)
      if wrong then return wrong, text end
    end
  end
  return nil
end

return M
