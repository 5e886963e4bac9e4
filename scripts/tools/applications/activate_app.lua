local act = require "acting.act"
local app_resolve = require "desktop.app_resolve"
local errors = require "errors"
local unicode = require "lib.unicode"
local windows = require "acting.windows"

-- `activate_app`: brings the front window of an application to the front.
local M = { seen_only = true }

function M.plan(args)
  local found = app_resolve.find(args.name)
  local front = found.windows[1]
  if not front then
    errors.raise("WINDOW_NOT_FOUND", ("%s has no window"):format(unicode.line(found.name)),
      { hint = "Start it again: many programs show one then.", details = { field = "name" } })
  end
  return { what = "activate " .. unicode.line(found.name), window = front, how = "window manager", repeatable = true }
end

M.perform, M.undo = windows.focus, windows.focus_undo

-- The window manager has confirmed it, or performing has failed.
function M.seen() return "seen", { "it has the focus" } end

act.tool(M)

return M
