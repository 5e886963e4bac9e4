local errors = require "errors"
local event = require "event"
local filter = require "desktop.window_filter"
local fs = require "fs"
local hotkeys = require "desktop.hotkeys"
local paths = require "lib.paths"
local screen_wait = later "screen_wait"
local time = require "time"
local time_of_day = require "lib.time_of_day"

local M = {}

-- Each row: options (see options.check), required (the name of one that must be there), open(options), which begins to
-- listen and gives a function that waits for the next (subject, event) and what is to be closed in the end. policy is
-- the default of when_running, most how many events may wait; newest: where no more may wait, the newest counts.
-- due(options, last): when it fires next; last: when it did so last, or began.
M.rows = {}

-- Of a window that is closed, or that is told of for another reason than its title, the title must be kept up to date.
local function window_kind(kind, keeps_titles)
  return { options = { app = "text", title = "text" }, open = function(options)
    local fits = filter.new(options)
    local kinds = { kind }
    -- The application of a window that is gone cannot be asked for any more.
    local learns = kind == "window.closed" and options.app ~= nil
    if learns then kinds[2] = "window.opened" end
    local events = event.listen { kinds = kinds, titles = keeps_titles and options.title ~= nil }
    if learns then
      for _, window in ipairs(try(require("window").list) or {}) do filter.learn(window) end
    end
    return function()
      for happened in events do
        if happened.kind ~= kind then
          filter.learn(happened.window)
        elseif fits(happened.window) then
          return happened.window, happened
        end
      end
      return nil
    end, events
  end }
end

M.rows["window.opened"] = window_kind("window.opened", false)
M.rows["window.closed"] = window_kind("window.closed", true)
M.rows["window.focused"] = window_kind("window.focused", true)
M.rows["window.title_changed"] = window_kind("window.title_changed", false)
M.rows["window.moved"] = window_kind("window.moved", true)

M.rows["display.changed"] = { options = {}, most = 1, newest = true, open = function()
  local events = event.listen { kinds = { "display.changed" } }
  return function()
    local happened = events()
    if not happened then return nil end
    return happened.displays, happened
  end, events
end }

M.rows["screen.changed"] = { options = { region = "rectangle" }, most = 1, newest = true, open = function(options)
  local events = screen_wait.listen(options.region)
  local changes = screen_wait.changes(events, options.region)
  return function()
    local now = changes()
    if not now then return nil end
    return now, { image = now, region = options.region }
  end, events
end }

local function is_folder(path)
  local status = try(fs.stat, path)
  return status ~= nil and status.type == "directory"
end

-- The folder to watch for a path, and the name in it that counts (nil: all).
local function watched(path)
  if is_folder(path) then return path end
  local folder, name = path:match "^(.*)/([^/]+)$"
  if not folder then return ".", path end
  return folder == "" and "/" or folder, name
end

M.rows["file.changed"] = { options = { path = "text" }, required = "path", open = function(options)
  local written = paths.expand(options.path, fs.home())
  local path = #written > 1 and written:gsub("/+$", "") or written
  local folder, name = watched(path)
  local changes = fs.watch(folder)
  local waiting = {}
  -- What was to come is a folder: from now on, what is in it counts.
  local function enter()
    folder, name, changes = path, nil, fs.watch(path)
    for _, each in ipairs(try(fs.list, path) or {}) do waiting[#waiting + 1] = path .. "/" .. each end
  end
  local function take(each)
    if each == "" then
      waiting[#waiting + 1] = path
    elseif not name then
      waiting[#waiting + 1] = (folder == "/" and "" or folder) .. "/" .. each
    elseif each == name then
      waiting[#waiting + 1] = path
      if is_folder(path) then enter() end
    end
  end
  return function()
    while #waiting == 0 do
      for _, each in ipairs(changes() or {}) do take(each) end
    end
    local changed = table.remove(waiting, 1)
    return changed, { path = changed }
  end
end }

local function due_after(options, last)
  return last + options.every
end

M.rows.timer = { options = { every = "seconds" }, required = "every", policy = "skip", due = due_after }

function M.rows.timer.open(options)
  if options.every < 0.001 then
    errors.raise("INVALID_ARGUMENT", "event.on: option 'every': expected 0.001 seconds or more")
  end
  local ticks = time.every(options.every)
  return function()
    local count = ticks()
    return count, { count = count }
  end
end

local function due_at(options)
  return time_of_day.following(options.at, time.now(), time.format)
end

M.rows.time = { options = { at = "text" }, required = "at", due = due_at, open = function(options)
  if not time_of_day.is(options.at) then
    errors.raise("INVALID_ARGUMENT", ("event.on: option 'at': '%s' is no time of day"):format(options.at),
      { hint = "For example \"07:30\" or \"07:30:15\"." })
  end
  return function()
    time.reach(options.at)
    return options.at, { at = options.at }
  end
end }

M.rows.hotkey = { options = { keys = "text" }, required = "keys", open = function(options)
  local hotkey = hotkeys.parse(options.keys)
  local events, err = try(event.listen, { kinds = { "hotkey" }, hotkey = hotkey })
  if not events then
    err = errors.normalise(err)
    errors.raise(err.code, ("%s: %s"):format(options.keys, err.message), { hint = err.hint, details = err.details })
  end
  return function()
    local happened = events()
    if not happened then return nil end
    happened.keys = options.keys
    return options.keys, happened
  end, events
end }

local signals = { SIGHUP = true, SIGUSR1 = true, SIGUSR2 = true }

M.rows.signal = { options = { name = "text" }, required = "name", open = function(options)
  if not signals[options.name] then
    errors.raise("INVALID_ARGUMENT", ("event.on: option 'name': '%s' is no signal to wait for"):format(options.name),
      { hint = "It is \"SIGUSR1\", \"SIGUSR2\" or \"SIGHUP\"." })
  end
  local arrivals = event.signals(options.name)
  return function()
    local name = arrivals()
    return name, { name = name }
  end, arrivals
end }

M.names = {}
for name in pairs(M.rows) do M.names[#M.names + 1] = name end
table.sort(M.names)

-- Whether any of the kinds has an option of this name.
function M.is_option(name)
  for _, row in pairs(M.rows) do
    if row.options[name] then return true end
  end
  return false
end

return M
