local reference = require "reference"
local arguments = require "check.arguments"
local library = require "check.library"
local fs = require "fs"
local names = require "check.names"
local statements = require "check.statements"
local strict = require "lib.strict"

-- Finds mistakes in a script without running it: syntax errors, globals and modules that do not exist, and wrong names
-- of functions, methods, fields and options, as far as the kind of a value is certain.
local M = {}

local kLargest = 4 * 1024 * 1024

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  return keys
end

local Check = {}
Check.__index = Check

function Check:report(token, message, ...)
  self.problems[#self.problems + 1] = { line = token.line, column = token.column, message = message:format(...) }
end

local function neighbour(folder, name)
  local path = ("%s/%s.lua"):format(folder, (name:gsub("%.", "/")))
  local stat = try(fs.stat, path)
  return stat and stat.type == "file" and path or nil
end

-- Returns whether `require` finds a module of this name that is not a neighbour of the file.
local function is_module(name)
  return strict.is_public(name)
end

local neighbours = {} -- what the files use and set, by path; false: unreadable, or a syntax error

local function read_neighbour(path)
  if neighbours[path] == nil then
    local blob = try(fs.read, path, { limit = kLargest })
    local text = blob and blob:bytes():gsub("^#!", "--#!", 1)
    neighbours[path] = text and load(text, "=") and statements.read(text) or false
  end
  return neighbours[path]
end

-- Notes the globals and fields that a neighbour sets, and recursively for the neighbours that it requires.
function Check:learn_from(path)
  if self.seen[path] then return end
  self.seen[path] = true
  local read = read_neighbour(path)
  if not read then return end
  for _, write in ipairs(read.written) do self.set[write.name] = true end
  for name in pairs(read.written_fields) do self.fields_set[name] = true end
  for _, node in ipairs(read.calls) do self:learn_from_require(node) end
end

function Check:learn_from_require(node)
  local name = names.required(node)
  local path = name and neighbour(self.folder, name)
  if path then self:learn_from(path) end
  return name, path
end

function Check:requires()
  for _, node in ipairs(self.read.calls) do
    local name, path = self:learn_from_require(node)
    if name and not path and not is_module(name) then
      self:report(node.arguments[1].token, "there is no module '%s'%s", name, names.hint(name, reference.names()))
    end
  end
end

-- Returns whether the file passes its table of globals to a function, or has a table of its own.
function Check:globals_are_open()
  if self.read.own_environment then return true end
  for _, node in ipairs(self.read.calls) do
    for _, argument in ipairs(node.arguments) do
      if argument.kind == "global" and (argument.name == "_G" or argument.name == "_ENV") then return true end
    end
  end
  return false
end

function Check:globals()
  if self:globals_are_open() then return end
  local top = { arg = true, _ENV = true }
  for _, write in ipairs(self.read.written) do
    if write.depth == 0 then top[write.name] = true end
  end
  local function exists(name)
    return rawget(_G, name) ~= nil or top[name] or self.set[name] or self.read.written_fields[name]
  end
  for _, write in ipairs(self.read.written) do
    if not exists(write.name) then
      self:report(write.token, "sets the global '%s' inside of a function; is a 'local' missing?", write.name)
      top[write.name] = true
    end
  end
  local known = {}
  for _, set in ipairs { _G, top, self.set } do
    for name in next, set do known[name] = true end
  end
  for _, node in ipairs(self.read.globals) do
    if not exists(node.name) then self:report(node.token, "%s", strict.missing(node.name, known)) end
  end
end

-- Returns the value of an option, or the first one without a name.
local function option_of(node, name)
  for _, field in ipairs(node.kind == "table" and node.fields or {}) do
    if field.name == name then return field.value end
  end
  return nil
end

-- Learns what the functions get that are given to event.on. Comes before any name is looked up, because that is
-- remembered.
function Check:callbacks()
  for _, node in ipairs(self.read.calls) do
    local options = node.base.kind == "field" and node.base.name == "on" and node.arguments[1]
    local run = options and option_of(options, "run")
    if run and run.kind == "function" and (names.called(node) or {}).call == "event.on" then
      local kind = option_of(options, nil) or option_of(options, "kind")
      local row = kind and require("event_kinds").rows[kind.value]
      local types = { row and row.subject_type, "event" }
      for i, parameter in ipairs(run.parameters) do
        if types[i] then parameter.value = { kind = "typed", type = types[i] } end
      end
    end
  end
end

function Check:fields()
  for _, node in ipairs(self.read.fields) do
    local base = node.name and not self.read.written_fields[node.name] and names.resolve(node.base)
    local module = base and base.module and names.module(base.module)
    if module and not module.members[node.name] then
      self:report(node.token, "module '%s' has no '%s'%s", module.name, node.name,
        names.hint(node.name, sorted_keys(module.members)))
    elseif base and base.object and not names.has(base.object, node.name) then
      self:report(node.token, "%s has no field '%s'%s", base.object, node.name,
        names.hint(node.name, names.names_of(base.object)))
    end
  end
end

-- Checks a call of one of Lua's own functions, such as string.format.
function Check:library(node)
  local base = node.base
  local owner = not node.method and base.kind == "field" and base.name and base.base.kind == "global" and base.base.name
  if not owner or self.set[owner] or self:globals_are_open() then return end
  if self.read.written_fields[base.name] or self.fields_set[base.name] then return end
  for _, write in ipairs(self.read.written) do
    if write.name == owner then return end
  end
  local wrong = library.problem(owner, base.name)
  if wrong then self:report(base.token, "%s", wrong) end
end

function Check:calls()
  for _, node in ipairs(self.read.calls) do
    local base = names.resolve(node.base)
    if node.method and base and base.module then
      self:report(node.token, "functions of a module are called with a dot: %s.%s", base.module, node.method)
    elseif node.method and base and base.object and not self.read.written_fields[node.method]
      and not names.has(base.object, node.method) then
      self:report(node.token, "%s has no method '%s'%s", base.object, node.method,
        names.hint(node.method, names.names_of(base.object)))
    end
    self:library(node)
    local row = names.called(node)
    if names.is_method_without_object(node) then
      self:report(node.token, "%s is a method: call it with a colon", node.base.name)
    end
    if row then arguments.check(function(...) self:report(...) end, row, node) end
  end
end

local function in_order(one, other)
  if one.line ~= other.line then return one.line < other.line end
  return one.column < other.column
end

-- Returns the compiler's message as a list with one problem, with the column of the word that the message names.
local function syntax(text, message)
  local number, what = message:match "^:?(%d+): (.*)$"
  local near = what and what:match "near '(.*)'$"
  local line = tonumber(number) or 1
  local at, column = 0, 1
  for source in (text .. "\n"):gmatch "([^\n]*)\n" do
    at = at + 1
    if at == line and near then column = source:find(near, 1, true) or 1 end
  end
  return { { line = line, column = column, message = what or message } }
end

-- Returns the mistakes in a script: rows {line, column, message}, in order. `folder`: the folder of its neighbours.
function M.text(text, folder)
  text = text:gsub("^#!", "--#!", 1)
  local chunk, message = load(text, "=", "t", {})
  if not chunk then return syntax(text, message) end
  local check = setmetatable({ read = statements.read(text), folder = folder, problems = {}, seen = {}, set = {},
    fields_set = {} },
    Check)
  check:requires()
  check:globals()
  check:callbacks()
  check:fields()
  check:calls()
  table.sort(check.problems, in_order)
  return check.problems
end

-- Returns the mistakes in the script at `path`, as M.text does.
function M.file(path)
  return M.text(fs.read(path, { limit = kLargest }):bytes(), path:match "^(.*)/[^/]*$" or ".")
end

return M
