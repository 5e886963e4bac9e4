local cut_tree = require "lib.cut_tree"
local json = require "json"
local menu_subject = require "acting.menu_subject"
local read = require "acting.read"

-- `get_menu_bar_structure`: the menus of a process.
local M = { is_record = true }

function M.read(args)
  local roots, subject = menu_subject.trees(args.processName)
  return cut_tree.fit(roots, args.limit or menu_subject.kLimit, function(nodes)
    return json.object { { "menus", menu_subject.list(nodes) }, { "processName", subject.name } }
  end)
end

read.tool(M)

return M
