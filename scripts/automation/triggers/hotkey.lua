local errors = require "errors"
local event = require "event"
local hotkeys = require "desktop.hotkeys"

local M = {}

M.hotkey = {
  options = { keys = { "text", "Of \"hotkey\": such as \"Ctrl+Alt+P\"." } },
  required = "keys", subject = "the keys, as written", told = "They are pressed, whatever window has the focus.",
  open = function(options)
    local hotkey = hotkeys.parse(options.keys)
    local events, err = try(event.listen, { kinds = { "hotkey" }, hotkey = hotkey })
    if not events then
      err = errors.normalise(err)
      errors.raise(err.code, ("%s: %s"):format(options.keys, err.message), { hint = err.hint, details = err.details })
    end
    return function()
      local happened = events()
      if not happened then return nil end
      happened.keys = options.keys
      return options.keys, happened
    end, events
  end,
}

return M
