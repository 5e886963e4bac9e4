local calls = require "script_calls"
local error_text = require "lib.error_text"
local errors = require "errors"
local kinds = require "event_kinds"
local list = require "automation.trigger_list"
local log = require "log"
local did_you_mean = require "lib.did_you_mean"
local options = require "check.options"
local task = require "task"
local time = require "time"

local M = {}

local kMax = 1000 -- triggers
local kMaxRunning = 64 -- simultaneous runs of all triggers together; further runs wait
local kMaxWaiting = 100 -- waiting events of one trigger
local policies = { queue = true, skip = true, restart = true }

local live, running = 0, 0
local slot_free = task.bell()
local inner_of = setmetatable({}, { __mode = "k" }) -- by trigger

local Trigger = { __name = "trigger" }
Trigger.__index = Trigger

function Trigger.__tostring(trigger)
  return ("trigger: %s, %s, fired %d, skipped %d, failed %d"):format(trigger.kind, trigger.live and "live" or "stopped",
    trigger.fired, trigger.skipped, trigger.failed)
end

-- Starts no further runs; a run that is under way goes on to its end.
function Trigger.stop(trigger)
  local inner = inner_of[trigger] or errors.raise("INVALID_ARGUMENT", "trigger:stop(): not a trigger",
    { hint = "Call it with what event.on returned." })
  inner.over, inner.queue, trigger.live = true, {}, false
  if inner.feeder then task.cancel(inner.feeder) end
  inner.bell:ring()
end

-- Reports a failure to the log and to the user.
local function report_failure(inner, what, failure)
  log.error(what, { trigger = inner.trigger.kind, handler = inner.where, traceback = failure.traceback,
    reason = failure.message, code = failure.code })
  calls.report(error_text.text(failure, ("%s (%s, %s)"):format(what, inner.trigger.kind, inner.where)))
end

local function closing(f)
  return setmetatable({}, { __close = f })
end

-- Runs the trigger's function once, as a script call of its own.
local function handle(inner, item)
  while running >= kMaxRunning do slot_free:wait() end
  running = running + 1
  local _ <close> = closing(function()
    running = running - 1
    slot_free:ring()
  end)
  local failure = calls.run(nil, inner.run, item.subject, item.event)
  if not failure or errors.is_cancelled(failure) then return end
  inner.trigger.failed = inner.trigger.failed + 1
  report_failure(inner, "a trigger's run failed", failure)
end

local function run_one(inner, item)
  local trigger = inner.trigger
  trigger.running, trigger.fired = true, trigger.fired + 1
  inner.handler = task.spawn(handle, inner, item)
  local fine = pcall(task.wait, inner.handler)
  inner.handler, trigger.running = nil, false
  if not fine then task.sleep(0) end -- the run was cancelled; this raises if the whole trigger is
end

local function serve(inner)
  local _ <close> = closing(function()
    inner.trigger.live = false
    inner.leave()
  end)
  while true do
    while #inner.queue == 0 and not inner.over do inner.bell:wait() end
    if #inner.queue == 0 then return end
    run_one(inner, table.remove(inner.queue, 1))
  end
end

local function overflow(inner, item)
  inner.trigger.skipped = inner.trigger.skipped + 1
  if inner.newest then
    inner.queue[#inner.queue] = item
  elseif not inner.reported then
    inner.reported = true
    log.warn("a trigger's events come faster than they are run; those that find no place are skipped",
      { trigger = inner.trigger.kind, handler = inner.where, places = inner.most })
  end
end

local function put(inner, item)
  local trigger = inner.trigger
  local busy = trigger.running or #inner.queue > 0
  if not busy then inner.reported = false end
  if busy and inner.policy == "skip" then
    trigger.skipped = trigger.skipped + 1
  elseif busy and inner.policy == "restart" then
    trigger.skipped = trigger.skipped + #inner.queue
    inner.queue = { item }
    if inner.handler then task.cancel(inner.handler) end
  elseif #inner.queue >= inner.most then
    overflow(inner, item)
  else
    inner.queue[#inner.queue + 1] = item
  end
  inner.bell:ring()
end

local function feed(inner)
  local _ <close> = inner.source
  for subject, happened in inner.next do
    happened.kind, happened.time = inner.trigger.kind, time.now()
    inner.listed.last = happened.time
    put(inner, { subject = subject, event = happened })
  end
end

local function feeding(inner)
  local _ <close> = closing(function()
    inner.over = true
    inner.bell:ring()
  end)
  local failure = calls.run(nil, feed, inner)
  if not failure or errors.is_cancelled(failure) then return end
  inner.trigger.problem = failure.message
  list.keep(inner.trigger)
  report_failure(inner, "a trigger has ended: it cannot listen any more", failure)
end

-- Checks the table given to event.on; returns the kind, the row of the kind, and the options.
local function checked(given)
  -- Raises the message of `peekaboo check` if there is one, else `message`.
  local function refuse(message, hint)
    local said = require("check.wrong_argument").sentence("event.on", given)
    if said and hint and hint:find "^did you mean" then hint = nil end
    errors.raise("INVALID_ARGUMENT", said or "event.on: " .. message, { hint = hint })
  end
  if type(given) ~= "table" then refuse("expected a table, got " .. type(given)) end
  local kind = given[1] or given.kind
  if kind == nil then
    refuse("kind is missing",
      "Such as event.on { \"timer\", every = 1, run = … }; kinds are: " .. table.concat(kinds.names, ", "))
  end
  local row = type(kind) == "string" and kinds.rows[kind]
  if not row then
    refuse(("there is no kind '%s'"):format(tostring(kind)),
      did_you_mean.hint(kind, kinds.names) or "kinds are: " .. table.concat(kinds.names, ", "))
  end
  local known = kinds.options(kind)
  local own = {}
  for name, value in pairs(given) do
    if name ~= 1 and name ~= "kind" then own[name] = value end
  end
  for name in pairs(own) do
    if not known[name] and kinds.with_option(name)[1] then refuse(("'%s' has no option '%s'"):format(kind, name)) end
  end
  local _, err = try(options.check, "event.on", own, known)
  if err then
    -- By the kind's own row, since an option may be something else for another kind.
    require("check.wrong_argument").explain(err, "event.on", given)
    error(err, 0)
  end
  if not own.run then refuse("function to run is missing", "Give run = function(subject, event) … end.") end
  if row.required and own[row.required] == nil then refuse(("'%s' needs %s = …"):format(kind, row.required)) end
  if own.when_running and not policies[own.when_running] then
    refuse(("option 'when_running': there is no '%s'"):format(own.when_running),
      did_you_mean.hint(own.when_running, { "queue", "restart", "skip" })
        or "It is \"queue\", \"skip\" or \"restart\".")
  end
  return kind, row, own
end

local function enter()
  if live >= kMax then
    errors.raise("SCRIPT_ERROR", ("too many triggers (%d)"):format(live),
      { hint = "Stop those that are done; one trigger may serve many windows." })
  end
  live = live + 1
  local entered = true
  return function()
    if entered then live = live - 1 end
    entered = false
  end
end

local function place_of(f)
  local info = debug.getinfo(f, "S")
  return ("%s:%d"):format(info.short_src, info.linedefined)
end

function M.on(given)
  local kind, row, own = checked(given)
  local leave = enter()
  local next_event, source
  local fine, err = pcall(function() next_event, source = row.open(own) end)
  if not fine then
    leave()
    error(err, 0)
  end
  local trigger = { kind = kind, fired = 0, skipped = 0, failed = 0, running = false, live = true }
  local inner = { trigger = setmetatable(trigger, Trigger), run = own.run, where = place_of(own.run), leave = leave,
    next = next_event, source = source, queue = {}, bell = task.bell(), newest = row.newest,
    policy = own.when_running or row.policy or "queue", most = row.most or kMaxWaiting }
  setmetatable(inner, { __gc = leave }) -- for a trigger whose tasks never began
  inner_of[trigger] = inner
  inner.listed = list.add(trigger, { handler = inner.where, row = row, options = own })
  task.spawn(serve, inner)
  inner.feeder = task.spawn(feeding, inner)
  return trigger
end

M.list = list.live

return M
