local acting = require "tools.computer.common.act"
local input = require "input"
local last_picture = require "tools.computer.common.last_picture"
local picture_map = require "tools.computer.common.picture_map"
local tool = require "tool"

-- `cursor_position`: where the pointer is, in pixels of the picture.
local M = {}

function M.look(_, session)
  local pixel = picture_map.to_picture(last_picture.get(session), input.pointer())
  return { tool.text(("X=%d,Y=%d"):format(pixel.x, pixel.y)) }
end

acting.looking(M)

return M
