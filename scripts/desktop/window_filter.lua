local app = require "app"
local errors = require "errors"
local app_match = require "desktop.app_match"
local app_resolve = require "desktop.app_resolve"
local time = require "time"
local target = require "desktop.target"
local unicode = require "lib.unicode"

local M = {}

local kMaxKnown = 500 -- windows
local kFresh = 1 -- seconds for which a list of applications is valid

local apps, listed_at = {}, -math.huge
local known, count = {}, 0 -- the application of each window, by window id; also of closed windows

local function know(id, application)
  if not known[id] then count = count + 1 end
  known[id] = application
end

local function look()
  local list = try(app.list, { names = true })
  listed_at = time.clock()
  if not list then return end
  if count > kMaxKnown then known, count = {}, 0 end
  apps = list
  for _, each in ipairs(apps) do
    for _, id in ipairs(each.windows) do know(id, each) end
  end
end

-- Remembers the application of a window while the window is open.
function M.learn(window)
  if not known[window.id] or time.clock() - listed_at > kFresh then look() end
  if not known[window.id] then know(window.id, app_resolve.made_of(window)) end
end

local function with(list, application)
  for _, each in ipairs(list) do
    if each == application then return list end
  end
  local longer = { table.unpack(list) }
  longer[#longer + 1] = application
  return longer
end

-- Returns whether a window belongs to the running application that a name means; may ask the desktop. When several
-- match equally well, all of them count, or that is an error if it `must_be_one`.
local function is_of(window, name, must_be_one)
  M.learn(window)
  local application = known[window.id]
  local found, instead = app_match.fitting(name, with(apps, application))
  if instead then return false end
  for _, each in ipairs(found) do
    if each == application then
      if must_be_one then app_match.check_one(name, found) end
      return true
    end
  end
  return false
end

local function contains(text, part)
  return unicode.lower(text or ""):find(part, 1, true) ~= nil
end

-- Returns a function that checks a window against `app` and `title` (and `id`) of an option table. With `must_be_one`
-- it raises "AMBIGUOUS_APP_IDENTIFIER" for a window that matches no better than one of another application.
function M.new(options, must_be_one)
  local pid = options.app and target.process_id(options.app)
  if pid == false then
    errors.raise("INVALID_ARGUMENT", ("'%s' names no process"):format(options.app),
      { hint = "Write PID: and a process number, for example PID:663." })
  end
  local name = options.app and not pid and options.app
  if name then app_match.check(name) end
  local title = options.title and unicode.lower(options.title)
  return function(window)
    if options.id and window.id ~= options.id then return false end
    if pid and window.pid ~= pid then return false end
    if title and not contains(window.title, title) then return false end
    return not name or is_of(window, name, must_be_one)
  end
end

-- Describes the options in words: "a window of 'Zoom' with 'Meeting' in its title".
function M.text(options)
  local text = options.id and "window " .. options.id or "a window"
  if options.app then text = ("%s of '%s'"):format(text, options.app) end
  if options.title then text = ("%s with '%s' in its title"):format(text, options.title) end
  return text
end

return M
