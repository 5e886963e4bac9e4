
local M = {}

M["screen.changed"] = {
  options = { region = { "rectangle", "Of \"screen.changed\", in desktop pixels. Default: everything." } },
  subject = "the new picture", subject_type = "image",
  told = "Pixels have other colours than before; not when the same are painted again.",
  most = 1, newest = true,
  open = function(options)
    local events = require("screen_wait").listen(options.region)
    local changes = require("screen_wait").changes(events, options.region)
    return function()
      local now = changes()
      if not now then return nil end
      return now, { image = now, region = options.region }
    end, events
  end,
}

return M
