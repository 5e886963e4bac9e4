local errors = require "errors"
local time = require "time"
local time_of_day = require "lib.time_of_day"

local M = {}

M.time = {
  options = { at = { "text", "Of \"time\": \"07:30\" or \"07:30:15\", every day." } },
  required = "at", subject = "the time of day, as written", told = "The clock shows it; every day.",
  due = function(options) return time_of_day.following(options.at, time.now(), time.format) end,
  open = function(options)
    if not time_of_day.is(options.at) then
      errors.raise("INVALID_ARGUMENT", ("event.on: option 'at': '%s' is not a time of day"):format(options.at),
        { hint = "Write \"07:30\" or \"07:30:15\"." })
    end
    return function()
      time.reach(options.at)
      return options.at, { at = options.at }
    end
  end,
}

return M
