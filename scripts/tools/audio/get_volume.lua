local audio = require "audio"
local read = require "acting.read"
local tenths = require "lib.tenths"

-- `get_volume`: how loud the default output is.
local M = {}

-- The document knows no more than 100, to which `set_volume` goes.
function M.read()
  return tenths.of(math.min(audio.output().percent, 100))
end

read.tool(M)

return M
