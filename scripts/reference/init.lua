local host = require "host"
local records = require "reference.records"
local signature = require "reference.signature"

-- The whole API as data, for the reference, the editor's stubs, the prompt and `check`. Each function has a row: in C++
-- beside its implementation (see runtime/lua/bridge/bindings.hpp), or in scripts/modules/rows.
local M = {}

-- Modules for our own scripts only.
local hidden = {
  console = true, control = true, edit_distance = true, elements = true, file_managers = true, guest_process = true,
  launching = true, log_lines = true, menus = true, own_files = true, permissions = true, picture_files = true,
  policy = true, registry = true, safeguards = true, script_calls = true,
  services = true, stop_switch = true, tray_icons = true,
}
-- Modules that are opened only when they are first required.
local later = { "http" }

local order = {
  "screen", "window", "app", "ui", "menu", "tray", "desktop", "image", "text", "ai", "event", "trigger", "events",
  "task", "bell",
  "time", "process", "fs", "http", "stream", "json", "blob", "env", "log", "errors", "host", "tool", "resource",
  "prompt", "completion", "call", "os", "_G",
}

-- Libraries of Lua; only their differences are documented.
local of_lua = { os = true }
-- Modules that check types strictly, although they are written in Lua or have Lua's own form.
local exact = { ai = true, os = true }

local function place_of(name)
  for i, known in ipairs(order) do
    if known == name then return i end
  end
  return #order + 1
end

local read = {} -- rows by call

-- Converts a row of the host or of a file of rows to the form that M.modules() describes.
local function completed(row)
  local module, mark, name = row.call:match "^([%w_]+)([.:])([%w_]+)$"
  local known = { call = row.call, module = module or "_G", name = name or row.call, method = mark == ":",
    text = row.text, waits = row.waits or false, errors = row.errors, parameters = row.parameters,
    options = row.options, results = row.results, lenient = row.lenient and not exact[module] or false }
  if row.call == "event.on" then require("reference.triggers").complete(known) end
  known.signature = signature.text(known)
  for i, result in ipairs(row.results) do known.results[i] = result.type end
  return known
end

-- Converts a row of host.rows() or host.methods(), which has the options among its parameters.
function M.of_host(row)
  if read[row.call] then return read[row.call] end
  local parameters, options, results = {}, {}, {}
  for _, each in ipairs(row.parameters) do
    local list = each.option and options or parameters
    list[#list + 1] = each
  end
  for i, each in ipairs(row.results) do results[i] = each end
  read[row.call] = completed { call = row.call, text = row.text, waits = row.waits, errors = row.errors,
    parameters = parameters, options = options, results = results, lenient = row.plain }
  return read[row.call]
end

local function parameters_of(rows, is_option)
  local list = {}
  for i, each in ipairs(rows or {}) do
    list[i] = { name = each[1], type = each[2], text = each[3] or "", least = each.least, option = is_option }
    if is_option then list[i].optional = not each.needed else list[i].optional = each.optional or false end
  end
  return list
end

local function of_script(row)
  if read[row.call] then return read[row.call] end
  local results = {}
  for i, each in ipairs(row.results or {}) do results[i] = { type = each[1], word = each[2] } end
  read[row.call] = completed { call = row.call, text = row.text, waits = row.waits, errors = row.errors or {},
    parameters = parameters_of(row.parameters, false), options = parameters_of(row.options, true),
    results = results, lenient = true }
  return read[row.call]
end

local function module_of(modules, name)
  modules[name] = modules[name] or { name = name, functions = {}, methods = {}, constants = {} }
  return modules[name]
end

-- Adds rows to their modules. A method belongs to its object, which may have another name than the module that returns
-- it.
local function add(modules, rows, read_row)
  for _, row in ipairs(rows) do
    local known = read_row(row)
    local module = module_of(modules, known.module)
    local list = known.method and module.methods or module.functions
    list[#list + 1] = known
  end
end

-- Returns whether a module is only an object that `require` does not return, such as a tool's call: it has methods
-- only.
local function is_object(module)
  return #module.functions == 0 and #module.constants == 0
end

local function collected()
  local modules = {}
  for _, entry in ipairs(host.rows()) do
    if not hidden[entry.module] then
      local module = module_of(modules, entry.module)
      module.about, module.constants = entry.about, entry.constants
      add(modules, entry.rows, M.of_host)
    end
    add(modules, entry.methods, M.of_host)
  end
  for _, name in ipairs(host.scripts "modules.rows") do
    local rows = require("modules.rows." .. name)
    module_of(modules, name).about = rows.about
    add(modules, rows.rows, of_script)
  end
  for name, module in pairs(modules) do
    if not module.about or module.about == "" then module.about = records.about[name] or "" end
    module.fields, module.object, module.of_lua = records.rows[name] or {}, is_object(module), of_lua[name]
  end
  return modules
end

-- Returns the open modules by name.
function M.open_modules()
  return collected()
end

-- Returns whether a name is a Lua library with functions documented here.
function M.is_of_lua(name)
  return of_lua[name] ~= nil
end

-- Returns the names that `require` accepts, sorted.
function M.names()
  local names, modules = {}, collected()
  for _, name in ipairs(later) do modules[name] = modules[name] or {} end
  for name, module in pairs(modules) do
    if not module.object and name ~= "_G" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Returns a module by its name, and opens it if necessary; nil if there is none.
function M.module(name)
  for _, each in ipairs(later) do
    if each == name then require(name) end
  end
  return collected()[name]
end

-- Returns all modules: {name, about, functions, methods, fields, constants, object}; `fields` are the fields of the
-- object of that name. A function or method: {call (such as "image:crop"), module, name, method (a boolean), text,
-- signature, parameters, options, results (types), errors (codes), waits, lenient (numbers and texts are
-- interchangeable)}. A parameter or option: {name, type, text, optional, option, least?, needed_for?}; the parameter
-- "..." represents any number of arguments.
function M.modules()
  for _, name in ipairs(later) do require(name) end
  local list = {}
  for _, module in pairs(collected()) do list[#list + 1] = module end
  table.sort(list, function(one, other)
    local first, second = place_of(one.name), place_of(other.name)
    if first ~= second then return first < second end
    return one.name < other.name
  end)
  return list
end

-- Returns the parameters of a function, followed by its options.
function M.all_parameters(row)
  return table.move(row.options, 1, #row.options, #row.parameters + 1, { table.unpack(row.parameters) })
end

-- Returns the option of a function by its name, or nil.
function M.option(row, name)
  for _, each in ipairs(row.options) do
    if each.name == name then return each end
  end
  return nil
end

-- Returns the parameter or option of a function by its name, or nil.
function M.parameter(row, name)
  for _, each in ipairs(row.parameters) do
    if each.name == name then return each end
  end
  return M.option(row, name)
end

local function examples_of(row)
  for _, folder in ipairs(row.method and { "objects" } or { "desktop", "modules" }) do
    local examples = try(require, ("docs.examples.%s.%s"):format(folder, row.module))
    if examples then return examples end
  end
end

-- Returns the example of a function, without empty lines around it; nil if there is none.
function M.example(row)
  local examples = examples_of(row)
  local found = examples and examples[row.name]
  return found and (found:gsub("^\n", ""):gsub("%s+$", "")) or nil
end

return M
