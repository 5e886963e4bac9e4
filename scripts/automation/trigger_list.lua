local calls = require "script_calls"
local time = require "time"
local unicode = require "lib.unicode"

-- The current triggers, by the script that made them.
local M = {}

local made = 0 -- triggers made so far
local entries = setmetatable({}, { __mode = "k" }) -- by trigger; weak, because nothing else may hold one that has ended
local broken = {} -- entries of triggers that ended by a failure, kept until their script runs again

-- Describes what a trigger waits for.
local function about(entry)
  local parts = {}
  for name in pairs(entry.row.options) do
    local value = entry.options[name]
    if type(value) == "table" then value = ("%dx%d%+d%+d"):format(value.width, value.height, value.x, value.y) end
    if value ~= nil then parts[#parts + 1] = ("%s = %s"):format(name, tostring(value)) end
  end
  table.sort(parts)
  return #parts > 0 and unicode.line(table.concat(parts, ", ")) or nil
end

-- Adds a trigger of the calling script. `facts`: handler (its place), row (of event_kinds), options. Returns its entry,
-- whose `last` is the time when it last fired.
function M.add(trigger, facts)
  made = made + 1
  local entry = { trigger = trigger, number = made, script = calls.caller(), began = time.now(),
    handler = facts.handler, row = facts.row, options = facts.options }
  entries[trigger] = entry
  return entry
end

-- Keeps a trigger that has ended by a failure until forget().
function M.keep(trigger)
  broken[trigger] = true
end

-- Removes a script's triggers that have ended by a failure.
function M.forget(script)
  for trigger in pairs(broken) do
    if entries[trigger].script == script then broken[trigger], entries[trigger] = nil, nil end
  end
end

local function row_of(entry)
  local trigger, due = entry.trigger, entry.row.due
  return { kind = trigger.kind, about = about(entry), handler = entry.handler, live = trigger.live,
    running = trigger.running, fired = trigger.fired, skipped = trigger.skipped, failed = trigger.failed,
    last = entry.last, next = trigger.live and due and due(entry.options, entry.last or entry.began) or nil,
    problem = trigger.problem }
end

-- Returns the triggers of a script that are live or have ended by a failure, the oldest first: {kind, about?, handler,
-- live, running, fired, skipped, failed, last?, next?, problem?}; times as in time.now().
function M.of_script(script)
  local found = {}
  for trigger, entry in pairs(entries) do
    if entry.script == script and (trigger.live or trigger.problem) then found[#found + 1] = entry end
  end
  table.sort(found, function(one, other) return one.number < other.number end)
  local rows = {}
  for i, entry in ipairs(found) do rows[i] = row_of(entry) end
  return rows
end

-- Returns the live triggers, in the order in which they were made.
function M.live()
  local triggers = {}
  for trigger in pairs(entries) do
    if trigger.live then triggers[#triggers + 1] = trigger end
  end
  table.sort(triggers, function(one, other) return entries[one].number < entries[other].number end)
  return triggers
end

-- Returns the totals of such rows: {live, fired, failed}.
function M.sums(rows)
  local sum = { live = 0, fired = 0, failed = 0 }
  for _, row in ipairs(rows) do
    sum.live = sum.live + (row.live and 1 or 0)
    sum.fired, sum.failed = sum.fired + row.fired, sum.failed + row.failed
  end
  return sum
end

return M
