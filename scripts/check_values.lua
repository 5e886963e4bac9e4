local names = require "check_names"
local records = require "api_records"

-- Whether what is written as a literal can be of a type of the reference.
local M = {}

local articles = { integer = "an integer", string = "a string", number = "a number", boolean = "a boolean",
  table = "a table", ["function"] = "a function" }

-- The parts of a type between the bars that are in no bracket.
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

-- What a part of a type is made of: the kind of a literal; nil when that is not certain.
local function literal_kind(part)
  if part:find "%[%]$" or part:find "^table" or part:find "^{" then return "table" end
  if part:find "^fun%(" then return "function" end
  if part == "integer" then return "number" end
  if records.rows[part] then return part ~= "error" and "table" or nil end
  return part ~= "nil" and articles[part] and part or nil
end

local read = {}

-- {words = the texts that are allowed when only those are, kinds = set of literals' kinds, shown}; false when anything
-- may be.
local function understood(text)
  local known = { words = {}, kinds = {}, shown = {} }
  for _, part in ipairs(alternatives((text:gsub("%?$", "")))) do
    local word = part:match '^"(.*)"$'
    local kind = word and "string" or literal_kind(part)
    if not kind then return false end
    if word then known.words[#known.words + 1] = word else known.free = known.free or kind == "string" end
    local shown = articles[part] or kind == "table" and records.rows[part] and "a " .. part or articles[kind]
    if not known.kinds[shown] then known.shown[#known.shown + 1] = shown end
    known.kinds[shown], known.kinds[kind] = true, true
  end
  return known
end

-- The texts that a type names, also those of a list's elements; an empty list when it names none.
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

-- What is wrong with a literal of a type: the node to blame, and a text; nil when nothing is, or nothing is certain.
-- lenient: numbers and texts stand for one another.
function M.problem(kind, node, lenient)
  if read[kind] == nil then read[kind] = understood(kind) end
  local known = read[kind]
  if not known or not checked[node.kind] then return nil end
  if not known.kinds[node.kind] then
    local swapped = node.kind == "string" and known.kinds.number or node.kind == "number" and known.kinds.string
    if lenient and swapped then return nil end
    return node, ("expected %s, got %s"):format(table.concat(known.shown, " or "), articles[node.kind])
  end
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
