local reference = require "reference"
local names = require "check.names"
local records = require "reference.records"
local values = require "check.values"

-- Checks the literals among a call's arguments, and finds missing arguments.
local M = {}

local unlike = { json = true, errors = true, _G = true } -- these accept more than their types name

local function unknown_option(report, row, name, token)
  local known = {}
  for i, option in ipairs(row.options) do known[i] = option.name end
  report(token, "%s has no option '%s'%s", row.call, name, names.hint(name, known))
end

-- Returns the row of a record's field, or nil.
local function field_row(record, name)
  for _, field in ipairs(records.rows[record]) do
    if field[1] == name then return field end
  end
  return nil
end

-- Checks a literal against a type, and the fields of records in it. `place`: its name in messages, "" for the options
-- themselves.
local function check_type(report, row, place, kind, node, least)
  local wrong, text = values.problem(kind, node, row.lenient, least)
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

-- Returns whether a function takes a rectangle and nothing else; messages then name only the rectangle's fields.
local function takes_one_rectangle(row)
  return #row.parameters == 1 and #row.options == 0 and row.parameters[1].type == "rectangle"
end

local function value(report, row, parameter, node)
  local place = takes_one_rectangle(row) and "" or parameter.name
  check_type(report, row, place, parameter.type, node, parameter.least)
end

-- Returns the contents of a table of options: values by name, whether some names are computed, and the first value
-- without a name.
local function given_in(node)
  local given, computed, first = {}, false, nil
  for _, field in ipairs(node.fields) do
    if field.name then given[field.name] = field.value end
    if field.name == nil then first = first or field.value end
    computed = computed or field.name == false
  end
  return given, computed, first
end

-- Checks what depends on the kind of event.on. Returns the row of that kind, and the kind; the row of all when it is
-- unknown.
local function trigger(report, row, node)
  local given, computed, first = given_in(node)
  local kind = first or given.kind
  if not kind and not computed then
    report(node.token, "event.on needs a kind, such as event.on { \"window.opened\", run = … }")
  elseif first then
    value(report, row, reference.option(row, "kind"), first)
  end
  local known = kind and kind.kind == "string" and require("event_kinds").rows[kind.value]
  if not known then return row end
  if known.required and not given[known.required] and not computed then
    report(node.token, "event.on: '%s' needs the option '%s'", kind.value, known.required)
  end
  return require("reference.triggers").of_kind(row, kind.value), kind.value
end

local function options(report, all, node)
  local row, kind = all, nil
  if all.call == "event.on" then row, kind = trigger(report, all, node) end
  local given, computed = given_in(node)
  for _, field in ipairs(node.fields) do
    local option = field.name and reference.option(row, field.name)
    if option then
      value(report, row, option, field.value)
    elseif field.name and reference.option(all, field.name) then
      report(field.token, "event.on: '%s' has no option '%s'", kind, field.name)
    elseif field.name then
      unknown_option(report, row, field.name, field.token)
    end
  end
  for _, option in ipairs(computed and {} or row.options) do
    if not option.optional and not given[option.name] then
      report(node.token, "%s needs the option '%s'", row.call, option.name)
    end
  end
end

-- Returns whether the last argument may expand to several values.
local function is_open(node)
  local last = node.arguments[#node.arguments]
  return last ~= nil and (last.kind == "call" or last.kind == "vararg" or last.kind == "other")
end

local function is_given(node, i)
  return node.arguments[i] ~= nil and node.arguments[i].kind ~= "nil"
end

local function missing(report, row, node)
  if is_open(node) or row.lenient then return end
  for i, each in ipairs(row.parameters) do
    if not each.optional and each.name ~= "..." and not is_given(node, i) then
      return report(node.token, "%s needs the argument '%s'", row.call, each.name)
    end
  end
  for _, option in ipairs(is_given(node, #row.parameters + 1) and {} or row.options) do
    if not option.optional then return report(node.token, "%s needs a table of options", row.call) end
  end
end

local function has_word(words, wanted)
  for _, word in ipairs(words) do
    if word == wanted then return true end
  end
  return false
end

-- Reports each missing option that a function needs because of the word in its first argument.
local function needed(report, row, node)
  local first, second = node.arguments[1], node.arguments[2]
  if not first or first.kind ~= "string" or not first.value or (second and second.kind ~= "table") then return end
  local given, computed = given_in(second or { fields = {} })
  for _, option in ipairs(row.options) do
    local is_needed = option.needed_for and has_word(values.words(option.needed_for), first.value)
    if is_needed and not given[option.name] and not computed then
      report(first.token, "%s: \"%s\" needs the option '%s'", row.call, first.value, option.name)
    end
  end
end

-- Reports a mistake in one option or argument of a function.
function M.check_option(report, row, name, node)
  local known = reference.parameter(row, name)
  if known then return value(report, row, known, node) end
  if #row.options > 0 then unknown_option(report, row, name, node.token) end
end

-- Reports, by report(token, format, ...), the mistakes in a call of a function. `row`: the function's row of the API.
function M.check(report, row, node)
  missing(report, row, node)
  needed(report, row, node)
  for i, each in ipairs(row.parameters) do
    local argument = node.arguments[i]
    if not argument or each.name == "..." then return end
    value(report, row, each, argument)
  end
  local last = #row.options > 0 and node.arguments[#row.parameters + 1]
  if last and last.kind == "table" then
    options(report, row, last)
  elseif last and values.problem("table", last) and not unlike[row.module] then
    report(last.token, "%s: expected a table of options, got %s", row.call, values.shown(last))
  end
end

return M
