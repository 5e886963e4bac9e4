local json = require "json"
local menu_search = require "desktop.menu_search"
local menu_subject = require "acting.menu_subject"
local menus = require "menus"
local read = require "acting.read"

-- `get_menu_item_state`: an item of a menu as it is now.
local M = { is_record = true }

function M.read(args)
  local subject = menu_subject.of(args.appName)
  local item = menu_search.item(menus.find(subject.pid, args.menuPath, { windows = subject.windows }))
  return json.object { { "enabled", item.enabled }, { "checked", item.checked }, { "hasSubmenu", item.has_submenu } }
end

read.tool(M)

return M
