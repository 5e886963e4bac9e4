local audio = require "audio"
local errors = require "errors"

-- The sound server, for `doctor`.
local M = {}

local kPatience = 2 -- seconds

function M.rows()
  local output, err = try(audio.output, { timeout = kPatience })
  if output then return { { operation = "audio", available = true, detail = "sound server: " .. output.title } } end
  err = errors.normalise(err)
  return { { operation = "audio", available = false, detail = err.message, remedy = err.hint } }
end

return M
