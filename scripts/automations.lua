local calls = require "script_calls"
local errors = require "errors"
local follow = require "follow"
local task = require "task"
local time = require "time"
local user_file = require "user_file"

-- A set of a person's files, each run as a script call of its own, and again when it changes: the call is cancelled and
-- waited for, then the new file runs. One that fails stays ended until then. A new text that does not compile ends
-- nothing.
local M = {}

local kSettle = 0.05 -- seconds that a file must stay as it is before it is run: editors write in several steps
local kMostRounds = 40

local function word_of(err)
  return type(err) == "table" and err.message or tostring(err)
end

-- `options`: files() -> {[name] = path}, what there is now; globals that each file begins with; arguments, a list;
-- tell(what, automation, facts), told of "started", "broken", "failed", "done", "gone". Its run() does the work, in the
-- call that calls it, and never ends.
function M.new(options)
  local set = {}
  local all = {}       -- by name: {name, path, state, since, starts, reason?, problem?, and what is ours}
  local waiting = {}   -- automations that somebody wants looked at
  local folders, added = {}, {} -- known ones; those that are to be followed from now on
  local bell = task.bell() -- there is something waiting
  local looked = task.bell() -- an automation was looked at

  local function put(automation, state, reason)
    automation.state, automation.reason, automation.since = state, reason, time.now()
  end

  local function ask(automation)
    waiting[automation] = true
    bell:ring()
  end

  local function add_folder(folder)
    if folders[folder] then return end
    folders[folder] = true
    added[#added + 1] = folder
    bell:ring()
  end

  local function look()
    local paths = options.files()
    for name, path in pairs(paths) do
      if not all[name] then
        all[name] = { name = name, path = path, texts = { [path] = false }, starts = 0 }
        put(all[name], "new")
      end
    end
    for name, automation in pairs(all) do
      automation.gone = paths[name] == nil
      ask(automation)
    end
  end

  local function live(automation, chunk)
    local failure = calls.run(automation.name, function()
      chunk(table.unpack(options.arguments or {}))
      put(automation, "waiting")
    end)
    automation.task = nil
    put(automation, failure and "failed" or "done", failure and failure.message)
    collectgarbage() -- nothing else may run for long, and what it held can be much
    options.tell(automation.state, automation, failure)
    looked:ring()
  end

  local function stop(automation)
    local running = automation.task
    if not running then return end
    put(automation, "ending")
    task.cancel(running)
    try(task.wait, running)
    automation.task = nil
  end

  local function start(automation, chunk, texts)
    automation.texts, automation.problem = texts, nil
    automation.starts = automation.starts + 1
    put(automation, "running")
    options.tell("started", automation)
    automation.task = task.spawn(live, automation, chunk)
  end

  -- The file as it is now, once it stays as it is: (chunk, texts), or (nil, texts, error).
  local function prepare(automation)
    local chunk, texts, err
    for _ = 1, kMostRounds do
      local reading = { texts = {}, globals = options.globals }
      function reading.seen(path) add_folder(user_file.folder_of(path)) end
      texts = reading.texts
      chunk, err = try(user_file.compile, automation.path, reading)
      task.sleep(kSettle)
      if not user_file.is_changed(texts) then break end
    end
    return chunk, texts, err
  end

  local function complain(automation, texts, err)
    for path, text in pairs(texts) do automation.texts[path] = text end
    automation.problem = word_of(err)
    if not automation.task then put(automation, "failed", automation.problem) end
    options.tell("broken", automation, { reason = automation.problem, kept = automation.task ~= nil })
  end

  local function update(automation)
    local forced = automation.forced
    automation.forced = nil
    if automation.gone then
      stop(automation)
      if all[automation.name] == automation then all[automation.name] = nil end
      return options.tell("gone", automation)
    end
    if not forced and automation.tried and not user_file.is_changed(automation.texts) then return end
    automation.tried = true
    local chunk, texts, err = prepare(automation)
    -- Neighbours are read when the file asks for them: those of the last run are looked at before it is ended.
    if chunk and automation.task then
      local _, fault = try(user_file.check, automation.texts)
      if fault then chunk, err = nil, fault end
    end
    if err and errors.is_cancelled(err) then error(err, 0) end
    if not chunk then return complain(automation, texts, err) end
    stop(automation)
    start(automation, chunk, texts)
  end

  -- One at a time for each automation; what is asked meanwhile is seen in another round.
  local function attend(automation)
    automation.again = true
    if automation.busy then return end
    automation.busy = true
    local _ <close> = setmetatable({}, { __close = function()
      automation.busy = false
      looked:ring()
    end })
    while automation.again do
      automation.again = false
      update(automation)
    end
  end

  -- Everything is started from here, so that it belongs to this call and to no asker.
  function set.run()
    local follower = follow.new(look)
    for _, folder in ipairs(options.folders) do add_folder(folder) end
    while true do
      local new = added
      added = {}
      for _, folder in ipairs(new) do follower.follow(folder) end
      local asked = waiting
      waiting = {}
      for automation in pairs(asked) do task.spawn(attend, automation) end
      bell:wait()
    end
  end

  -- Runs one anew (nil: all of them), changed or not, and waits until that is done. Gives how many there were.
  function set.reload(name)
    local asked = {}
    for _, automation in pairs(all) do
      if name == nil or automation.name == name then
        automation.forced = true
        ask(automation)
        asked[#asked + 1] = automation
      end
    end
    look()
    for _, automation in ipairs(asked) do
      while automation.forced or automation.busy do looked:wait() end
    end
    return #asked
  end

  -- Rows of {name, path, state, since, starts, reason?, problem?}, by name.
  function set.rows()
    local rows = {}
    for _, each in pairs(all) do
      rows[#rows + 1] = { name = each.name, path = each.path, state = each.state, since = each.since,
        starts = each.starts, reason = each.reason, problem = each.problem }
    end
    table.sort(rows, function(one, other) return one.name < other.name end)
    return rows
  end

  return set
end

return M
