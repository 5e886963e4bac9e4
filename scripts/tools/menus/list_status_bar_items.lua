local icons = require "tray_icons"
local json = require "json"
local pages = require "lib.pages"
local read = require "acting.read"

-- `list_status_bar_items`: the icons of the tray.
local M = {}

local page = pages.new()

local function rows()
  local list = {}
  for i, item in ipairs(icons.items()) do
    list[i] = json.object {
      { "description", item.description }, { "position", i }, { "processName", item.process },
      { "status", item.status }, { "hasMenu", item.has_menu },
      { "answers", not item.answers and item.answers or nil },
    }
  end
  return list
end

function M.read(args, call)
  local list, cursor = page(args, call, rows)
  return list, { next_cursor = cursor }
end

read.tool(M)

return M
