local json = require "json"
local text_kinds = require "lib.text_kinds"
local words = require "lib.words"

local M = {}

local plain = { string = true, integer = true, number = true, boolean = true, object = true }

-- Optional members of a row besides name, type and description, with their JSON Schema keywords.
local keywords = {
  { "default", "default" }, { "minimum", "minimum" }, { "maximum", "maximum" },
  { "above", "exclusiveMinimum" },
  { "min_length", "minLength" }, { "max_length", "maxLength" }, { "pattern", "pattern" },
  { "min_items", "minItems" }, { "max_items", "maxItems" }, { "unique", "uniqueItems" },
}
local plain_keys = { true, true, true, optional = true, meaning = true }
local known_words = { optional = true, meaning = true }
for _, keyword in ipairs(keywords) do known_words[keyword[1]] = true end

local members_of

-- Returns the JSON Schema members for a type: a plain name, "any", a kind of text (see text_kinds.lua), a list of
-- strings (an enumeration), {list = type}, or a list of rows (a record).
local function type_pairs(kind, where, strict)
  if type(kind) == "string" then
    if kind == "any" then return {} end
    if text_kinds.is_one(kind) then kind = "string" end
    if not plain[kind] then
      error(("%s: unknown type '%s' (known: string, integer, number, boolean, object, any, name, path, element_path, "
        .. "menu_path, a list of words, { list = type }, rows)"):format(where, kind), 0)
    end
    return { { "type", kind } }
  end
  if type(kind) ~= "table" then error(where .. ": a type is a name or a table", 0) end
  if kind.list then
    return { { "type", "array" }, { "items", json.object(type_pairs(kind.list, where .. "[]", strict)) } }
  end
  if type(kind[1]) == "string" then return { { "type", "string" }, { "enum", json.array(kind) } } end
  return members_of(kind, where, strict)
end

-- Returns whether a row has keywords; most have none. Raises for an unknown one.
local function has_keywords(row, where)
  local found = false
  for key in next, row do
    if not plain_keys[key] then
      words.check(where, row, known_words, 0)
      found = true
    end
  end
  return found
end

local function row_schema(row, where, strict)
  local is_bare = not has_keywords(row, where)
  local name = text_kinds.is_one(row[2]) and "string" or row[2]
  if is_bare and plain[name] then return json.object { { "type", name }, { "description", row[3] } } end
  local members = type_pairs(row[2], where, strict)
  if row[3] then members[#members + 1] = { "description", row[3] } end
  for _, keyword in ipairs(is_bare and {} or keywords) do
    if row[keyword[1]] ~= nil then members[#members + 1] = { keyword[2], row[keyword[1]] } end
  end
  return json.object(members)
end

function members_of(rows, where, strict)
  local properties, required = {}, {}
  for key in pairs(rows) do
    if type(key) ~= "number" then
      error(("%s: rows are a list, like { { \"%s\", \"string\", \"what it is\" } }"):format(where, tostring(key)), 0)
    end
  end
  for i, row in ipairs(rows) do
    if type(row) ~= "table" or type(row[1]) ~= "string" or row[2] == nil then
      error(("%s: row %d must be {name, type, description}"):format(where, i), 0)
    end
    properties[i] = { row[1], row_schema(row, where .. "." .. row[1], strict) }
    if not row.optional then required[#required + 1] = row[1] end
  end
  local members = { { "type", "object" }, { "properties", json.object(properties) } }
  if #required > 0 then members[#members + 1] = { "required", json.array(required) } end
  if strict then members[#members + 1] = { "additionalProperties", false } end
  return members
end

-- Builds a JSON Schema (2020-12) from rows {name, type, description, optional = …, …}, whose order is kept. `meaning`
-- is a description for the reference alone, where the name is enough for a model. A table
-- with a string key "type" is already a schema: its keywords have the meaning of drafts 6, 7, 2019-09 and 2020-12,
-- unenforced ones are logged when the tool is registered, and a pattern is an ECMAScript expression without look-around
-- and back references. `strict` refuses members without a row.
function M.of(rows, where, strict)
  if rows.type ~= nil then return rows end
  return json.object(members_of(rows, where, strict))
end

return M
