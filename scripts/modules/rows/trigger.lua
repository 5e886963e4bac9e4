-- The methods of what scripts/modules/event_on.lua makes, for the reference.
local M = {}

M.rows = {
  {
    call = "trigger:stop",
    text = "Runs nothing new from now on; a run that is under way comes to its end.",
  },
}

return M
