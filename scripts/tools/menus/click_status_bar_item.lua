local act = require "acting.act"
local icons = require "tray_icons"
local one = require("tray_icons_by_name").one

-- `click_status_bar_item`: clicks an icon of the tray.
local M = {}

function M.plan(args)
  local item = one(args.identifier, icons.items())
  return { what = ("click the icon '%s' of %s"):format(item.description, item.process), chosen = item.description,
    id = item.id, region = item.bounds, how = item.bounds and "pointer" or "action" }
end

local function names_of(tree)
  local names = {}
  for i, item in ipairs(tree.items) do names[i] = item.name end
  return names
end

-- Tells the items of a menu that only the panel would show.
function M.perform(plan)
  local came = icons.click(plan.id)
  if came == "activated" then return nil end
  if came == "menu opened" then return { { "menu", "is open" } } end
  return { { "menu", table.concat(names_of(icons.tree(plan.id, { depth = 1 })), ", ") },
    { "next", "click_status_bar_menu_item" } }
end

act.tool(M)

return M
