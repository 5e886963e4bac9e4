local choices = require "acting.choosing.choices"
local deadline = require "lib.deadline"
local desktop_events = require "acting.desktop_events"
local process_state = require "desktop.process_state"
local time = require "time"
local ui = require "ui"
local unicode = require "lib.unicode"

-- What was seen to happen after an act: of windows, the focus, an element and pixels.
local M = {}

local kQuiet = 0.12 -- seconds without an event after which what was seen is told
local kLinger = 0.14 -- seconds more, while only pixels were seen of an act that may open or close a window
local kLook = 0.02 -- seconds between looks at a program that may work at something
local kIdleLooks = 2 -- looks in a row at which it did not
local kLongest = 60 -- characters of a value
local kMostSeen = 8
local kMostAreas = 64

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

-- Returns whether an event tells that the act has come to something with windows. Its own window may have been brought
-- to the front for it.
local function is_final(happened, plan)
  return happened.kind ~= "window.focused" or not plan.window or happened.window.id ~= plan.window.id
end

-- Adds an event to what was seen: {lines, known, painted, areas, any, final}.
local function add(seen, happened, plan)
  if happened.kind == "screen.painted" then
    seen.painted, seen.any = true, true
    for _, each in ipairs(happened.areas or {}) do
      if #seen.areas < kMostAreas then seen.areas[#seen.areas + 1] = each end
    end
  elseif happened.window and #seen.lines < kMostSeen and concerns(happened, plan.window and plan.window.pid) then
    local line = ("window %d %s %s"):format(happened.window.id, quoted(happened.window.title or ""),
      verbs[happened.kind])
    if not seen.known[line] then seen.lines[#seen.lines + 1], seen.known[line] = line, true end
    seen.any, seen.final = true, seen.final or is_final(happened, plan)
  end
end

-- Goes on for a little after mere pixels, and as long as the program works: it paints the key or the button that was
-- pressed first, and makes a window then. More pixels do not prolong that, because what blinks never ends. Returns
-- whether something with windows has followed.
local function linger(events, last, seen, plan, pid)
  local least, idle = time.clock() + kLinger, 0
  while not seen.final and time.clock() < last and (time.clock() < least or idle < kIdleLooks) do
    local happened = next_within(events, math.max(0.001, math.min(kLook, last - time.clock())))
    if happened then add(seen, happened, plan) end
    idle = process_state.is_busy(pid) and 0 or idle + 1
  end
  return seen.final
end

-- Returns the next event within `seconds`, or true when look() finds a change before; nil when nothing happens.
local function next_change(events, seconds, look)
  if not look then return next_within(events, seconds) end
  local last = time.clock() + seconds
  while time.clock() < last do
    local happened = next_within(events, math.max(0.001, math.min(kLook, last - time.clock()))) or look()
    if happened then return happened end
  end
  return nil
end

-- Returns a function that tells whether an element is another than at its last call.
local function change_of(element)
  local before = ""
  return function()
    local now = table.concat(of_element(element), "\n")
    local changed = now ~= before
    before = now
    return changed
  end
end

-- Returns what the events tell, as lines, the places that were painted, nil when nothing was, and whether something
-- with windows was seen that is an effect. look(), if any, tells whether something else has changed.
local function of_events(events, seconds, plan, pid, look)
  local seen = { lines = {}, known = {}, areas = {}, painted = false, any = false, final = false }
  local last = time.clock() + seconds
  while true do
    local left = math.min(last - time.clock(), seen.any and kQuiet or seconds)
    local happened = left > 0 and next_change(events, left, look)
    if happened == true then
      seen.any = true
    elseif happened then
      add(seen, happened, plan)
    elseif not (plan.opens and seen.any and not seen.final and linger(events, last, seen, plan, pid)) then
      return seen.lines, seen.painted and seen.areas or nil, seen.final
    end
  end
end

-- Begins to watch, before an act: `region` (desktop pixels, nil: nothing is painted there) and the plan's `element` (as
-- it is now, or nil), `window` and `opens` (a window may open or close by it). Returns a watch to be closed, with
-- seen(seconds), which waits until something has happened and nothing more does, and returns the effect ("seen",
-- "not_seen", "unknown"), what was seen, as lines, and the places that were painted, if any were told.
function M.begin(region, plan)
  local element, pid = plan.element, plan.window and plan.window.pid
  local events, err = try(desktop_events.listen, region)
  local unpainted = events and err -- why pixels are not watched
  local watch = {}
  function watch.seen(seconds)
    if not events then return "unknown", { "what happens cannot be watched: " .. tostring(err.message) } end
    local look = unpainted and element and change_of(element) or nil
    local lines, areas, final = of_events(events, seconds, plan, pid, look)
    if element then
      local more = of_element(element)
      table.move(more, 1, #more, #lines + 1, lines)
      final = final or #more > 0
    end
    if areas then lines[#lines + 1] = "pixels" end
    if unpainted and not final then
      lines[#lines + 1] = "pixels cannot be watched: " .. unpainted.message
      return "unknown", lines
    end
    if #lines == 0 and plan.window and not plan.window.bounds then
      return "unknown", { "the compositor does not tell where the window is, so its pixels were not watched" }
    end
    return #lines > 0 and "seen" or "not_seen", lines, areas
  end
  return setmetatable(watch, { __close = function()
    if events then events:close() end
  end })
end

return M
