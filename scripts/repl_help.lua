local api = require "api"
local errors = require "errors"
local host = require "host"
local nearest = require "nearest"
local records = require "api_records"
local unicode = require "unicode"

local M = {}

local introduction = [[
Type Lua; the value of an expression is printed, and kept in _. Names stay from line to line (local too).
A line may wait: Ctrl-C cancels it. task.spawn(f) runs f behind the next lines.
Tab completes names, options, and inside of a text the applications and windows that are there. Ctrl-D ends.

help(window)       the functions of a module
help(window.list)  one function; help "window.list" is the same
help(value)        what a record, such as a window, or an object, such as a picture, has
]]

-- The names of all modules that the prompt offers, sorted.
M.modules = api.names

function M.is_module(name)
  for _, each in ipairs(M.modules()) do
    if each == name then return true end
  end
  return false
end

local function rows_of(module)
  return table.move(module.methods, 1, #module.methods, #module.functions + 1, { table.unpack(module.functions) })
end

-- Lines of at most `columns` (nil: one line), each behind `margin`.
local function wrapped(text, margin, columns)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if columns and line ~= "" and unicode.width(margin .. line .. " " .. word) > columns then
      lines[#lines + 1], line = margin .. line, word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = margin .. line
  return table.concat(lines, "\n") .. "\n"
end

local function row_text(row, columns)
  return row.signature .. "\n" .. wrapped(row.text, "    ", columns)
end

local function rows_text(rows, columns)
  local parts = {}
  for i, row in ipairs(rows) do parts[i] = row_text(row, columns) end
  return table.concat(parts)
end

local function names_of(module)
  local names = {}
  for name, value in pairs(module) do
    if type(name) == "string" and type(value) == "function" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function module_text(name, columns)
  local module = api.module(name)
  return module and rows_text(rows_of(module), columns)
end

-- The row of a function of a module; nil when it is none.
function M.row_of(f)
  for name, module in pairs(api.open_modules()) do
    local opened = package.loaded[name] or package.preload[name] and require(name)
    for _, row in ipairs(opened and module.functions or {}) do
      if rawequal(opened[row.name], f) then return row end
    end
  end
  return nil
end

-- The name of a module that the prompt offers.
function M.module_of(value)
  if type(value) ~= "table" then return nil end
  for _, name in ipairs(M.modules()) do
    if package.loaded[name] == value then return name end
  end
  return nil
end

-- A module in one line.
function M.summary(module)
  local name = M.module_of(module)
  return ("module %s: %s (help(%s) says more)\n"):format(name, table.concat(names_of(module), ", "), name)
end

-- The fields of a record by its name, and its methods.
local function record_text(name, columns)
  local parts = { wrapped(("%s: %s"):format(name, records.about[name]), "", columns) }
  for _, field in ipairs(records.rows[name]) do
    local text = field[3] ~= "" and wrapped(field[3], "    ", columns) or ""
    parts[#parts + 1] = ("%s  %s\n%s"):format(field[1], field[2], text)
  end
  local module = api.module(name)
  if module then parts[#parts + 1] = rows_text(module.methods, columns) end
  return table.concat(parts)
end

-- The record whose fields a table has: all of the table's, and most of its own; nil when there is none.
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

local function error_text(code, columns)
  local row = errors.row(code)
  return row and wrapped(("%s: %s %s"):format(code, row.text, row.remedy), "", columns)
    .. ("    exit status %d\n"):format(row.status)
end

-- Lua's own libraries and functions.
local function library_text(name, columns)
  local opened = rawget(_G, name)
  if type(opened) ~= "table" or api.module(name) then return nil end
  local names = names_of(opened)
  return #names > 0 and wrapped(("%s: %s. It is Lua's own; the Lua 5.4 manual explains it."):format(name,
    table.concat(names, ", ")), "", columns) or nil
end

local function member_text(name, member, columns)
  for _, row in ipairs(rows_of(api.module(name))) do
    if row.name == member then return row_text(row, columns) end
  end
  return nil
end

local function by_name(name, columns)
  local module = api.module(name)
  if module and #rows_of(module) > 0 then return module_text(name, columns) end
  if records.rows[name] then return record_text(name, columns) end
  local owner, member = name:match "^([%w_]+)[.:]([%w_]+)$"
  if owner and api.module(owner) then return member_text(owner, member, columns) end
  return error_text(name, columns) or library_text(name, columns)
end

-- The name of a library of Lua, or of one of its functions.
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

-- The nearest to a name of what there is help about, as a question; "" when none is near.
local function suggestion(name)
  local owner = name:match "^([%w_]+)[.:]"
  local module, names = owner and api.module(owner), {}
  if module then
    for _, row in ipairs(rows_of(module)) do names[#names + 1] = row.call end
  else
    names = table.move(M.modules(), 1, #M.modules(), 1, {})
    for _, record in ipairs(records.order) do names[#names + 1] = record end
    for _, row in ipairs(errors.rows) do names[#names + 1] = row[1] end
  end
  local near = nearest.name(name, names)
  return near and ("did you mean \"%s\"? "):format(near) or ""
end

function M.overview()
  return ("%s\nModules: %s\n"):format(introduction, table.concat(M.modules(), ", "))
end

local function of_table(subject, columns)
  local name = M.module_of(subject)
  if name then return module_text(name, columns) end
  if type(rawget(subject, "code")) == "string" and errors.row(subject.code) then
    return error_text(subject.code, columns)
  end
  local record = record_of(subject) or subject[1] ~= nil and type(subject[1]) == "table" and record_of(subject[1])
  return record and record_text(record, columns)
end

-- The row of a method of one of these values: functions of objects are in no module.
local function method_row(f, values)
  for _, value in next, values do
    local found = type(value) == "userdata" and host.methods(value)
    for _, row in ipairs(found and found.rows or {}) do
      local name = row.signature:match ":([%w_]+)"
      if name and rawequal(try(function() return value[name] end), f) then return row end
    end
  end
  return nil
end

local by_type = {
  string = by_name,
  table = of_table,
  ["function"] = function(subject, columns, values)
    local row = M.row_of(subject) or method_row(subject, values)
    return row and row_text(row, columns)
  end,
  userdata = function(subject, columns)
    local found = host.methods(subject)
    return found and #found.rows > 0 and rows_text(found.rows, columns)
  end,
}

-- What there is to say about a module, a function, an object with methods, a record, an error's code, or a name.
-- `columns`: the terminal's width; `values`: a table of those at hand, among which a method's object is looked for.
function M.text(subject, columns, values)
  local how = by_type[type(subject)]
  local text = how and how(subject, columns, values or {})
  local library = not text and library_of(subject)
  if library then text = library_text(library, columns) end
  if text then return text end
  local near = type(subject) == "string" and suggestion(subject) or ""
  return errors.raise("INVALID_ARGUMENT", "there is no help about " .. tostring(subject),
    { hint = near .. "help() names the modules, help(module) its functions" })
end

return M
