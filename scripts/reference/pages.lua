local reference = require "reference"
local common_options = require "reference.common"
local errors = require "errors"
local event_kinds = require "event_kinds"
local guide = require "reference.guide"
local records = require "reference.records"
local tasks = require "reference.tasks"
local triggers = require "reference.triggers"

-- Makes scripts/docs/LUA_API_REFERENCE.md from the documentation rows.
local M = {}

local function cell(text)
  return (text:gsub("|", "\\|"):gsub("\n", " "))
end

-- Returns a link to a function's heading; GitHub leaves dots and colons out of anchors.
local function function_anchor(call)
  return ("[`%s`](#%s)"):format(call, (call:gsub("[.:]", "")))
end

local function anchor(name)
  return ("[%s](#%s)"):format(name, name == "_G" and "globals" or name)
end

-- Returns a table cell with a type, followed by links to the records that it names.
local function type_cell(kind)
  local links, seen = {}, {}
  for word in kind:gsub('"[^"]*"', ""):gmatch "[%a_][%w_]*" do
    if records.rows[word] and not seen[word] then
      seen[word] = true
      links[#links + 1] = ("[%s](#record-%s)"):format(word, word:gsub("_", "-"))
    end
  end
  local shown = "`" .. cell(kind) .. "`"
  return #links > 0 and shown .. " " .. table.concat(links, " ") or shown
end

local function parameter_rows(row)
  local lines = {}
  for _, each in ipairs(reference.all_parameters(row)) do
    if not common_options.is(each) then
      local name = each.option and "{" .. each.name .. "}" or each.name
      lines[#lines + 1] = ("| `%s`%s | %s | %s |"):format(name, each.optional and "?" or "", type_cell(each.type),
        cell(each.text))
    end
  end
  return lines
end

local function add_example(lines, source)
  lines[#lines + 1] = "```lua"
  lines[#lines + 1] = source
  lines[#lines + 1] = "```\n"
end

local function add_event_kinds(lines)
  lines[#lines + 1] = "| kind | options | the function's first argument | it is called when |\n|---|---|---|---|"
  for _, name in ipairs(event_kinds.names) do
    local row = event_kinds.rows[name]
    lines[#lines + 1] = ("| `%s` | %s | %s | %s |"):format(name, table.concat(triggers.option_names(row), ", "),
      row.subject, cell(row.told))
  end
  lines[#lines + 1] = ""
end

local function facts_of(row)
  local texts = {}
  local shown = {}
  for i, kind in ipairs(row.results) do shown[i] = kind == "..." and "whatever it says" or type_cell(kind) end
  texts[1] = "Gives " .. (#shown > 0 and table.concat(shown, ", ") or "nothing") .. "."
  if row.waits then texts[#texts + 1] = "*Waits.*" end
  local shared = common_options.of(row)
  if #shared > 0 then
    texts[#texts + 1] = ("Besides the [common options](#common-options) %s."):format(table.concat(shared, ", "))
  end
  if #row.errors > 0 then texts[#texts + 1] = "Raises `" .. table.concat(row.errors, "`, `") .. "`." end
  return table.concat(texts, " ")
end

local function add_record(lines, name)
  lines[#lines + 1] = ("##### record %s\n"):format(name:gsub("_", "-"))
  lines[#lines + 1] = records.about[name] .. "\n"
  if #records.rows[name] == 0 then return end
  lines[#lines + 1] = "| field | type | meaning |\n|---|---|---|"
  for _, field in ipairs(records.rows[name]) do
    lines[#lines + 1] = ("| `%s` | %s | %s |"):format(field[1], type_cell(field[2]), cell(field[3]))
  end
  lines[#lines + 1] = ""
end

-- Adds the records that a function returns, except the ones that have been added already.
local function add_records_of(lines, row, told)
  for _, kind in ipairs(row.results) do
    for word in kind:gsub('"[^"]*"', ""):gmatch "[%a_][%w_]*" do
      if records.rows[word] and not told[word] then
        told[word] = true
        add_record(lines, word)
      end
    end
  end
end

local function add_function(lines, row, told)
  lines[#lines + 1] = ("#### %s\n"):format(row.call)
  lines[#lines + 1] = ("`%s`\n"):format(row.signature)
  lines[#lines + 1] = row.text .. "\n"
  local rows = parameter_rows(row)
  if #rows > 0 then
    lines[#lines + 1] = "| parameter | type | meaning |\n|---|---|---|"
    table.move(rows, 1, #rows, #lines + 1, lines)
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = facts_of(row) .. "\n"
  local example = reference.example(row)
  if example then add_example(lines, example) end
  if row.call == "event.on" then add_event_kinds(lines) end
  add_records_of(lines, row, told)
end

local function add_module(lines, module, told)
  lines[#lines + 1] = ("### %s\n"):format(module.name == "_G" and "globals" or module.name)
  lines[#lines + 1] = module.about .. "\n"
  if #module.fields > 0 or #module.methods > 0 then
    lines[#lines + 1] = ("The fields of the object: [%s](#record-%s).\n"):format(module.name, module.name)
  end
  for _, row in ipairs(module.functions) do add_function(lines, row, told) end
  for _, row in ipairs(module.methods) do add_function(lines, row, told) end
end

-- Adds the remaining records, which are not shown beside a function.
local function add_records(lines, told)
  lines[#lines + 1] = "## Records\n"
  lines[#lines + 1] = "What functions take, and what records hold. `T[]` is a list of T, `T?` may be nil or left out. "
    .. "Records that a function gives stand beside the first that does.\n"
  for _, name in ipairs(records.order) do
    if not told[name] then add_record(lines, name) end
  end
end

-- Adds the functions that wait, by module.
local function add_waiting(lines, modules)
  lines[#lines + 1] = "## What waits\n"
  lines[#lines + 1] = "These functions let other tasks run until they have their answer; all others answer at once.\n"
  lines[#lines + 1] = "| module | functions that wait |\n|---|---|"
  for _, module in ipairs(modules) do
    local calls = {}
    for _, list in ipairs { module.functions, module.methods } do
      for _, row in ipairs(list) do
        if row.waits then calls[#calls + 1] = function_anchor(row.call) end
      end
    end
    if #calls > 0 then
      lines[#lines + 1] = ("| %s | %s |"):format(anchor(module.name), table.concat(calls, ", "))
    end
  end
  lines[#lines + 1] = ""
end

local function add_tasks(lines)
  lines[#lines + 1] = "## What for\n"
  lines[#lines + 1] = "| to | there is |\n|---|---|"
  for _, row in ipairs(tasks.rows) do
    local links = {}
    for i = 2, #row do links[i - 1] = function_anchor(row[i]) end
    lines[#lines + 1] = ("| %s | %s |"):format(row[1], table.concat(links, ", "))
  end
  lines[#lines + 1] = ""
end

local function add_contents(lines, modules)
  lines[#lines + 1] = "## Modules\n"
  for _, module in ipairs(modules) do
    local links = {}
    for _, list in ipairs { module.functions, module.methods } do
      for _, row in ipairs(list) do links[#links + 1] = function_anchor(row.call) end
    end
    lines[#lines + 1] = ("- %s: %s"):format(anchor(module.name), table.concat(links, ", "))
  end
  lines[#lines + 1] = "- [records](#records) and [error codes](#error-codes)\n"
end

local function add_errors(lines)
  lines[#lines + 1] = "## Error codes\n"
  lines[#lines + 1] = "| code | meaning | what helps |\n|---|---|---|"
  for _, row in ipairs(errors.rows) do
    lines[#lines + 1] = ("| `%s` | %s | %s |"):format(row[1], cell(row[3]), cell(row[4]))
  end
  lines[#lines + 1] = ""
end

function M.document()
  local lines, told = { guide.text }, {}
  local modules = reference.modules()
  add_tasks(lines)
  add_contents(lines, modules)
  add_waiting(lines, modules)
  common_options.add(lines, type_cell, cell)
  for _, module in ipairs(modules) do add_module(lines, module, told) end
  add_records(lines, told)
  add_errors(lines)
  return table.concat(lines, "\n")
end

return M
