local app = require "app"
local errors = require "errors"
local unicode = require "unicode"

local M = {}

local kMostKnown = 500

local known, count = {}, 0 -- by process: what its application is called, in lower case

local function learn(window)
  if known[window.pid] then return end
  if count >= kMostKnown then known, count = {}, 0 end
  for _, each in ipairs(try(app.list) or {}) do
    if not known[each.pid] then
      known[each.pid] = unicode.lower(table.concat({ each.name, each.bundle_id, each.executable }, "\n"))
      count = count + 1
    end
  end
  if not known[window.pid] then
    known[window.pid] = ""
    count = count + 1
  end
end

local function contains(text, part)
  return unicode.lower(text or ""):find(part, 1, true) ~= nil
end

-- Whether a window belongs to an application as people name it; may ask the desktop.
local function is_of(window, name)
  if contains(window.app_class, name) or contains(window.app_instance, name) then return true end
  learn(window)
  return known[window.pid]:find(name, 1, true) ~= nil
end

-- Remembers the application of a window while it runs.
function M.learn(window)
  learn(window)
end

-- What `app` and `title` (and `id`) of an option table ask for, as a function that tells whether a window fits.
function M.new(options)
  local pid = options.app and options.app:match "^[pP][iI][dD]:%s*(%d+)$"
  if options.app and options.app:match "^[pP][iI][dD]:" and not pid then
    errors.raise("INVALID_ARGUMENT", ("'%s' names no process."):format(options.app),
      { hint = "Write PID: and a process number, for example PID:663." })
  end
  local name = options.app and not pid and unicode.lower(options.app)
  local title = options.title and unicode.lower(options.title)
  return function(window)
    if options.id and window.id ~= options.id then return false end
    if pid and window.pid ~= tonumber(pid) then return false end
    if title and not contains(window.title, title) then return false end
    return not name or is_of(window, name)
  end
end

-- The same in words: "a window of 'Zoom' with 'Meeting' in its title".
function M.text(options)
  local text = options.id and "window " .. options.id or "a window"
  if options.app then text = ("%s of '%s'"):format(text, options.app) end
  if options.title then text = ("%s with '%s' in its title"):format(text, options.title) end
  return text
end

return M
