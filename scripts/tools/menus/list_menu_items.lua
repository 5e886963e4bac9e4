local cut_tree = require "lib.cut_tree"
local menu_subject = require "acting.menu_subject"
local read = require "acting.read"

-- `list_menu_items`: the menus of an application, or what is in one item of them.
local M = {}

function M.read(args)
  local roots, _, left_out = menu_subject.trees(args.appName, args.menuPath)
  -- The items at the top are cut as those of any menu, so something must hold them.
  local holder = { children = roots, omittedChildren = left_out }
  local list = cut_tree.fit({ holder }, (args.limit or menu_subject.kLimit) + 1, function(nodes)
    return menu_subject.list(nodes[1].children or {})
  end)
  return list, { omitted = holder.omittedChildren }
end

read.tool(M)

return M
