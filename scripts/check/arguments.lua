local reference = require "reference"
local names = require "check.names"
local records = require "reference.records"
local values = require "check.values"

-- What is written as a literal among a call's arguments, and which of them are missing.
local M = {}

local unlike = { json = true, errors = true, _G = true } -- these take more than their types tell

local function option_names(options)
  local list = {}
  for i, option in ipairs(options) do list[i] = option.name end
  return list
end

-- The row of a record's field, or nil.
local function field_row(record, name)
  for _, field in ipairs(records.rows[record]) do
    if field[1] == name then return field end
  end
  return nil
end

-- A literal of a type, and the fields of records in it. `place`: what it is called, "" for the options themselves.
local function check_type(report, row, place, kind, node, least)
  local wrong, text = values.problem(kind, node, reference.is_lenient(row), least)
  if wrong then
    if unlike[row.module] then return end
    local what = place == "" and "" or place .. (text:find "^cannot" and " " or ": ")
    return report(wrong.token, "%s: %s%s", row.call, what, text)
  end
  if node.kind ~= "table" then return end
  local record, element = values.record_in(kind, node)
  for _, field in ipairs(node.fields) do
    if record and field.name and not names.has(record, field.name) then
      report(field.token, "%s has no field '%s'%s", record, field.name,
        names.hint(field.name, names.names_of(record)))
    elseif record and field.name then
      local known = field_row(record, field.name)
      local inner = place == "" and field.name or place .. "." .. field.name
      if known then check_type(report, row, inner, known[2], field.value, known.least) end
    elseif element and field.name == nil and records.rows[element] then
      check_type(report, row, place, element, field.value)
    end
  end
end

local function value(report, row, name, node)
  local known = reference.type_of(row, name)
  if known then check_type(report, row, name == "options" and "" or name, known[1], node, known.least) end
end

-- What a table of options names: set of names, whether some are computed, the first value without a name.
local function given_in(node)
  local given, computed, first = {}, false, nil
  for _, field in ipairs(node.fields) do
    if field.name then given[field.name] = field.value end
    if field.name == nil then first = first or field.value end
    computed = computed or field.name == false
  end
  return given, computed, first
end

-- The options of event.on hang on its kind.
local function trigger(report, row, node)
  local given, computed, first = given_in(node)
  local kind = first or given.kind
  local rows = require("event_kinds").rows
  if not kind and not computed then
    report(node.token, "event.on needs a kind, such as event.on { \"window.opened\", run = … }")
  elseif first then
    value(report, row, "kind", first)
  end
  local known = kind and kind.kind == "string" and rows[kind.value]
  if not known then return end
  if known.required and not given[known.required] and not computed then
    report(node.token, "event.on: '%s' needs the option '%s'", kind.value, known.required)
  end
  for _, field in ipairs(node.fields) do
    local is_common = field.name == "kind" or field.name == "run" or field.name == "when_running"
    local is_option = field.name and reference.type_of(row, field.name)
    if is_option and not is_common and not known.options[field.name] then
      report(field.token, "event.on: '%s' has no option '%s'", kind.value, field.name)
    end
  end
end

local function has_option(param, name)
  for _, each in ipairs(param.options) do
    if each.name == name then return true end
  end
  return false
end

local function options(report, row, param, node)
  local given, computed = given_in(node)
  for _, field in ipairs(node.fields) do
    if field.name and has_option(param, field.name) then
      value(report, row, field.name, field.value)
    elseif field.name and not param.open then
      report(field.token, "%s has no option '%s'%s", row.call, field.name,
        names.hint(field.name, option_names(param.options)))
    end
  end
  for _, each in ipairs(computed and {} or param.options) do
    local known = reference.type_of(row, each.name)
    if known and known.required and not given[each.name] then
      report(node.token, "%s needs the option '%s'", row.call, each.name)
    end
  end
  if row.call == "event.on" then trigger(report, row, node) end
end

-- Whether the last argument may stand for several.
local function is_open(node)
  local last = node.arguments[#node.arguments]
  return last ~= nil and (last.kind == "call" or last.kind == "vararg" or last.kind == "other")
end

local function needs_options(row, param)
  for _, each in ipairs(param.options) do
    local known = reference.type_of(row, each.name)
    if known and known.required then return true end
  end
  return reference.type_of(row, "options") ~= nil
end

local function missing(report, row, node)
  if is_open(node) or reference.is_lenient(row) then return end
  for i, param in ipairs(row.params) do
    local given = node.arguments[i]
    if param.more or given and given.kind ~= "nil" then goto continue end
    if param.options and not param.optional and needs_options(row, param) then
      return report(node.token, "%s needs a table of options", row.call)
    elseif not param.options and not param.optional then
      return report(node.token, "%s needs the argument '%s'", row.call, param.name)
    end
    ::continue::
  end
end

-- The option that a function needs with this word as its first argument.
local function needed(report, row, node)
  local first, second = node.arguments[1], node.arguments[2]
  local name = first and first.kind == "string" and first.value and reference.needed(row, first.value)
  if not name or (second and second.kind ~= "table") then return end
  local given, computed = given_in(second or { fields = {} })
  if not given[name] and not computed then
    report(first.token, "%s: \"%s\" needs the option '%s'", row.call, first.value, name)
  end
end

-- Reports what is wrong with a function's option or argument.
function M.check_option(report, row, name, node)
  for _, param in ipairs(row.params) do
    local is_argument = param.name == name and not param.options
    if is_argument or param.options and has_option(param, name) then return value(report, row, name, node) end
  end
  for _, param in ipairs(row.params) do
    if param.options and not param.open then
      return report(node.token, "%s has no option '%s'%s", row.call, name,
        names.hint(name, option_names(param.options)))
    end
  end
end

-- Reports, by report(token, format, ...), what is wrong with a call of the function that a row of the API documents.
function M.check(report, row, node)
  missing(report, row, node)
  needed(report, row, node)
  for i, param in ipairs(row.params) do
    local argument = node.arguments[i]
    if not argument or param.more then return end
    if param.options and not reference.type_of(row, "options") then
      if argument.kind == "table" then
        options(report, row, param, argument)
      elseif values.problem("table", argument) and not unlike[row.module] then
        report(argument.token, "%s: expected a table of options, got %s", row.call, values.shown(argument))
      end
    else
      value(report, row, param.name, argument)
    end
  end
end

return M
