local errors = require "errors"

-- Explains a failed call at run time with the sentence that `peekaboo check` would report for it.
local M = {}

local kDeepest = 4 -- levels of nested tables that are checked

-- Returns the name of the kind of a record or object from its metatable (see runtime/lua/bridge/record_kinds.cpp); nil
-- for any other value.
local function kind_of(value)
  local meta = getmetatable(value)
  local name = type(meta) == "table" and rawget(meta, "__name")
  return type(name) == "string" and require("reference.records").rows[name] and name or nil
end

-- Converts a value to the node that check.parser would make for it.
local function node_of(value, depth)
  if value == require("json").null then return { kind = "nil" } end
  local kind = type(value)
  local node = { kind = kind, object = kind_of(value) }
  if kind == "string" or kind == "number" then node.value = value end
  if kind ~= "table" then return node end
  node.fields = {}
  for key, each in next, depth < kDeepest and value or {} do
    local name = key
    if math.type(key) == "integer" then name = nil elseif type(key) ~= "string" then name = false end
    node.fields[#node.fields + 1] = { name = name, value = node_of(each, depth + 1) }
  end
  table.sort(node.fields, function(one, other) return tostring(one.name) < tostring(other.name) end)
  return node
end

local found = {} -- rows, by call

-- Returns the row of a function, or nil if there is none or the reference cannot be loaded; the plain message then
-- suffices.
local function row_of(call)
  if found[call] == nil then
    for _, module in pairs(try(function() return require("reference").open_modules() end) or {}) do
      for _, list in ipairs { module.functions, module.methods } do
        for _, row in ipairs(list) do found[row.call] = row end
      end
    end
  end
  return found[call]
end

-- Returns the mistake in a call of a function with these arguments, or nil if none is found. `call`: the function's
-- name, such as "window.list". The first argument of a method is the object.
function M.sentence(call, ...)
  local row = row_of(call)
  if not row then return nil end
  local given = table.pack(...)
  local first = row.method and 2 or 1
  if row.method and type(given[1]) ~= "userdata" then
    return ("%s is a method: call it with a colon"):format(row.name)
  end
  local node = { arguments = {} }
  for i = first, given.n do node.arguments[i - first + 1] = node_of(given[i], 1) end
  local said
  require("check.arguments").check(function(_, format, ...) said = said or format:format(...) end, row, node)
  return said
end

-- Returns the mistake in one option or argument of a function, or nil if none is found.
function M.of_option(call, name, value)
  local row = row_of(call)
  local said
  if not row then return nil end
  if value == nil then return ("%s needs the argument '%s'"):format(call, name) end
  local arguments = require "check.arguments"
  arguments.check_option(function(_, format, ...) said = said or format:format(...) end, row, name, node_of(value, 1))
  return said
end

-- Raises INVALID_ARGUMENT with the sentence for an option or argument, or with `fallback` if there is none.
function M.refuse_option(call, name, value, fallback, hint)
  errors.raise("INVALID_ARGUMENT", M.of_option(call, name, value) or fallback, { hint = hint })
end

-- Replaces an error's message by the sentence for its call, if there is one, and drops a hint about option names.
function M.explain(err, call, ...)
  local said = M.sentence(call, ...)
  if not said then return end
  err.message = said
  local asked = err.hint and (err.hint:find "^did you mean" or err.hint:find "^options are")
  if asked then err.hint = nil end
end

return M
