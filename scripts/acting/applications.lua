local app = require "app"
local app_resolve = require "desktop.app_resolve"
local deadline = require "lib.deadline"
local errors = require "errors"
local event = require "event"
local launching = require "launching"
local list_text = require "desktop.list_text"
local launchers = require "desktop.launchers"
local process = require "process"
local process_state = require "desktop.process_state"
local safeguards = require "safeguards"
local task = require "task"
local time = require "time"
local unicode = require "lib.unicode"
local window = require "window"
local window_acts = require "acting.windows"
local window_filter = require "desktop.window_filter"
local window_order = require "desktop.window_order"
local window_select = require "desktop.window_select"

-- Launching and quitting applications by name: plans for acting/act.lua.
local M = {}

local kStart = 10 -- seconds for the first window of a program
local kHandingOver = 2 -- seconds for a running instance, once the program that was started has ended
local kEnding = 5 -- seconds for a program to close its windows and end
local kClosing = 1 -- seconds of them for one window, after which the next one is asked, too
local kAsking = 0.4 -- seconds after which a window that came instead is a question, and not about to close
local kLeaving = 1.5 -- seconds for a program to end once it has no window
local kStarting = 5 -- seconds after its start in which a program may lose a request to close
local kLook = 0.05 -- seconds between looks at a process

local function next_within(events, seconds)
  return (deadline.run(seconds, function() return nil end, function() return events() end))
end

-- Returns whether a window can be that of a program that was started: its own, or of that name.
local function belongs_to(launcher, pid)
  local fits = window_filter.new { app = launcher.name }
  return function(each)
    if each.pid == pid then return true end
    local ok, named = pcall(fits, each)
    return ok and named
  end
end

local function is_called(name, launcher)
  name = name:lower()
  return name ~= "" and (name == launcher.bundle_id:lower() or name == launcher.executable:lower())
end

-- Returns whether a window is one of the program: by the desktop entry, the executable or its own class. A name as
-- "Calculator" would not do, because several programs have it.
local function is_of(launcher, each, owner)
  return is_called(each.app_class or "", launcher)
    or owner ~= nil and (is_called(owner.bundle_id or "", launcher) or is_called(owner.executable or "", launcher))
end

-- Returns the windows of the program, front to back. The desktop's background is none that a start brings forth.
local function windows_of(launcher)
  local applications, all = app.list { windows = true, names = true }
  local owners, found = {}, {}
  for _, each in ipairs(applications) do
    for _, id in ipairs(each.windows) do owners[id] = each end
  end
  for _, each in ipairs(all) do
    local counts = each.type ~= "desktop" and not each.excluded
    if counts and is_of(launcher, each, owners[each.id]) then found[#found + 1] = each end
  end
  return window_select.arrange(found)
end

-- Waits for a window that opens or comes to the front and belongs to the program. Returns it; nil when none does, or
-- when the program has ended and nothing came after it. The title of a window changes when a running instance opens a
-- tab.
local function first_window(events, belongs, pid)
  local last, ended, retitled = time.clock() + kStart, false, nil
  while time.clock() < last do
    local happened = next_within(events, math.min(kLook, math.max(0.001, last - time.clock())))
    if happened and belongs(happened.window) then
      if happened.kind ~= "window.title_changed" then return happened.window end
      retitled = happened.window
    end
    if not happened and not ended and not process_state.is_there(pid) then
      ended, last = true, math.min(last, time.clock() + kHandingOver)
    end
    if ended and retitled then return retitled end
  end
  return nil
end

-- Starts the program of a desktop entry by its own command, which gets the display that is acted on; the session bus,
-- which may have another, starts those without one. Returns its process.
local function start(launcher, variables)
  if not launcher.exec then return launching.activate(launcher.bundle_id) end
  local pid = process.launch(launchers.command(launcher), { env = variables, cwd = launcher.folder })
  try(launching.give_scope, launcher.bundle_id, pid)
  return pid
end

local launch = {}

function launch.run(plan)
  local launcher = plan.launcher
  local variables = launching.admit { name = launcher.name, executable = launcher.executable,
    bundle_id = launcher.bundle_id }
  local before = window.list()
  local events <close> = event.listen { kinds = { "window.opened", "window.focused", "window.title_changed" } }
  safeguards.audit { operation = "launch", file = launcher.file }
  local pid = start(launcher, variables)
  plan.opened = first_window(events, belongs_to(launcher, pid), pid)
  plan.runs = process_state.is_there(pid)
  if not plan.runs then plan.opened = plan.opened or windows_of(launcher)[1] end
  plan.is_new = plan.opened ~= nil and not window_order.find(before, plan.opened.id)
  if not plan.opened and not plan.runs then
    errors.raise("EFFECT_NOT_SEEN", ("%s ended without a window"):format(unicode.line(launcher.name)),
      { hint = "Start it in a terminal to see why.", details = { dispatched = true, pid = pid } })
  end
  local facts = { { "pid", plan.runs and pid or plan.opened.pid } }
  if plan.opened then
    facts[2] = { "window", plan.opened.id }
    safeguards.keep_window_for_keys(plan.opened.id)
  end
  return facts
end

function launch.seen(plan)
  local opened = plan.opened
  if not opened then return "not_seen", { ("running, no window after %d s"):format(kStart) } end
  local seen = { ('window %d "%s" %s'):format(opened.id, unicode.line(opened.title or ""),
    plan.is_new and "came" or "was there already") }
  if not plan.runs then table.insert(seen, 1, "a running instance took over") end
  return "seen", seen
end

-- A window that was there before is not closed: it holds other work.
function launch.undo(plan)
  return plan.is_new and { tool = "window", arguments = { { "action", "close" }, { "windowId", plan.opened.id } } }
    or nil
end

-- Returns the plan to start the application that a name means.
function M.launch(name)
  local launcher = launchers.find(name)
  return { what = ("launch %s (%s)"):format(unicode.line(launcher.name), launcher.bundle_id), how = "program",
    launcher = launcher, action = launch }
end

local quit = {}

-- Returns the processes of windows, each once.
local function processes_of(windows)
  local pids, known = {}, {}
  for _, each in ipairs(windows) do
    if each.pid and each.pid > 0 and not known[each.pid] then
      pids[#pids + 1], known[each.pid] = each.pid, true
    end
  end
  return pids
end

-- Asks every window to close, the front-most first. Returns how many did.
local function close_all(windows, last)
  local closed = 0
  for _, each in ipairs(windows) do
    local seconds = math.max(0.2, math.min(kClosing, last - time.clock()))
    local ok, err = pcall(window.close, each.id, { timeout = seconds })
    err = not ok and errors.normalise(err) or nil
    if err and err.code ~= "WINDOW_NOT_FOUND" and err.code ~= "EFFECT_NOT_SEEN" and err.code ~= "TIMEOUT" then
      err.message = list_text.with_title(err.message, each)
      error(err, 0)
    end
    if not err or err.code == "WINDOW_NOT_FOUND" then closed = closed + 1 end
  end
  return closed
end

-- Returns what is left of processes: {pids (those that are there), asks (their front-most window that is new), stays
-- (the one that was there before)}. The desktop's background was not asked to close, and is no question. Without
-- processes, which some compositors do not tell, only the windows of before are known to be the program's.
local function left_of(pids, before)
  local unknown = #pids == 0
  local left, running = { pids = {} }, {}
  for _, pid in ipairs(pids) do
    if process_state.is_there(pid) then left.pids[#left.pids + 1], running[pid] = pid, true end
  end
  for _, each in ipairs((unknown or left.pids[1]) and window.list() or {}) do
    local was = window_order.find(before, each.id)
    local field = was and "stays" or each.type ~= "desktop" and "asks"
    if field and (running[each.pid] or unknown and was) then left[field] = left[field] or each end
  end
  return left
end

-- Returns how long what is left must stay the same to be told. Windows that were there may still close.
local function patience(left)
  if left.asks then return kAsking end
  return left.stays and math.huge or kLeaving
end

-- Waits until the processes have ended, ask something, or have no window any more. Returns what is left of them.
local function wait_for_end(pids, before, last)
  local left, since = left_of(pids, before), time.clock()
  while (#left.pids > 0 or left.stays) and time.clock() < last and time.clock() - since < patience(left) do
    task.sleep(kLook)
    local now = left_of(pids, before)
    local same = (now.asks or {}).id == (left.asks or {}).id and (now.stays == nil) == (left.stays == nil)
    left, since = now, same and since or time.clock()
  end
  return left
end

local function refuse(plan, left)
  local held = left.asks or left.stays
  errors.raise("EFFECT_NOT_SEEN", ('%s still runs%s window %d "%s"'):format(plan.name,
    left.asks and ", and asks in" or " with", held.id, unicode.line(held.title or "")),
    { hint = "Answer there, then try again.", details = { dispatched = true, pid = left.pids[1], dialog = held.id } })
end

-- Returns whether one of the processes may not have been ready for a request to close: xterm loses it until its shell
-- runs.
local function is_starting(pids)
  for _, pid in ipairs(pids) do
    if (process_state.age(pid) or kStarting) < kStarting then return true end
  end
  return false
end

-- What a program asks instead of ending stays open: nothing is killed.
function quit.run(plan)
  local last = time.clock() + kEnding
  plan.pids = processes_of(plan.windows)
  local starting = is_starting(plan.pids)
  local closed = close_all(plan.windows, last)
  local left = starting and left_of(plan.pids, plan.windows) or {}
  if left.stays and not left.asks then closed = closed + close_all({ left.stays }, last) end
  plan.left = wait_for_end(plan.pids, plan.windows, last)
  if plan.left.asks or plan.left.stays then refuse(plan, plan.left) end
  window_acts.forget_closed()
  return { { "closed", closed }, { "ended", #plan.pids - #plan.left.pids } }
end

function quit.seen(plan)
  local closed = ("the windows of %s are closed"):format(plan.name)
  if #plan.pids == 0 then return "seen", { closed } end
  local ended, stay = #plan.pids == 1 and ("process %d has ended"):format(plan.pids[1]) or "its processes have ended",
    plan.left.pids[1]
  return "seen", { closed,
    stay and ("process %d stays without a window, as a service or in the panel"):format(stay) or ended }
end

-- Returns the plan to close all windows of the application that a name means.
function M.quit(name)
  local found = app_resolve.find(name)
  local label = unicode.line(found.name)
  return { what = ("quit %s (%s)"):format(label, list_text.plural(#found.windows, "window")), how = "window manager",
    windows = found.windows, name = label, action = quit, repeatable = true }
end

return M
