local app = require "app"
local deadline = require "lib.deadline"
local screen = require "screen"
local time = require "time"
local unicode = require "lib.unicode"
local window = require "window"

local M = {}

local kFresh = 0.5 -- seconds; a person types faster than a desktop changes
local known = {}

-- Returns the values that find() gave at most kFresh seconds ago, else finds them anew. Returns no values if the
-- desktop does not answer, because a user who is typing must not wait.
local function recent(name, find)
  local now = time.clock()
  local memory = known[name]
  if not memory or now - memory.at > kFresh then
    memory = { at = now, values = try(deadline.desktop, "The completion", find) or {} }
    known[name] = memory
  end
  return memory.values
end

local function names()
  local values, seen = {}, {}
  for _, application in ipairs(app.list()) do
    local name = unicode.line(application.name)
    if application.window_count > 0 and not seen[name] then
      seen[name], values[#values + 1] = true, name
    end
  end
  table.sort(values)
  return values
end

local function targets()
  local values = { "frontmost" }
  for _, display in ipairs(screen.displays()) do values[#values + 1] = "screen:" .. display.id end
  for _, name in ipairs(names()) do values[#values + 1] = name end
  local owners = {}
  for _, application in ipairs(app.list()) do
    for _, id in ipairs(application.windows) do owners[id] = application.name end
  end
  for _, found in ipairs(window.list()) do
    local owner, title = owners[found.id], found.title
    if owner and title and title ~= "" then
      values[#values + 1] = ("%s:WINDOW_TITLE:%s"):format(unicode.line(owner), unicode.line(title))
    end
  end
  return values
end

-- Returns the values that contain the typed text: first the values that begin with it, otherwise in their order.
function M.pick(values, typed)
  typed = unicode.lower(typed)
  local first, second = {}, {}
  for _, value in ipairs(values) do
    local at = unicode.lower(value):find(typed, 1, true)
    if at == 1 then first[#first + 1] = value elseif at then second[#second + 1] = value end
  end
  table.move(second, 1, #second, #first + 1, first)
  return first
end

-- Completers for `complete` of a prompt's argument or of a resource template: function(typed, arguments) -> values.

-- Completes the names of running applications that have windows.
function M.app(typed)
  return M.pick(recent("apps", names), typed)
end

-- Completes the argument `app_target` of the image tool.
function M.app_target(typed)
  return M.pick(recent("targets", targets), typed)
end

-- Returns a completer for a fixed list of words.
function M.words(words)
  return function(typed) return M.pick(words, typed) end
end

return M
