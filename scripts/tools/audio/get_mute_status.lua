local audio = require "audio"
local read = require "acting.read"

-- `get_mute_status`: whether the default output is muted.
local M = {}

function M.read() return audio.output().muted end

read.tool(M)

return M
