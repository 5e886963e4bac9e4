local answer = require "tools.screenshot.common.answer"
local deadline = require "lib.deadline"
local json = require "json"
local list_text = require "desktop.list_text"
local parameters = require "tools.screenshot.common.parameters"
local windows = require "tools.screenshot.common.windows"

local M = { normalise = parameters.normalise, failure = answer.failure }

function M.run()
  local processes, all = deadline.desktop("listing windows", windows.with_processes)
  local rows = {}
  for i, found in ipairs(all) do
    local row = windows.told(found, processes)
    row[#row + 1] = { "isMinimized", found.minimised }
    row[#row + 1] = { "zOrder", i - 1 }
    row[#row + 1] = { "isExcluded", found.excluded or false }
    rows[i] = json.object(row)
  end
  return answer.success({ { "windows", json.array(rows) } }, { list_text.from_screen })
end

return M
