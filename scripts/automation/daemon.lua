local file_set = require "automation.file_set"
local control = require "control"
local errors = require "errors"
local event = require "event"
local fs = require "fs"
local host = require "host"
local json = require "json"
local log = require "log"
local log_text = require "automation.log_text"
local deadline = require "lib.deadline"
local did_you_mean = require "lib.did_you_mean"
local task = require "task"
local time = require "time"

-- `peekaboo daemon`: runs the files of the configuration folder's automations/, and answers `peekaboo daemon status`,
-- `reload` and `logs` over its socket. A connection has one request, a JSON object on a line, then answers.
local M = {}

local kFolder = "automations"
local kMaxFiles = 500
local kMaxConnections = 16
local kMaxNamed = 20 -- automations in a message
local kMaxLines = 2000 -- of the log that are searched
local kPatience = 10 -- seconds for a request to arrive

local folder = host.user_folder(kFolder)
local began = time.now()
local too_many = false

local function files()
  local names, err = try(host.user_scripts, kFolder)
  if not names then
    log.error("the automations cannot be listed", { folder = folder, reason = err.message })
    return {}
  end
  local paths = {}
  for i, name in ipairs(names) do
    if i > kMaxFiles then break end
    paths[name] = folder .. "/" .. name .. ".lua"
  end
  if #names > kMaxFiles and not too_many then
    log.error("too many automations; only the first are run", { files = #names, run = kMaxFiles })
  end
  too_many = #names > kMaxFiles
  return paths
end

local told = {
  started = function(automation)
    if package.loaded["automation.trigger_list"] then require("automation.trigger_list").forget(automation.name) end
    log.info(automation.starts == 1 and "started" or "restarted", { script = automation.name })
  end,
  done = function(automation) log.info("has come to its end", { script = automation.name }) end,
  gone = function(automation) log.info("ended: the file is gone", { script = automation.name }) end,
  broken = function(automation, facts)
    log.error(facts.kept and "the new text is broken; what ran before goes on" or "the file is broken",
      { script = automation.name, reason = facts.reason })
  end,
  failed = function(automation, failure)
    log.error("failed; it runs again when it is saved", { script = automation.name, code = failure.code,
      reason = failure.message, hint = failure.hint, traceback = failure.traceback })
  end,
}

local set = file_set.new {
  files = files,
  folders = { folder },
  found = true,
  tell = function(what, automation, facts) told[what](automation, facts) end,
}

-- Returns the rows of the set, with what their triggers have done.
local function all_rows()
  local all = set:rows()
  for _, row in ipairs(all) do
    if package.loaded["automation.trigger_list"] then
      local rows = require("automation.trigger_list").of_script(row.name)
      row.triggers = require("automation.trigger_list").sums(rows)
      row.triggers.list = json.array(rows)
    end
  end
  return all
end

local answers = {}

function answers.status(connection)
  connection:send {
    pid = host.pid, version = host.version, since = began, folder = folder, folder_exists = fs.exists(folder),
    automations = json.array(all_rows()),
  }
end

-- Raises that no automation has this name, and lists the names.
local function refuse_name(name)
  local names = {}
  for i, row in ipairs(set:rows()) do names[i] = row.name end
  local there = table.concat(names, ", ", 1, math.min(#names, kMaxNamed)) .. (#names > kMaxNamed and ", …" or "")
  errors.raise("INVALID_ARGUMENT", ("there is no automation '%s'%s"):format(name, did_you_mean.question(name, names)),
    { hint = #names > 0 and "There are: " .. there or "There is none; they are the *.lua files of " .. folder })
end

function answers.reload(connection, request)
  local count = set:reload(request.name)
  if request.name and count == 0 then refuse_name(request.name) end
  local rows = {}
  for _, row in ipairs(all_rows()) do
    if not request.name or row.name == request.name then rows[#rows + 1] = row end
  end
  connection:send { automations = json.array(rows) }
end

local function send_log(connection, from, to)
  while not to or from < to do
    local part = control.log_from(from)
    from = part.next
    if not connection:send { lines = json.array(part.lines), lost = part.lost } then return end
  end
end

-- Returns whether there is an automation of that name, or the log still mentions it.
local function is_known(name)
  for _, row in ipairs(set:rows()) do
    if row.name == name then return true end
  end
  local from, to = control.log_end(kMaxLines), control.log_end(0)
  while from < to do
    local part = control.log_from(from)
    from = part.next
    for _, line in ipairs(part.lines) do
      local row = log_text.read(line)
      if row and row.script == name then return true end
    end
  end
  return false
end

function answers.logs(connection, request)
  if request.name and not is_known(request.name) then refuse_name(request.name) end
  local count = math.type(request.lines) == "integer" and request.lines or 50
  local from, to = control.log_end(count), control.log_end(0)
  send_log(connection, from, to)
  if not request.follow then return end
  task.race {
    function() while connection:receive() do end end, -- until the client disconnects
    function() send_log(connection, to) end,
  }
end

-- Tries twice, for half the time each: when a script has blocked the program, the first attempt may have timed out
-- before the waiting request can be read.
local function next_request(connection)
  local function receive() return connection:receive() end
  return deadline.run(kPatience / 2, function() return task.timeout(kPatience / 2, receive) end, receive)
end

local function converse(connection)
  local request = next_request(connection)
  if not request then return end
  local answer = answers[request.command]
  if not answer then errors.raise("INVALID_ARGUMENT", "unknown request") end
  if request.name ~= nil and type(request.name) ~= "string" then
    errors.raise("INVALID_ARGUMENT", "name must be a string")
  end
  answer(connection, request)
end

local connections = 0

local function serve(connection)
  connections = connections + 1
  local _ <close> = setmetatable({}, { __close = function() connections = connections - 1 end })
  local open <close> = connection
  local fine, err = pcall(converse, open)
  if fine then return end
  if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
  err = errors.normalise(err)
  try(task.timeout, kPatience, function()
    open:send { error = { code = err.code, message = err.message, hint = err.hint } }
  end)
end

local function accept(door)
  for connection in door do
    if connections < kMaxConnections then
      task.spawn(serve, connection)
    else
      local _ <close> = connection
    end
  end
end

local function obey_hang_ups()
  for _ in event.signals "SIGHUP" do
    log.info "reloading everything (SIGHUP)"
    set:reload()
  end
end

local shown = 0 -- position in the log

-- Prints the log for the program that started us, up to `to` (nil: without end).
local function show(to)
  while not to or shown < to do
    local part = control.log_from(shown)
    shown = part.next
    local texts = { part.lost > 0 and ("… %d lines\n"):format(part.lost) or nil }
    for _, line in ipairs(part.lines) do
      local row = log_text.read(line)
      texts[#texts + 1] = row and row.text
    end
    if not control.say(table.concat(texts)) then return end
  end
end

-- Runs until it is cancelled. Raises FILE_IO_ERROR when another daemon is running.
function M.run()
  local door <close> = control.listen()
  shown = control.log_end(0)
  log.info("the daemon has started", { folder = folder, socket = door.path })
  local _, err = try(task.all, { show, function() set:run() end, function() accept(door) end, obey_hang_ups })
  -- Prints what the automations logged at their end.
  task.shield(1, function() show(control.log_end(0)) end)
  error(err, 0)
end

return M
