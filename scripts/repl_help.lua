local api = require "api"
local errors = require "errors"
local host = require "host"
local unicode = require "unicode"

local M = {}

local introduction = [[
Type Lua; the value of an expression is printed, and kept in _. Names stay from line to line (local too).
A line may wait: Ctrl-C cancels it. task.spawn(f) runs f behind the next lines.
Tab completes names, options, and inside of a text the applications and windows that are there. Ctrl-D ends.

help(window)       the functions of a module
help(window.list)  one function; help "window.list" is the same
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

local function by_name(name, columns)
  local member
  if not api.module(name) then name, member = name:match "^([%w_]+)[.:]([%w_]+)$" end
  local module = name and api.module(name)
  if not member then return module and module_text(name, columns) end
  for _, row in ipairs(module and rows_of(module) or {}) do
    if row.name == member then return row_text(row, columns) end
  end
  return nil
end

function M.overview()
  return ("%s\nModules: %s\n"):format(introduction, table.concat(M.modules(), ", "))
end

-- What there is to say about a module, a function, an object with methods, or a name. `columns`: the terminal's width.
function M.text(subject, columns)
  local text
  if type(subject) == "string" then text = by_name(subject, columns) end
  if type(subject) == "table" then
    local name = M.module_of(subject)
    text = name and module_text(name, columns)
  elseif type(subject) == "function" then
    local row = M.row_of(subject)
    text = row and row_text(row, columns)
  elseif type(subject) == "userdata" then
    local found = host.methods(subject)
    text = found and #found.rows > 0 and rows_text(found.rows, columns)
  end
  if text then return text end
  return errors.raise("INVALID_ARGUMENT", "there is no help about " .. tostring(subject),
    { hint = "help() names the modules, help(module) its functions" })
end

return M
