local event = require "event"

-- What happens on the desktop, for acts and waits.
local M = {}

local kWindows = { "window.opened", "window.closed", "window.focused", "window.title_changed" }

local function listen(kinds, region)
  return event.listen { kinds = kinds, region = region, titles = true }
end

-- Listens to windows and to what is painted `where`: in a region (desktop pixels), "everywhere", or nil (nowhere).
-- Returns the events, and why pixels are not among them where the compositor does not tell of those. Raises what
-- event.listen raises.
function M.listen(where)
  if not where then return listen(kWindows) end
  local kinds = { "screen.painted", table.unpack(kWindows) }
  local events, err = try(listen, kinds, where ~= "everywhere" and where or nil)
  if events then return events end
  if err.code ~= "UNSUPPORTED" then error(err, 0) end
  return listen(kWindows), err
end

return M
