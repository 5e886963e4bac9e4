local app_resolve = require "desktop.app_resolve"
local errors = require "errors"
local event = require "event"
local fs = require "fs"
local launching = require "launching"
local limit = require "lib.deadline"
local list_text = require "desktop.list_text"
local launchers = require "desktop.launchers"
local process = require "process"
local safeguards = require "safeguards"
local task = require "task"
local time = require "time"
local unicode = require "lib.unicode"
local window = require "window"

-- Launching and quitting applications by name: plans for acting/act.lua.
local M = {}

local kStart = 15 -- seconds for the first window of a program
local kEnding = 2 -- seconds for a program to end once its windows are closed
local kLook = 0.02 -- seconds between looks at a process

-- Waits for a window that opens or comes to the front, and returns it; nil when none does.
local function first_window(events)
  local happened = limit.run(kStart, function() return nil end, function() return events() end)
  return happened and happened.window
end

local launch = {}

function launch.run(plan)
  local launcher = plan.launcher
  local variables = launching.admit { name = launcher.name, executable = launcher.executable,
    bundle_id = launcher.bundle_id }
  local events <close> = event.listen { kinds = { "window.opened", "window.focused" } }
  safeguards.audit { operation = "launch", file = launcher.file }
  local pid = process.launch(launchers.command(launcher), { env = variables, cwd = launcher.folder })
  plan.opened = first_window(events)
  local facts = { { "pid", pid } }
  if plan.opened then
    facts[2] = { "window", plan.opened.id }
    safeguards.keep_window_for_keys(plan.opened.id)
  end
  return facts
end

function launch.seen(plan)
  local opened = plan.opened
  if not opened then return "not_seen", { ("no window came within %d s"):format(kStart) } end
  return "seen", { ('window %d "%s" came'):format(opened.id, unicode.line(opened.title or "")) }
end

function launch.undo(plan)
  return plan.opened and { tool = "window", arguments = { { "action", "close" }, { "windowId", plan.opened.id } } }
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

-- Returns whether a process runs. One that has ended and whose parent has not asked for its status does not.
local function is_running(pid)
  local status = try(fs.read, ("/proc/%d/stat"):format(pid))
  return status ~= nil and status:bytes():find "%) [ZX] " == nil
end

-- Waits a while for the ends of processes, and returns those that still run.
local function still_running(pids)
  local last = time.clock() + kEnding
  while true do
    local left = {}
    for _, pid in ipairs(pids) do
      if is_running(pid) then left[#left + 1] = pid end
    end
    if #left == 0 or time.clock() >= last then return left end
    task.sleep(kLook)
  end
end

-- Closes the windows, the front-most first. What a program asks instead ends it with EFFECT_NOT_SEEN.
function quit.run(plan)
  local closed = 0
  for _, each in ipairs(plan.windows) do
    local ok, err = pcall(window.close, each.id)
    if not ok and errors.normalise(err).code ~= "WINDOW_NOT_FOUND" then
      err = errors.normalise(err)
      err.message = list_text.with_title(err.message, each)
      error(err, 0)
    end
    closed = closed + 1
  end
  plan.pids = processes_of(plan.windows)
  plan.left = still_running(plan.pids)
  return { { "closed", closed }, { "ended", #plan.pids - #plan.left } }
end

-- Some programs stay without a window, such as those with an icon in the tray.
function quit.seen(plan)
  local seen = { ("the windows of %s are closed"):format(plan.name) }
  for _, pid in ipairs(plan.left) do seen[#seen + 1] = ("process %d still runs without them"):format(pid) end
  if #plan.left == 0 then
    seen[2] = #plan.pids == 1 and ("process %d has ended"):format(plan.pids[1]) or "its processes have ended"
  end
  return "seen", seen
end

-- Returns the plan to close all windows of the application that a name means.
function M.quit(name)
  local found = app_resolve.find(name)
  local label = unicode.line(found.name)
  return { what = ("quit %s (%s)"):format(label, list_text.plural(#found.windows, "window")), how = "window manager",
    windows = found.windows, name = label, action = quit, repeatable = true }
end

return M
