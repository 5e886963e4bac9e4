local answer = require "tools.screenshot.common.answer"
local displays = require "tools.screenshot.common.displays"
local parameters = require "tools.screenshot.common.parameters"
local picture = require "tools.screenshot.common.picture"

local M = { normalise = parameters.normalise, failure = answer.failure }

function M.run(args, call)
  local display = displays.find(args.display)
  return picture.take({ kind = "display", id = display.id }, args, call, {
    shown = function() return { "display", displays.told(display) } end,
  })
end

return M
