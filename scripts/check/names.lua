local reference = require "reference"
local did_you_mean = require "lib.did_you_mean"
local records = require "reference.records"

-- Identifies the values in a script that check.statements has read: {module = name}, {row = a function's row},
-- {object = record}, {list = record of its elements}, or nil if unknown.
local M = {}

local found = {} -- modules of the API by name, with `members`, the set of a module's names

local function described(name)
  if found[name] == nil then
    local module = reference.module(name)
    found[name] = module or false
    if module then
      module.rows, module.method_rows, module.members = {}, {}, {}
      for _, row in ipairs(module.functions) do module.rows[row.name] = row end
      for _, row in ipairs(module.methods) do module.method_rows[row.name] = row end
      local opened = not module.object and try(require, name)
      for key in pairs(type(opened) == "table" and opened or {}) do module.members[key] = true end
    end
  end
  return found[name] or nil
end

-- Returns a module of the API by its name, with rows, method_rows and members, or nil.
M.module = described

local function typed(kind)
  local plain = kind:gsub("%?$", "")
  local element = plain:match "^(.*)%[%]$"
  if element then return records.rows[element] and { list = element } or nil end
  return records.rows[plain] and { object = plain } or nil
end

local function field_type(object, name)
  for _, field in ipairs(records.rows[object]) do
    if field[1] == name then return typed(field[2]) end
  end
  return nil
end

-- Returns the row of a method of an object, or nil.
function M.method(object, name)
  local module = described(object)
  return module and module.method_rows[name]
end

-- Returns whether an object has a field or method of this name; also true if not all of its fields are documented.
function M.has(object, name)
  if records.open[object] or M.method(object, name) then return true end
  for _, field in ipairs(records.rows[object]) do
    if field[1] == name then return true end
  end
  return false
end

-- Returns the names of all fields and methods of an object.
function M.names_of(object)
  local names = {}
  for i, field in ipairs(records.rows[object]) do names[i] = field[1] end
  local module = described(object)
  for _, row in ipairs(module and module.methods or {}) do names[#names + 1] = row.name end
  return names
end

-- Returns the name in `require "name"`, or nil.
function M.required(node)
  local base, argument = node.base, node.arguments and node.arguments[1]
  local is_require = node.kind == "call" and not node.method and base.kind == "global" and base.name == "require"
  return is_require and argument and argument.kind == "string" and argument.value or nil
end

local resolve

local function result_of(row)
  return row.results[1] and typed(row.results[1]) or nil
end

local by_kind = {
  global = function(node)
    local module = reference.is_of_lua(node.name) and described(node.name)
    return module and { module = node.name } or nil
  end,
  ["local"] = function(node)
    return not node.variable.assigned and resolve(node.variable.value) or nil
  end,
  field = function(node)
    local base = node.name and resolve(node.base)
    if not base then return nil end
    local module = base.module and described(base.module)
    if module and module.rows[node.name] then return { row = module.rows[node.name] } end
    if base.object then return field_type(base.object, node.name) end
    return nil
  end,
  call = function(node)
    local required = M.required(node)
    if required then return described(required) and { module = required } or nil end
    local row = M.called(node)
    return row and result_of(row)
  end,
  typed = function(node) return typed(node.type) end,
  round = function(node)
    local row = M.called(node.of)
    local given = row and row.results[1] and row.results[1]:match "fun%(%): ([%w_]+)$"
    return given and typed(given)
  end,
  element = function(node)
    local list = resolve(node.of)
    return list and list.list and { object = list.list } or nil
  end,
}

-- Returns the row of the function that a call node calls, or nil.
function M.called(node)
  local base = resolve(node.base)
  if not base then return nil end
  if node.method then return base.object and M.method(base.object, node.method) end
  return base.row
end

function resolve(node)
  if node.value_known == nil then
    local how = by_kind[node.kind]
    node.value_known = how and how(node) or false
  end
  return node.value_known or nil
end

M.resolve = resolve

local plain = { table = true, string = true, number = true, boolean = true, ["nil"] = true, ["function"] = true }

-- Returns whether a method is called with a dot and without its object, as in `shot.encode()` or `shot.save("x")`.
function M.is_method_without_object(node)
  local base, first = node.base, node.arguments[1]
  if node.method or base.kind ~= "field" or not base.name or (first and not plain[first.kind]) then return false end
  local owner = resolve(base.base)
  return owner and owner.object and M.method(owner.object, base.name) ~= nil
end

-- Returns "; did you mean 'x'?", else a list of all names if there are only a few, else "".
function M.hint(wrong, names)
  local question = did_you_mean.question(wrong, names)
  if question ~= "" or #names == 0 or #names > 8 then return question end
  table.sort(names)
  return "; there is " .. table.concat(names, ", ")
end

return M
