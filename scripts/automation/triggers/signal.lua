local errors = require "errors"
local event = require "event"

local M = {}

local signals = { SIGHUP = true, SIGUSR1 = true, SIGUSR2 = true }

M.signal = {
  options = { name = { "text", "Of \"signal\": SIGUSR1, SIGUSR2 or SIGHUP." } },
  required = "name", subject = "the signal's name", told = "The program receives it.",
  open = function(options)
    if not signals[options.name] then
      errors.raise("INVALID_ARGUMENT",
        ("event.on: option 'name': '%s' is not a signal to wait for"):format(options.name),
        { hint = "Use \"SIGUSR1\", \"SIGUSR2\" or \"SIGHUP\"." })
    end
    local arrivals = event.signals(options.name)
    return function()
      local name = arrivals()
      return name, { name = name }
    end, arrivals
  end,
}

return M
