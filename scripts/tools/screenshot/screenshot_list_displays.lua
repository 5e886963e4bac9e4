local answer = require "tools.screenshot.common.answer"
local deadline = require "lib.deadline"
local displays = require "tools.screenshot.common.displays"
local json = require "json"
local parameters = require "tools.screenshot.common.parameters"

local M = { normalise = parameters.normalise, failure = answer.failure }

function M.run()
  local rows = {}
  for i, display in ipairs(deadline.desktop("listing displays", displays.all)) do rows[i] = displays.told(display) end
  return answer.success ({ { "displays", json.array(rows) } }, {})
end

return M
