local event = require "event"

local M = {}

M["clipboard.changed"] = {
  options = { selection = { "text", "Of \"clipboard.changed\": \"clipboard\" (default) or \"primary\"." } },
  subject = "which clipboard",
  told = "Something was copied, or the clipboard was emptied; `clipboard.read` tells what.",
  most = 1, newest = true,
  open = function(options)
    local events = event.listen { kinds = { "clipboard.changed" }, selection = options.selection }
    return function()
      local happened = events()
      if not happened then return nil end
      return happened.selection, happened
    end, events
  end,
}

return M
