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
    local fields = { { "description", item.description }, { "position", i }, { "processName", item.process },
      { "status", item.status }, { "hasMenu", item.has_menu } }
    if not item.answers then fields[#fields + 1] = { "answers", false } end
    list[i] = json.object(fields)
  end
  return list
end

function M.read(args, call)
  local list, cursor = page(args, call, rows)
  return list, { next_cursor = cursor }
end

read.tool(M)

return M
