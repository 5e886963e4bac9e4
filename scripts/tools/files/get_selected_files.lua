local files = require "files"
local json = require "json"
local read = require "acting.read"

-- `get_selected_files`: what is selected in the front file manager.
local M = {}

function M.read(args)
  return json.array((files.selected { through_clipboard = args.through_clipboard }))
end

read.tool(M)

return M
