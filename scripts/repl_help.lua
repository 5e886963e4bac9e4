local console = require "console"
local errors = require "errors"
local unicode = require "unicode"

local M = {}

local introduction = [[
Type Lua; the value of an expression is printed, and kept in _. Names stay from line to line (local too).
A line may wait: Ctrl-C cancels it. task.spawn(f) runs f behind the next lines.
Tab completes names, options, and inside of a text the applications and windows that are there. Ctrl-D ends.

help(window)       the functions of a module
help(window.list)  one function; help "window.list" is the same
]]

-- Modules that exist only once they are asked for, or have no rows.
local later = { "http", "json" }
-- Of use to other scripts only.
local hidden = { console = true, registry = true }

-- The names of all modules that the prompt offers, sorted.
function M.modules()
  local names, known = {}, {}
  local function add(name)
    if not hidden[name] and not known[name] then
      known[name] = true
      names[#names + 1] = name
    end
  end
  for _, entry in ipairs(console.rows()) do add(entry.module) end
  for _, name in ipairs(later) do add(name) end
  table.sort(names)
  return names
end

-- The rows of a module, after it has been opened; nil when there is none of that name.
function M.rows(name)
  for _, entry in ipairs(console.rows()) do
    if entry.module == name and not hidden[name] then return entry.rows end
  end
  return nil
end

function M.is_module(name)
  if hidden[name] then return false end
  for _, each in ipairs(later) do
    if each == name then return true end
  end
  return M.rows(name) ~= nil
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
  local module = require(name)
  local rows = M.rows(name)
  if rows then return rows_text(rows, columns) end
  return ("%s: %s\n"):format(name, table.concat(names_of(module), ", "))
end

-- The row of a function, and the name under which it was found.
function M.row_of(f)
  for _, entry in ipairs(console.rows()) do
    local module = not hidden[entry.module] and require(entry.module)
    for _, row in ipairs(module and entry.rows or {}) do
      if rawequal(module[row.name], f) then return row end
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
  if M.is_module(name) then return module_text(name, columns) end
  local module, member = name:match "^([%w_]+)[.:]([%w_]+)$"
  if module and M.is_module(module) then
    require(module)
    for _, row in ipairs(M.rows(module) or {}) do
      if row.name == member then return row_text(row, columns) end
    end
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
    local found = console.methods(subject)
    text = found and #found.rows > 0 and rows_text(found.rows, columns)
  end
  if text then return text end
  return errors.raise("INVALID_ARGUMENT", "there is no help about " .. tostring(subject),
    { hint = "help() names the modules, help(module) its functions" })
end

return M
