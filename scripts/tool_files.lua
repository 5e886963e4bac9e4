local errors = require "errors"
local fs = require "fs"
local host = require "host"
local log = require "log"
local prompt = require "prompt"
local registry = require "registry"
local resource = require "resource"
local task = require "task"
local tool = require "tool"

local M = {}

local kFolder = "tools"
local kLargest = 1024 * 1024
local kPatience = 3 -- seconds that a file of the folder may take to declare its tools
local kSettle = 0.02 -- seconds: an editor writes a file in several steps
local kModuleName = "^[%a_][%w_]*[%w_.]*$"

local public = { completion = true, errors = true } -- and the native ones, and what a file gets its own of
local files = {} -- by path: {order, path, texts = what was read for it, by path, problem}
local given = 0 -- how many came from the command line
local started = false

-- One reading of a file: an environment of its own, in which whatever it declares is collected.
local function new_run(file)
  return { source = { order = file.order, file = file.path }, texts = file.texts, rows = {}, modules = {}, open = true }
end

-- The module as the file sees it. What is declared while the file runs counts when it has come to its end; what its
-- handlers declare later counts at once.
local function registrar(run, module, kind)
  return setmetatable({
    register = function(declared)
      local row = module.declaration(declared, run.source)
      if not run.open then return registry.add(kind, row) end
      run.rows[#run.rows + 1] = { kind = kind, declared = row }
      return nil
    end,
  }, { __index = module })
end

local function read(run, path)
  run.texts[path] = false
  local text = fs.read(path, { limit = kLargest }):bytes()
  run.texts[path] = text
  return text
end

local function execute(run, path, text, ...)
  local chunk, fault = load(text:gsub("^#!", "--#!", 1), "@" .. path, "t", run.environment)
  if not chunk then errors.raise("SCRIPT_ERROR", fault, { hint = "Correct the line named." }) end
  return chunk(...)
end

-- `require` for a file: the modules that are meant for scripts, then the file's neighbours, read anew with it, then
-- scripts of ours, whose names may be others tomorrow.
local function requirer(run, folder)
  return function(name)
    if run.modules[name] ~= nil then return run.modules[name] end
    local is_neighbour = type(name) == "string" and name:match(kModuleName) and not name:find("..", 1, true)
    if not is_neighbour or public[name] or package.preload[name] then return require(name) end
    local path = folder .. "/" .. name:gsub("%.", "/") .. ".lua"
    local text = try(read, run, path)
    if not text then return require(name) end
    run.modules[name] = true
    local value = execute(run, path, text, name)
    if value ~= nil then run.modules[name] = value end
    return run.modules[name]
  end
end

local function folder_of(path)
  return path:match "^(.*)/[^/]*$" or "."
end

-- Reads and runs a file and puts what it declares in the place of what it declared before. Raises what is wrong with
-- it; then nothing has changed.
local function perform(file)
  file.texts = {}
  local run = new_run(file)
  run.modules.tool = registrar(run, tool, "tool")
  run.modules.resource = registrar(run, resource, "resource")
  run.modules.prompt = registrar(run, prompt, "prompt")
  run.environment = setmetatable({ require = requirer(run, folder_of(file.path)) }, { __index = _G })
  execute(run, file.path, read(run, file.path))
  registry.replace(run.source, run.rows)
  run.open = false
end

local function word_of(err)
  return type(err) == "table" and err.message or tostring(err)
end

local function traced(err)
  return { err = err, traceback = debug.traceback(nil, 2) }
end

-- The same for a server that goes on whatever is in the file. Answers whether it went well.
local function attempt(file)
  local fault
  local function work()
    local fine, caught = xpcall(perform, traced, file)
    if not fine then fault = caught end
  end
  local _, late = try(task.timeout, kPatience, work)
  fault = late and { err = late } or fault
  if not fault then
    file.problem = nil
    log.info("a tools file was read", { file = file.path })
    return true
  end
  if not late and type(fault.err) == "table" and fault.err.code == "CANCELLED" then error(fault.err, 0) end
  local reason = late and ("it declared nothing within %d s"):format(kPatience) or word_of(fault.err)
  if reason ~= file.problem then
    log.error("a tools file is broken; what it declared before stays",
      { file = file.path, reason = reason, traceback = fault.traceback })
  end
  file.problem = reason
  return false
end

local function is_changed(file)
  for path, text in pairs(file.texts) do
    local blob = try(fs.read, path, { limit = kLargest })
    if (blob and blob:bytes() or false) ~= text then return true end
  end
  return false
end

local function wanted()
  local paths = {}
  for _, name in ipairs(try(host.user_scripts, kFolder) or {}) do
    paths[host.user_folder(kFolder) .. "/" .. name .. ".lua"] = true
  end
  return paths
end

local function in_order()
  local all = {}
  for _, file in pairs(files) do all[#all + 1] = file end
  table.sort(all, function(one, other)
    if one.order ~= other.order then return one.order < other.order end
    return one.path < other.path
  end)
  return all
end

local function withdraw(file)
  files[file.path] = nil
  registry.replace({ order = file.order, file = file.path }, {})
  log.info("a tools file is gone, and what it declared", { file = file.path })
end

local function look_again()
  local paths = wanted()
  for path in pairs(paths) do
    if not files[path] then files[path] = { order = given + 1, path = path, texts = { [path] = false } } end
  end
  local names_are_free = false
  for _, file in ipairs(in_order()) do
    local gone = file.order > given and not paths[file.path]
    if gone then
      withdraw(file)
      names_are_free = true
    elseif is_changed(file) then
      names_are_free = attempt(file) or names_are_free
    end
  end
  -- What a file has taken back may be what another one was refused for.
  for _, file in ipairs(names_are_free and in_order() or {}) do
    if file.problem then attempt(file) end
  end
end

local looking, again = false, false

-- One at a time: what changes meanwhile is seen in another round.
local function refresh()
  again = true
  if looking then return end
  looking = true
  local _ <close> = setmetatable({}, { __close = function() looking = false end })
  while again do
    again = false
    look_again()
  end
end

-- Reads the files named on the command line, which must be sound, and those in the user's folder, which may be broken.
function M.start(paths)
  started = true
  given = #paths
  for order, path in ipairs(paths) do
    files[path] = { order = order, path = path, texts = {} }
    perform(files[path])
  end
  refresh()
end

local function watch(folder)
  local changes = fs.watch(folder)
  refresh()
  for _ in changes do
    task.sleep(kSettle)
    refresh()
  end
end

-- Reads files again when they, or the neighbours that they require, change. Never returns.
function M.watch()
  local folders, work = { [host.user_folder(kFolder)] = true }, {}
  for path in pairs(files) do folders[folder_of(path)] = true end
  for folder in pairs(folders) do
    work[#work + 1] = function()
      local _, err = try(watch, folder)
      if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
      log.error("a tools folder is not watched any more", { folder = folder, reason = word_of(err) })
    end
  end
  task.all(work)
end

-- All tools are declared afterwards, ours and the user's, in a program that does not serve them as well.
function M.start_once()
  if started then return end
  require "server"
  M.start {}
end

-- What is wrong with the files: rows of {problem, remedy}. Reads them when nobody has yet.
function M.problems()
  M.start_once()
  local problems = {}
  for _, file in ipairs(in_order()) do
    if file.problem then
      problems[#problems + 1] = {
        problem = ("The tools file %s is broken: %s"):format(file.path, file.problem),
        remedy = "Correct it. A running server reads it again when it is saved, and keeps what it declared before.",
      }
    end
  end
  return problems
end

return M
