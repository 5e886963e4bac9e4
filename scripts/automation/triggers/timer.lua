local errors = require "errors"
local time = require "time"

local M = {}

local kMin = 0.001 -- seconds

M.timer = {
  options = { every = { "seconds", "Of \"timer\": seconds." } },
  required = "every", subject = "how often it has fired",
  told = "So many seconds have passed; never twice at once.",
  policy = "skip",
  due = function(options, last) return last + options.every end,
  open = function(options)
    if options.every < kMin then
      errors.raise("INVALID_ARGUMENT", ("event.on: option 'every': expected %g seconds or more"):format(kMin))
    end
    local ticks = time.every(options.every)
    return function()
      local count = ticks()
      return count, { count = count }
    end
  end,
}

return M
