local files = require "files"
local read = require "acting.read"

-- `get_finder_window_path`: the folder in front.
local M = {}

function M.read() return (files.folder()) end

read.tool(M)

return M
