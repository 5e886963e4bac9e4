local cut_tree = require "lib.cut_tree"
local menu_subject = require "acting.menu_subject"
local read = require "acting.read"

-- `list_menu_items`: the menus of an application, or what is in one item of them.
local M = {}

function M.read(args)
  return cut_tree.fit(menu_subject.trees(args.appName, args.menuPath), args.limit or menu_subject.kLimit,
    menu_subject.list)
end

read.tool(M)

return M
