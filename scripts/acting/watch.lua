local choices = require "acting.choices"
local deadline = require "lib.deadline"
local event = require "event"
local time = require "time"
local ui = require "ui"
local unicode = require "lib.unicode"

-- What was seen to happen after an act: of windows, the focus, an element and pixels.
local M = {}

local kQuiet = 0.12 -- seconds without an event after which what was seen is told
local kLongest = 60 -- characters of a value
local kMostSeen = 8

local kinds = { "window.opened", "window.closed", "window.focused", "window.title_changed", "screen.painted" }

local verbs = { ["window.opened"] = "opened", ["window.closed"] = "closed", ["window.focused"] = "has the focus",
  ["window.title_changed"] = "has this title now" }

local function quoted(text)
  return '"' .. unicode.fit(unicode.line(text), kLongest) .. '"'
end

-- Returns the next event, or nil when none comes within `seconds`.
local function next_within(events, seconds)
  return (deadline.run(seconds, function() return nil end, function() return events() end))
end

local function states_of(element)
  local set = {}
  for _, name in ipairs(element.states) do set[name] = true end
  return set
end

-- States whose change is an effect. Others, such as "showing", follow from it.
local told = { "checked", "pressed", "selected", "expanded", "focused", "enabled", "indeterminate" }

-- Returns what is different of an element, as lines.
local function differences(before, now)
  local lines = {}
  if (now.value or "") ~= (before.value or "") then
    lines[1] = ("value %s, before %s"):format(quoted(now.value or ""), quoted(before.value or ""))
  end
  local was, is = states_of(before), states_of(now)
  for _, name in ipairs(told) do
    if was[name] ~= is[name] then lines[#lines + 1] = (is[name] and "" or "not ") .. name end
  end
  return lines
end

-- Returns what became of the element, as lines.
local function of_element(before)
  local now, err = try(ui.read, before)
  if now then return differences(before, now) end
  if err.code ~= "ELEMENT_STALE" then return {} end
  now = choices.now(before)
  if not now then return { "the element is gone" } end
  local lines = differences(before, now)
  table.insert(lines, 1, ("the element is called %s now"):format(quoted(now.name)))
  return lines
end

-- Returns whether an event can be an effect of an act on a process: titles of other programs change by themselves.
local function concerns(happened, pid)
  return happened.kind ~= "window.title_changed" or not pid or happened.window.pid == pid
end

-- Returns what the events tell, as lines, and whether anything was painted.
local function of_events(events, seconds, pid)
  local lines, known, painted, any = {}, {}, false, false
  local last = time.clock() + seconds
  while true do
    local left = math.min(last - time.clock(), any and kQuiet or seconds)
    local happened = left > 0 and next_within(events, left)
    if not happened then return lines, painted end
    if happened.kind == "screen.painted" then
      painted, any = true, true
    elseif happened.window and #lines < kMostSeen and concerns(happened, pid) then
      local line = ("window %d %s %s"):format(happened.window.id, quoted(happened.window.title or ""),
        verbs[happened.kind])
      if not known[line] then lines[#lines + 1], known[line] = line, true end
      any = true
    end
  end
end

-- Begins to watch, before an act: `region` (desktop pixels, nil: nothing is painted there) and the plan's `element` (as
-- it is now, or nil) and `window`. Returns a watch to be closed, with seen(seconds), which waits until something has
-- happened and nothing more does, and returns the effect ("seen", "not_seen", "unknown") and what was seen, as lines.
function M.begin(region, plan)
  local element, pid = plan.element, plan.window and plan.window.pid
  local wanted = { table.unpack(kinds, 1, region and #kinds or #kinds - 1) }
  local events, err = try(event.listen, { kinds = wanted, region = region, titles = true })
  local watch = {}
  function watch.seen(seconds)
    if not events then return "unknown", { "what happens cannot be watched: " .. tostring(err.message) } end
    local lines, painted = of_events(events, seconds, pid)
    if element then
      local more = of_element(element)
      table.move(more, 1, #more, #lines + 1, lines)
    end
    if painted then lines[#lines + 1] = "pixels" end
    return #lines > 0 and "seen" or "not_seen", lines
  end
  return setmetatable(watch, { __close = function()
    if events then events:close() end
  end })
end

return M
