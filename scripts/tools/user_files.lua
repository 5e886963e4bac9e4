local folder_follower = require "lib.folder_follower"
local host = require "host"
local log = require "log"
local prompt = require "prompt"
local registry = require "registry"
local resource = require "resource"
local task = require "task"
local tool = require "tool"

local M = {}

local kFolder = "tools"
local kPatience = 3 -- seconds that a file of the folder may take to declare its tools

local files = {} -- by path: {order, path, tried, texts = what was read for it, by path, problem, refusal}
local given = 0 -- how many came from the command line
local started = false

-- One evaluation of a file: its own environment, and the declarations collected from it.
local function new_run(file)
  return { source = { order = file.order, file = file.path }, texts = file.texts, rows = {}, open = true }
end

-- Returns a module as the file sees it. Declarations made while the file runs take effect when it has ended; those that
-- its handlers make later take effect at once.
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

-- Evaluates a file and replaces its earlier declarations. Raises the file's fault; then nothing has changed.
local function perform(file)
  file.texts, file.tried = {}, true
  local run = new_run(file)
  run.found = file.order > given
  run.modules = {
    tool = registrar(run, tool, "tool"), resource = registrar(run, resource, "resource"),
    prompt = registrar(run, prompt, "prompt"),
  }
  require("lib.user_file").compile(file.path, run)()
  registry.replace(run.source, run.rows)
  run.open = false
end

local function traced(err)
  return { err = err, traceback = debug.traceback(nil, 2) }
end

-- Evaluates a file, and logs a fault instead of raising it, so that the server goes on. Returns whether it succeeded.
local function attempt(file)
  local fault
  local function work()
    local fine, caught = xpcall(perform, traced, file)
    if not fine then fault = caught end
  end
  local _, late = try(task.timeout, kPatience, work)
  fault = late and { err = late } or fault
  if not fault then
    file.problem, file.refusal = nil, nil
    log.info("a tools file was read", { file = file.path })
    return true
  end
  if not late and type(fault.err) == "table" and fault.err.code == "CANCELLED" then error(fault.err, 0) end
  local user_file = require "lib.user_file"
  local reason = late and ("it declared nothing within %d s"):format(kPatience) or user_file.reason_of(fault.err)
  if reason ~= file.problem then
    log.error("a tools file is broken; what it declared before stays",
      { file = file.path, reason = reason, traceback = fault.traceback })
  end
  file.problem, file.refusal = reason, not late and require("lib.user_file").is_refused(fault.err) and fault.err or nil
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
    if not files[path] then files[path] = { order = given + 1, path = path } end
  end
  local names_are_free = false
  for _, file in ipairs(in_order()) do
    local gone = file.order > given and not paths[file.path]
    if gone then
      withdraw(file)
      names_are_free = true
    elseif not file.tried or require("lib.user_file").is_changed(file.texts, file.order > given) then
      names_are_free = attempt(file) or names_are_free
    end
  end
  -- A name that this file has given up may be the one that another file was refused.
  for _, file in ipairs(names_are_free and in_order() or {}) do
    if file.problem then attempt(file) end
  end
end

local follower = folder_follower.new(look_again)

-- Evaluates the files of the command line, raising their faults, and those in the user's folder, logging theirs.
function M.start(paths)
  started = true
  given = #paths
  for order, path in ipairs(paths) do
    files[path] = { order = order, path = path, texts = {} }
    perform(files[path])
  end
  follower.refresh()
end

-- Evaluates files again whenever they, or files that they require, change. Does not return.
function M.watch()
  follower.follow(host.user_folder(kFolder))
  for path in pairs(files) do follower.follow(require("lib.user_file").folder_of(path)) end
end

-- Declares all tools, built-in ones and the user's, also in a program that serves no clients.
function M.start_once()
  if started then return end
  require("tools").start()
  M.start {}
end

-- Returns the faults of the files: rows {problem, remedy}. Evaluates the files unless that was done before.
function M.problems()
  M.start_once()
  local problems = {}
  for _, file in ipairs(in_order()) do
    if file.refusal then
      problems[#problems + 1] = { problem = ("The tools file %s."):format(file.refusal.message),
        remedy = file.refusal.hint }
    elseif file.problem then
      problems[#problems + 1] = {
        problem = ("The tools file %s is broken: %s"):format(file.path, file.problem),
        remedy = "Correct it. A running server reads it again when it is saved, and keeps what it declared before.",
      }
    end
  end
  return problems
end

return M
