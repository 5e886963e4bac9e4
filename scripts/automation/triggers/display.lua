local event = require "event"

local M = {}

M["display.changed"] = {
  options = {}, subject = "the displays", subject_type = "display[]",
  told = "A monitor has come, gone, or has another size or place.",
  most = 1, newest = true,
  open = function()
    local events = event.listen { kinds = { "display.changed" } }
    return function()
      local happened = events()
      if not happened then return nil end
      return happened.displays, happened
    end, events
  end,
}

return M
