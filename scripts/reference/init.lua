local host = require "host"
local parameters = require "reference.parameters"
local records = require "reference.records"
local scripted = require "reference.rows"
local signature = require "reference.signature"
local types = require "reference.types"

-- The whole API as data: what the reference, the editor's stubs, the prompt and `check` are made of.
local M = {}

-- Of use to our own scripts only.
local hidden = {
  console = true, control = true, edit_distance = true, guest_process = true, log_lines = true, own_files = true,
  registry = true, script_calls = true,
}
-- Modules that exist only once they are asked for.
local later = { "http" }

local order = {
  "screen", "window", "app", "desktop", "image", "text", "ai", "event", "trigger", "events", "task", "bell", "time",
  "process", "fs", "http", "stream", "json", "blob", "env", "log", "errors", "host", "tool", "resource", "prompt",
  "completion", "call", "os", "_G",
}

local function place_of(name)
  for i, known in ipairs(order) do
    if known == name then return i end
  end
  return #order + 1
end

local read = {} -- rows by signature

-- Whether the options of a function are those of its kinds.
local function has_kinds(row)
  return row.signature:find("event.on(", 1, true) == 1
end

-- A row of the host or of api_rows.lua, with what its signature says.
function M.parsed(row)
  local known = read[row.signature]
  if not known then
    local text, meaning = row.signature, row.text
    if has_kinds(row) then
      text, meaning = require("reference.triggers").signature(text), require("reference.triggers").text(meaning)
    end
    known = signature.parse(text)
    known.signature, known.text, known.waits = text, meaning, row.waits
    read[row.signature] = known
  end
  return known
end

local function module_of(modules, name)
  modules[name] = modules[name] or { name = name, functions = {}, methods = {}, constants = {} }
  return modules[name]
end

-- Methods belong to their object, which may have another name than the module that gives it.
local function add(modules, name, rows)
  for _, row in ipairs(rows) do
    local known = M.parsed(row)
    local list = known.method and module_of(modules, known.module).methods or module_of(modules, name).functions
    list[#list + 1] = known
  end
  return module_of(modules, name)
end

-- An object that no `require` gives, such as a tool's call: methods only.
local function is_object(module)
  return #module.functions == 0 and #module.constants == 0
end

local function collected()
  local modules = {}
  for _, entry in ipairs(host.rows()) do
    if not hidden[entry.module] then
      local module = add(modules, entry.module, entry.rows)
      add(modules, entry.module, entry.methods)
      module.constants = entry.constants
    end
  end
  for name, rows in pairs(scripted.rows) do add(modules, name, rows).constants = scripted.constants[name] or {} end
  for name, module in pairs(modules) do
    module.fields = records.rows[name] or {}
    module.about = scripted.about[name] or records.about[name] or ""
    module.object = is_object(module)
    module.of_lua = scripted.of_lua[name]
  end
  return modules
end

-- The modules that are open, by name.
function M.open_modules()
  return collected()
end

-- The names that `require` takes, sorted.
function M.names()
  local names, modules = {}, collected()
  for _, name in ipairs(later) do modules[name] = modules[name] or {} end
  for name, module in pairs(modules) do
    if not module.object and name ~= "_G" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- A module by its name, opened if need be; nil when there is none.
function M.module(name)
  for _, each in ipairs(later) do
    if each == name then require(name) end
  end
  return collected()[name]
end

-- Every module: {name, about, functions, methods, fields, constants, object}. A function is what
-- api_signature.parse gives, and signature, text, waits. `fields` are those of the object of that name.
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

-- {type, meaning, required} of a function's parameter or option; nil when nobody has said.
function M.type_of(row, name)
  local own = parameters.own[row.call]
  if own and own[name] then return own[name] end
  return row.call == "event.on" and require("reference.triggers").type_of(name) or types.names[name]
end

-- The option that a function needs when this word is its first argument, or nil.
function M.needed(row, word)
  local needs = parameters.needs[row.call]
  return needs and needs[word]
end

-- Whether a function is written in Lua, where a number may pass as a text and a text as a number.
function M.is_lenient(row)
  return scripted.rows[row.module] ~= nil and row.module ~= "ai" and row.module ~= "os"
end

local function result_type(text)
  local plain, mark = text:match "^(.-)(%??)$"
  local known = types.results[plain]
  if not known and records.rows[plain] then known = plain end
  local element = plain:match "^{([%w_]+)}$"
  if not known and element and records.rows[element] then known = element .. "[]" end
  return known and (known:sub(-1) == "?" and known or known .. mark)
end

-- The types of what a function gives; nil for a word that nobody has explained, and the word.
function M.results(row)
  if types.own_results[row.call] then return types.own_results[row.call] end
  local list = {}
  for i, text in ipairs(row.returns) do
    list[i] = result_type(text)
    if not list[i] then return nil, text end
  end
  return list
end

-- The examples of a module by function (":name" for methods), or an empty table.
function M.examples(module)
  return try(require, "docs." .. module) or {}
end

-- The row of a function by its word, such as "window.list" or "image:crop".
function M.by_call()
  local found = {}
  for _, module in ipairs(M.modules()) do
    for _, list in ipairs { module.functions, module.methods } do
      for _, row in ipairs(list) do found[row.call] = row end
    end
  end
  return found
end

return M
