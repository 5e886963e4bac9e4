local reference = require "reference"
local errors = require "errors"
local host = require "host"
local lookup = require "reference.lookup"
local records = require "reference.records"

local M = {}

local introduction = [[
Type Lua; the value of an expression is printed, and kept in _. Names stay from line to line (local too).
A line may wait: Ctrl-C cancels it. task.spawn(f) runs f behind the next lines.
Tab completes names, options, and inside of a text the applications and windows that are there. Ctrl-D ends.

help(window)       the functions of a module
help(window.list)  one function, with its options, errors and an example; help "window.list" is the same
help "title"       where the documentation speaks of it
help(value)        what a record, such as a window, or an object, such as a picture, has
]]

-- Returns the names of all modules that the prompt offers, sorted.
M.modules = reference.names

function M.is_module(name)
  for _, each in ipairs(M.modules()) do
    if each == name then return true end
  end
  return false
end

local function names_of(module)
  local names = {}
  for name, value in pairs(module) do
    if type(name) == "string" and type(value) == "function" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Returns the row of a function of a module; nil for anything else.
function M.row_of(f)
  for name, module in pairs(reference.open_modules()) do
    local opened = package.loaded[name] or package.preload[name] and require(name)
    for _, row in ipairs(opened and module.functions or {}) do
      if rawequal(opened[row.name], f) then return row end
    end
  end
  return nil
end

-- Returns the name of a module that the prompt offers; nil for anything else.
function M.module_of(value)
  if type(value) ~= "table" then return nil end
  for _, name in ipairs(M.modules()) do
    if package.loaded[name] == value then return name end
  end
  return nil
end

-- Describes a module in one line.
function M.summary(module)
  local name = M.module_of(module)
  return ("module %s: %s (help(%s) says more)\n"):format(name, table.concat(names_of(module), ", "), name)
end

-- Returns the record kind that has all fields of the table, and most of whose fields the table has; nil when there is
-- none.
local function record_of(value)
  local best, most = nil, 0
  for _, name in ipairs(records.order) do
    local known, there = {}, 0
    for _, field in ipairs(records.rows[name]) do
      known[field[1]] = true
      if rawget(value, field[1]) ~= nil then there = there + 1 end
    end
    local strange = false
    for key in next, value do strange = strange or not known[key] end
    local share = there / #records.rows[name]
    if there > 0 and not strange and share >= 0.5 and share > most then best, most = name, share end
  end
  return best
end

-- Returns the name of a library of Lua, also for one of its functions; nil for anything else.
local function library_of(value)
  for _, name in ipairs { "string", "table", "math", "utf8", "coroutine", "os", "debug" } do
    local opened = rawget(_G, name)
    if rawequal(opened, value) then return name end
    for _, each in next, type(value) == "function" and opened or {} do
      if rawequal(each, value) then return name end
    end
  end
  return nil
end

function M.overview()
  return ("%s\nModules: %s\n"):format(introduction, table.concat(M.modules(), ", "))
end

local function of_table(subject, columns)
  local name = M.module_of(subject)
  if name then return lookup.module(reference.module(name), columns) end
  if type(rawget(subject, "code")) == "string" and errors.row(subject.code) then
    return lookup.error(subject.code, columns)
  end
  local record = record_of(subject) or subject[1] ~= nil and type(subject[1]) == "table" and record_of(subject[1])
  return record and lookup.record(record, columns)
end

-- Returns the row of a method of one of these values, because functions of objects belong to no module.
local function method_row(f, values)
  for _, value in next, values do
    local found = type(value) == "userdata" and host.methods(value)
    for _, row in ipairs(found and found.rows or {}) do
      local known = reference.of_host(row)
      if rawequal(try(function() return value[known.name] end), f) then return known end
    end
  end
  return nil
end

local by_type = {
  string = lookup.text,
  table = of_table,
  ["function"] = function(subject, columns, values)
    local row = M.row_of(subject) or method_row(subject, values)
    return row and lookup.row(row, columns)
  end,
  userdata = function(subject, columns)
    local found = host.methods(subject)
    local rows = {}
    for i, row in ipairs(found and found.rows or {}) do rows[i] = reference.of_host(row) end
    return #rows > 0 and lookup.rows(rows, columns)
  end,
}

-- Returns the help text of a module, a function, an object with methods, a record, an error code, or a name. `columns`:
-- the terminal's width; `values`: a table of the available ones, in which a method's object is searched.
function M.text(subject, columns, values)
  local how = by_type[type(subject)]
  local text = how and how(subject, columns, values or {})
  local library = not text and library_of(subject)
  if library then text = lookup.library(library, columns) end
  return text or errors.raise("INVALID_ARGUMENT", "there is no help about " .. tostring(subject),
    { hint = "help() names the modules, help(module) its functions" })
end

return M
