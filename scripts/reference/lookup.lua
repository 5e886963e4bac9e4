local reference = require "reference"
local errors = require "errors"
local edit_distance = require "edit_distance"
local records = require "reference.records"
local unicode = require "lib.unicode"

-- The output of `peekaboo api WORD` and help "WORD". `columns` is always the terminal's width; nil: lines stay whole.
local M = {}

local margin = "    "

-- Wraps a text into lines of at most `columns`, each indented by `indent`.
function M.wrapped(text, indent, columns)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if columns and line ~= "" and unicode.width(indent .. line .. " " .. word) > columns then
      lines[#lines + 1], line = indent .. line, word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = indent .. line
  return table.concat(lines, "\n") .. "\n"
end

local function rows_of(module)
  return table.move(module.methods, 1, #module.methods, #module.functions + 1, { table.unpack(module.functions) })
end

-- Returns functions in short: signatures and texts.
function M.rows(rows, columns)
  local parts = {}
  for i, row in ipairs(rows) do parts[i] = row.signature .. "\n" .. M.wrapped(row.text, margin, columns) end
  return table.concat(parts)
end

local function parameters_text(row, columns)
  local list, parts, width, kinds = reference.all_parameters(row), {}, 0, 0
  local function name_of(each)
    return (each.option and "{" .. each.name .. "}" or each.name) .. (each.optional and "?" or "")
  end
  for _, each in ipairs(list) do
    width, kinds = math.max(width, #name_of(each)), math.max(kinds, math.min(24, #each.type))
  end
  for i, each in ipairs(list) do
    local kind = each.type
    local head = margin .. name_of(each) .. (" "):rep(width - #name_of(each)) .. "  " .. kind
      .. (" "):rep(kinds - #kind) .. "  "
    local text = M.wrapped(each.text, (" "):rep(#margin + width + kinds + 4), columns)
    local hanging = #kind <= kinds and head .. text:gsub("^ +", "") or head .. "\n" .. text
    parts[i] = hanging:gsub(" +\n", "\n")
  end
  return #parts > 0 and "\n" .. table.concat(parts) or ""
end

-- Returns the names of the fields of the records that a function returns.
local function given_records(row, columns)
  local lines = {}
  for _, kind in ipairs(row.results) do
    local name = kind:gsub("[%[%]?]", "")
    local names = {}
    for i, field in ipairs(records.rows[name] or {}) do names[i] = field[1] end
    if #names > 0 then
      lines[#lines + 1] = M.wrapped(("%s: %s"):format(name, table.concat(names, ", ")), margin, columns)
    end
  end
  return table.concat(lines)
end

local function facts_text(row, columns)
  local results = table.concat(row.results, ", "):gsub("%.%.%.", "whatever it says")
  local texts = { results ~= "" and ("Gives %s."):format(results) or "Gives nothing." }
  if row.waits then texts[#texts + 1] = "Waits." end
  if #row.errors > 0 then texts[#texts + 1] = "Raises " .. table.concat(row.errors, ", ") .. "." end
  return "\n" .. M.wrapped(table.concat(texts, " "), margin, columns) .. given_records(row, columns)
end

-- Returns a function in full: parameters, options, results, errors and an example.
function M.row(row, columns)
  local example = reference.example(row)
  return M.rows({ row }, columns) .. parameters_text(row, columns) .. facts_text(row, columns)
    .. (example and "\n" .. margin .. example:gsub("\n", "\n" .. margin) .. "\n" or "")
end

local function fields_text(name, fields, columns)
  local parts = {}
  for i, field in ipairs(fields) do
    local text = field[3] ~= "" and M.wrapped(field[3], margin, columns) or ""
    parts[i] = ("%s%s  %s\n%s"):format(name, field[1], field[2], text)
  end
  return table.concat(parts)
end

-- Returns a module or object: its functions, and the fields of the object.
function M.module(module, columns)
  local is_plain = #module.functions > 0 and #module.methods == 0
  local fields = is_plain and "" or fields_text(module.name .. ".", module.fields, columns)
  return M.rows(rows_of(module), columns) .. fields
end

-- Returns the fields and methods of a record by its name.
function M.record(name, columns)
  local module = reference.module(name)
  return M.wrapped(("%s: %s"):format(name, records.about[name]), "", columns)
    .. fields_text("", records.rows[name], columns) .. (module and M.rows(module.methods, columns) or "")
end

function M.error(code, columns)
  local row = errors.row(code)
  return row and M.wrapped(("%s: %s %s"):format(code, row.text, row.remedy), "", columns)
    .. ("%sexit status %d\n"):format(margin, row.status) or nil
end

-- Returns the description of one of Lua's own libraries by its name, or nil.
function M.library(name, columns)
  local opened = rawget(_G, name)
  if type(opened) ~= "table" or reference.module(name) then return nil end
  local names = {}
  for key, value in next, opened do
    if type(key) == "string" and type(value) == "function" then names[#names + 1] = key end
  end
  table.sort(names)
  return #names > 0 and M.wrapped(("%s: %s. It is Lua's own; the Lua 5.4 manual explains it."):format(name,
    table.concat(names, ", ")), "", columns) or nil
end

local function function_called(name)
  local module = reference.module(name:match "^([%w_]+)[.:]" or "_G")
  for _, row in ipairs(module and rows_of(module) or {}) do
    if row.call == name or row.call == name:gsub("%.", ":", 1) then return row end
  end
  return nil
end

local function exactly(name, columns)
  local module = reference.module(name)
  if module and #module.functions > 0 then return M.module(module, columns) end
  if records.rows[name] then return M.record(name, columns) end
  if module then return M.module(module, columns) end
  local row = function_called(name)
  return row and M.row(row, columns) or M.error(name, columns) or M.library(name, columns)
end

-- Returns all names that exactly() knows, except Lua's own libraries.
local function all_names()
  local names = {}
  for _, module in ipairs(reference.modules()) do
    names[#names + 1] = module.name
    for _, row in ipairs(rows_of(module)) do names[#names + 1] = row.call end
  end
  for _, record in ipairs(records.order) do names[#names + 1] = record end
  for _, row in ipairs(errors.rows) do names[#names + 1] = row[1] end
  return names
end

-- Returns all functions in short.
function M.everything(columns)
  local parts = {}
  for i, module in ipairs(reference.modules()) do parts[i] = M.module(module, columns) end
  return table.concat(parts)
end

-- Returns the documentation for a word: a module, a function ("window.list", "image:crop"), a record, an error code or
-- a library of Lua; otherwise the results of a search for the word. Raises INVALID_ARGUMENT if nothing is found.
function M.text(word, columns)
  local text = exactly(word, columns)
  if text then return text end
  local names = all_names()
  local near = word:find "[.:]" and edit_distance.nearest(word, names)
  text = not near and require("reference.search").text(word, columns)
  if text then return text end
  near = near or edit_distance.nearest(word, require("reference.search").words(names))
  return errors.raise("INVALID_ARGUMENT", ("there is no help about '%s'"):format(unicode.line(word)),
    { hint = (near and ("did you mean '%s'? "):format(near) or "") .. "`peekaboo api` shows all, and so does help()" })
end

return M
