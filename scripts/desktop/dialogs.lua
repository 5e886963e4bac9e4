local element_states = require "desktop.element_states"
local ui = require "ui"
local window = require "window"

-- Dialogs that keep the windows of their program from being used.
local M = {}

-- Returns the windows of a process that are modal, as a set of ids.
local function modal_windows(pid)
  local tree, found = try(ui.tree, { app = ("PID:%d"):format(pid), depth = 1 }), {}
  for _, frame in ipairs(tree and tree.elements or {}) do
    if frame.window and element_states.has(frame, "modal") then found[frame.window] = true end
  end
  return found
end

-- Returns the modal dialog that keeps a window from being used, which may be the window itself, and the window that it
-- stands before, if any; nil when there is no such dialog.
function M.before(shown)
  if (shown.pid or 0) == 0 then return nil end
  local modal, dialog, other = modal_windows(shown.pid), nil, nil
  for _, each in ipairs(window.list { pid = shown.pid, on_screen = true }) do
    if modal[each.id] then dialog = dialog or each else other = other or each end
  end
  if not dialog then return nil end
  return dialog, dialog.id ~= shown.id and shown or other
end

return M
