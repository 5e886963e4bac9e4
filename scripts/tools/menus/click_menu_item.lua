local act = require "acting.act"
local menu_search = require "desktop.menu_search"
local menu_subject = require "acting.menu_subject"
local menus = require "menus"

-- `click_menu_item`: chooses an item of a menu, which stays closed.
local M = {}

-- Looks for the item, so that a plan is refused when there is none.
function M.plan(args)
  local subject = menu_subject.of(args.appName)
  local search = menus.find(subject.pid, args.menuPath, { windows = subject.windows })
  local item = menu_search.choosable(search)
  return { what = ("choose '%s' from the menus"):format(item.path), chosen = item.name, window = subject.window,
    how = "action", of = subject, path = args.menuPath, opens = true }
end

function M.perform(plan)
  local _, answered = menu_search.chosen(menus.choose(plan.of.pid, plan.path, { windows = plan.of.windows }))
  return not answered and { { "program", "has not answered; a dialog may be open" } } or nil
end

act.tool(M)

return M
