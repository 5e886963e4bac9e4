local act = require "acting.act"
local menu_subject = require "acting.menu_subject"
local menus = require "menus"

-- `click_menu_item`: chooses an item of a menu, which stays closed.
local M = {}

-- Looks for the item, so that a plan is refused when there is none.
function M.plan(args)
  local subject = menu_subject.of(args.appName)
  local search = menus.find(subject.pid, args.menuPath, { windows = subject.windows })
  return menu_subject.choosing(subject, args.menuPath, search)
end

M.perform = menu_subject.choose

act.tool(M)

return M
