local errors = require "errors"

-- What `peekaboo check` would say of a call, for one that has failed: the same sentence at run time.
local M = {}

local kDeepest = 4 -- tables inside of each other that are looked at

-- The name of the kind of a record or object, by its metatable (see record_kinds.cpp); nil for any other value.
local function kind_of(value)
  local meta = getmetatable(value)
  local name = type(meta) == "table" and rawget(meta, "__name")
  return type(name) == "string" and require("reference.records").rows[name] and name or nil
end

-- A value as the node that check_parser would have made of it.
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

-- Nil where the reference cannot be loaded, too: the plain message says enough then.
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

-- What is wrong with the call of a function, known by a word such as "window.list", with these arguments; a method's
-- first is the object. Nil when nothing is, as far as can be told.
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

-- The same for one option or argument.
function M.of_option(call, name, value)
  local row = row_of(call)
  local said
  if not row then return nil end
  if value == nil then return ("%s needs the argument '%s'"):format(call, name) end
  local arguments = require "check.arguments"
  arguments.check_option(function(_, format, ...) said = said or format:format(...) end, row, name, node_of(value, 1))
  return said
end

-- Raises it, or the fallback where there is nothing to say of the kind of value.
function M.refuse_option(call, name, value, fallback, hint)
  errors.raise("INVALID_ARGUMENT", M.of_option(call, name, value) or fallback, { hint = hint })
end

-- Gives an error the sentence, when there is one.
function M.explain(err, call, ...)
  local said = M.sentence(call, ...)
  if not said then return end
  err.message = said
  local asked = err.hint and (err.hint:find "^did you mean" or err.hint:find "^options are")
  if asked then err.hint = nil end
end

return M
