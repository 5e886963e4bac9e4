local app_resolve = require "desktop.app_resolve"
local element_id = require "check.element_id"
local elements = require "elements"
local errors = require "errors"
local options = require "check.options"
local target = require "desktop.target"
local window = require "window"

-- ui.tree, ui.find and ui.read: from a name to windows, and from several elements to the one that is meant.
local M = {}

local kMostShown = 5 -- candidates in a message

-- Returns the process and the windows that `given` means.
function M.subject_of(what, given)
  if given.app and given.window then
    errors.raise("INVALID_ARGUMENT", what .. ": app and window were both given", { hint = "Give one of them." })
  end
  if given.window then return 0, { given.window } end
  if given.app then
    local pid = target.process_id(given.app)
    if pid == false then
      errors.raise("INVALID_ARGUMENT", ("%s: '%s' names no process"):format(what, given.app),
        { hint = "Write PID: and a process number, for example PID:663." })
    end
    if pid then return pid, {} end
    local application = app_resolve.find(given.app).applications[1]
    return application.pid, application.windows
  end
  local front = window.frontmost()
  if front then return 0, { front.id } end
  errors.raise("WINDOW_NOT_FOUND", what .. ": no window has the focus", { hint = "Give app or window." })
end

function M.tree(given)
  given = options.check("ui.tree", given,
    { app = "text", window = "id", depth = "number", max_elements = "number", timeout = "seconds" })
  local pid, windows = M.subject_of("ui.tree", given)
  return elements.tree(pid, { windows = windows, depth = given.depth, max_elements = given.max_elements,
    timeout = given.timeout })
end

-- Raises for several elements, of which `count` fit.
function M.refuse_several(found, count)
  local paths, shown = {}, {}
  for i, each in ipairs(found) do
    paths[i] = each.path
    if i <= kMostShown then shown[i] = each.path end
  end
  if count > #shown then shown[#shown + 1] = "…" end
  errors.raise("AMBIGUOUS_ELEMENT", ("%d elements fit: %s"):format(count, table.concat(shown, "; ")),
    { hint = "Give the path of one of them.", details = { candidates = paths, count = count } })
end

function M.find(given)
  given = options.check("ui.find", given,
    { path = "text", role = "text", name = "text", app = "text", window = "id", timeout = "seconds" })
  if not (given.path or given.role or given.name) then
    errors.raise("INVALID_ARGUMENT", "ui.find: neither path nor role nor name given",
      { hint = "ui.tree gives all elements." })
  end
  local pid, windows = M.subject_of("ui.find", given)
  local found, count = elements.find(pid, { windows = windows, path = given.path, role = given.role,
    name = given.name, timeout = given.timeout })
  if count > 1 then M.refuse_several(found, count) end
  return found[1]
end

-- Returns the element again with the path that it had.
function M.read(element, given)
  given = options.check("ui.read", given, { timeout = "seconds" })
  local id = element_id.of("ui.read", element)
  local now = elements.again(id, { timeout = given.timeout })
  now.path = rawget(element, "path")
  return now
end

return M
