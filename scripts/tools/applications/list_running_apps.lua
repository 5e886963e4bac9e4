local json = require "json"
local lists = require "desktop.lists"
local pages = require "lib.pages"
local read = require "acting.read"
local unicode = require "lib.unicode"

-- `list_running_apps`: applications with windows.
local M = {}

local page = pages.new()

function M.read(args, call)
  local list, next_cursor = page(args, call, function()
    local rows = {}
    for i, each in ipairs(lists.applications()) do
      rows[i] = json.object { { "name", unicode.line(each.app_name) }, { "bundleId", each.bundle_id },
        { "processId", each.pid } }
    end
    return rows
  end)
  return list, { next_cursor = next_cursor }
end

read.tool(M)

return M
