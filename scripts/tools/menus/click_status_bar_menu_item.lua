local act = require "acting.act"
local icons = require "tray_icons"
local menu_search = require "desktop.menu_search"
local one = require("tray_icons_by_name").one

-- `click_status_bar_menu_item`: chooses an item of the menu of an icon of the tray.
local M = {}

function M.plan(args)
  local icon = one(args.identifier, icons.items())
  local item = menu_search.choosable(icons.find(icon.id, args.menuPath))
  return { what = ("choose '%s' from the menu of the icon '%s' of %s"):format(item.path, icon.description,
    icon.process), chosen = item.name, how = "action", id = icon.id, path = args.menuPath,
    opens = true }
end

function M.perform(plan)
  local _, answered = menu_search.chosen(icons.choose(plan.id, plan.path))
  return not answered and { { "program", "has not answered; a dialog may be open" } } or nil
end

act.tool(M)

return M
