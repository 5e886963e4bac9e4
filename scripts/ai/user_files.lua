local deadline = require "lib.deadline"
local errors = require "errors"
local host = require "host"

local M = {}

local kFolder = "providers"
local kName = "^[a-z][a-z0-9_-]*$"
local kTick = 0.05 -- a timer may end this much before the limit

local loaded = {} -- by name: {texts = what was read for it, by path, module}

local function path_of(name)
  return host.user_folder(kFolder) .. "/" .. name .. ".lua"
end

local function files()
  return try(host.user_scripts, kFolder) or {}
end

local function word_of(err)
  return type(err) == "table" and err.message or tostring(err)
end

-- Returns the names that the user's files add, sorted. `taken`: Peekaboo's own names. Does not wait.
function M.names(taken)
  local names = {}
  for _, name in ipairs(files()) do
    if name:match(kName) and not taken[name] then names[#names + 1] = name end
  end
  return names
end

-- Raises a file's failure; an error that already has a code is raised unchanged.
local function rethrow(name, err)
  if type(err) == "table" and err.code ~= nil then error(err, 0) end
  errors.raise("AI_PROVIDER_ERROR", ("provider '%s' failed: %s"):format(name, tostring(err)),
    { hint = "Correct " .. path_of(name) .. "." })
end

-- Asks within the limit. A shorter limit that the file sets itself is reported in the file's own words.
local function ask(name, given, picture, question, options)
  local started = options.clock()
  local function work()
    local answer, err = try(function() return table.pack(given.analyze(picture, question, options)) end)
    return answer or rethrow(name, err)
  end
  local function late(err)
    if options.clock() - started <= options.timeout - kTick then error(err, 0) end
    errors.raise("TIMEOUT", ("provider '%s' did not answer within %g s"):format(name, options.timeout),
      { hint = "Try again, or raise PEEKABOO_AI_TIMEOUT (milliseconds).", details = { reason = "timeout" } })
  end
  return deadline.run(options.timeout, late, work)
end

local function guarded(name, given)
  return {
    name = name, default_model = given.default_model or "default", wants = given.wants, limits = given.limits or {},
    check = function(model)
      if not given.check then return true end
      local answer, err = try(function() return table.pack(given.check(model)) end)
      if not answer then rethrow(name, err) end
      return table.unpack(answer, 1, answer.n)
    end,
    analyze = function(picture, question, options)
      local answer = ask(name, given, picture, question, options)
      if type(answer[1]) == "string" then return answer[1], type(answer[2]) == "string" and answer[2] or nil end
      return rethrow(name, "analyze answered no text but a " .. type(answer[1]))
    end,
  }
end

local kinds = { default_model = "string", check = "function", limits = "table", wants = "string" }

local function fault_of(given)
  if type(given) ~= "table" then return "it returns no table" end
  if type(given.analyze) ~= "function" then return "it has no function 'analyze'" end
  for member, kind in pairs(kinds) do
    if given[member] ~= nil and type(given[member]) ~= kind then return ("'%s' is no %s"):format(member, kind) end
  end
  for _, limit in ipairs { "side", "bytes" } do
    local value = given.limits and given.limits[limit]
    if value ~= nil and not (type(value) == "number" and value > 0) then
      return ("'limits.%s' is not a number above 0"):format(limit)
    end
  end
  return nil
end

-- `http` of a provider's file is the one that keeps to the limits of the question.
local modules = { __index = function(_, name) return name == "http" and require "ai.provider_http" or nil end }

-- Runs a file and returns its provider, or nil with the fault.
local function run(name, chunk)
  local given, err = try(chunk)
  if err then
    if errors.is_cancelled(err) then error(err, 0) end
    return nil, word_of(err)
  end
  local fault = fault_of(given)
  if fault then return nil, fault end
  return guarded(name, given)
end

-- Returns the provider in a user's file, or nil with the reason and the remedy. Reads it again when the file has
-- changed.
function M.load(name)
  local user_file = require "lib.user_file"
  local path, known = path_of(name), loaded[name]
  if known and not user_file.is_changed(known.texts, true) then return known.module end
  local reading = { name = ("providers/%s.lua"):format(name), texts = {}, found = true,
    modules = setmetatable({}, modules) }
  local chunk, err = try(user_file.compile, path, reading)
  if not chunk then
    if errors.is_cancelled(err) then error(err, 0) end
    if user_file.is_refused(err) then return nil, ("The provider file %s."):format(err.message), err.hint end
    if not reading.texts[path] then
      return nil, ("The provider file %s cannot be read: %s"):format(path, word_of(err)), nil
    end
  end
  local module, fault
  if chunk then module, fault = run(name, chunk) else fault = word_of(err) end
  if not module then
    return nil, ("The provider file %s is broken: %s"):format(path, fault), "Correct or remove the file."
  end
  loaded[name] = { texts = reading.texts, module = module }
  return module
end

-- Returns problems of the files in the folder: rows of {problem, remedy}.
function M.problems(taken)
  local problems = {}
  local names, err = try(host.user_scripts, kFolder)
  if not names then
    return { { problem = ("The folder %s cannot be read: %s"):format(host.user_folder(kFolder), word_of(err)) } }
  end
  for _, name in ipairs(names) do
    local module, reason, remedy
    if taken[name] then
      reason, remedy = path_of(name) .. " is ignored: the name is that of a built-in provider.", "Give it another name."
    elseif not name:match(kName) then
      reason, remedy = path_of(name) .. " is ignored: a provider's name begins with a small letter and has only small "
        .. "letters, digits, '_' and '-'.", "Give it another name."
    else
      module, reason, remedy = M.load(name)
    end
    if not module then problems[#problems + 1] = { problem = reason, remedy = remedy } end
  end
  return problems
end

return M
