local calls = require "script_calls"
local errors = require "errors"
local folder_follower = require "lib.folder_follower"
local task = require "task"
local time = require "time"
local user_file = require "lib.user_file"

-- A set of a user's files, each run as a separate script call, and again when it changes: the call is cancelled and
-- awaited, then the new file runs. A file that fails stays ended until it changes. A new text that does not compile
-- does not end the running one.
local M = {}

local kSettle = 0.05 -- seconds without changes before a file is run, because editors write in several steps
local kMaxRounds = 40

local Set = {}
Set.__index = Set

-- `options`: files() -> {[name] = path}, the current files; folders to follow; globals that each file begins with;
-- found, whether they lie in one of the user's folders (see user_file); arguments, a list; tell(what, automation,
-- facts), called with "started", "broken", "failed", "done", "gone". Its run() does the work in the call that calls it,
-- and runs until that is cancelled.
function M.new(options)
  return setmetatable({
    options = options,
    all = {}, -- by name: {name, path, state, since, starts, reason?, problem?, and internal fields}
    waiting = {}, -- automations to be checked
    folders = {}, -- known ones
    added = {}, -- to be followed from now on
    bell = task.bell(), -- rings when something is waiting
    looked = task.bell(), -- rings when an automation was checked
  }, Set)
end

local function put(automation, state, reason)
  automation.state, automation.reason, automation.since = state, reason, time.now()
end

local function ask(set, automation)
  set.waiting[automation] = true
  set.bell:ring()
end

local function add_folder(set, folder)
  if set.folders[folder] then return end
  set.folders[folder] = true
  set.added[#set.added + 1] = folder
  set.bell:ring()
end

local function look(set)
  local paths = set.options.files()
  for name, path in pairs(paths) do
    if not set.all[name] then
      set.all[name] = { name = name, path = path, texts = { [path] = false }, starts = 0 }
      put(set.all[name], "new")
    end
  end
  for name, automation in pairs(set.all) do
    automation.gone = paths[name] == nil
    ask(set, automation)
  end
end

local function live(set, automation, chunk)
  local failure = calls.run(automation.name, function()
    chunk(table.unpack(set.options.arguments or {}))
    put(automation, "waiting")
  end)
  automation.task = nil
  put(automation, failure and "failed" or "done", failure and failure.message)
  collectgarbage() -- now, when nothing else runs for long: it may have held much
  set.options.tell(automation.state, automation, failure)
  set.looked:ring()
end

local function stop(automation)
  local running = automation.task
  if not running then return end
  put(automation, "ending")
  task.cancel(running)
  try(task.wait, running)
  automation.task = nil
end

local function start(set, automation, chunk, texts)
  automation.texts, automation.problem = texts, nil
  automation.starts = automation.starts + 1
  put(automation, "running")
  set.options.tell("started", automation)
  automation.task = task.spawn(live, set, automation, chunk)
end

-- Reads the file once it no longer changes: (chunk, texts), or (nil, texts, error).
local function prepare(set, automation)
  local chunk, texts, err
  for _ = 1, kMaxRounds do
    local reading = { texts = {}, globals = set.options.globals, found = set.options.found }
    function reading.seen(path) add_folder(set, user_file.folder_of(path)) end
    texts = reading.texts
    chunk, err = try(user_file.compile, automation.path, reading)
    task.sleep(kSettle)
    if not user_file.is_changed(texts, set.options.found) then break end
  end
  return chunk, texts, err
end

local function report_failure(set, automation, texts, err)
  for path, text in pairs(texts) do automation.texts[path] = text end
  automation.problem = user_file.reason_of(err)
  if not automation.task then put(automation, "failed", automation.problem) end
  set.options.tell("broken", automation, { reason = automation.problem, kept = automation.task ~= nil })
end

local function update(set, automation)
  local forced = automation.forced
  automation.forced = nil
  if automation.gone then
    stop(automation)
    if set.all[automation.name] == automation then set.all[automation.name] = nil end
    return set.options.tell("gone", automation)
  end
  if not forced and automation.tried and not user_file.is_changed(automation.texts, set.options.found) then
    return
  end
  automation.tried = true
  local chunk, texts, err = prepare(set, automation)
  -- Required files are read when the file asks for them, so those of the last run are checked before it is ended.
  if chunk and automation.task then
    local _, fault = try(user_file.check, automation.texts, set.options.found)
    if fault then chunk, err = nil, fault end
  end
  if err and errors.is_cancelled(err) then error(err, 0) end
  if not chunk then return report_failure(set, automation, texts, err) end
  stop(automation)
  start(set, automation, chunk, texts)
end

-- Updates an automation, one update at a time; a request during an update causes another one.
local function attend(set, automation)
  automation.again = true
  if automation.busy then return end
  automation.busy = true
  local _ <close> = setmetatable({}, { __close = function()
    automation.busy = false
    set.looked:ring()
  end })
  while automation.again do
    automation.again = false
    update(set, automation)
  end
end

-- Starts all automations itself, so that they belong to this call and not to a client's.
function Set.run(set)
  local follower = folder_follower.new(function() look(set) end)
  for _, folder in ipairs(set.options.folders) do add_folder(set, folder) end
  while true do
    local new = set.added
    set.added = {}
    for _, folder in ipairs(new) do follower.follow(folder) end
    local asked = set.waiting
    set.waiting = {}
    for automation in pairs(asked) do task.spawn(attend, set, automation) end
    set.bell:wait()
  end
end

-- Runs an automation again (nil: all), changed or not, and waits until that is done. Returns the number of automations.
function Set.reload(set, name)
  local asked = {}
  for _, automation in pairs(set.all) do
    if name == nil or automation.name == name then
      automation.forced = true
      ask(set, automation)
      asked[#asked + 1] = automation
    end
  end
  look(set)
  for _, automation in ipairs(asked) do
    while automation.forced or automation.busy do set.looked:wait() end
  end
  return #asked
end

-- Returns rows of {name, path, state, since, starts, reason?, problem?}, by name.
function Set.rows(set)
  local rows = {}
  for _, each in pairs(set.all) do
    rows[#rows + 1] = { name = each.name, path = each.path, state = each.state, since = each.since,
      starts = each.starts, reason = each.reason, problem = each.problem }
  end
  table.sort(rows, function(one, other) return one.name < other.name end)
  return rows
end

return M
