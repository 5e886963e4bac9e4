local acting = require "tools.computer.common.act"
local errors = require "errors"
local last_picture = require "tools.computer.common.last_picture"
local picture_map = require "tools.computer.common.picture_map"

-- `zoom`: a part of the picture, as the desktop has it. Coordinates still belong to the whole one.
local M = {}

local function refuse(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint, details = { field = "region" } })
end

-- Returns the desktop rectangle that a region of the picture shows.
local function area_of(list, last)
  local numbers = {}
  for i = 1, 4 do
    numbers[i] = math.tointeger(list[i]) or refuse "region: expected [x0, y0, x1, y1] in whole pixels"
  end
  local x0, y0, x1, y1 = table.unpack(numbers)
  if x0 < 0 or y0 < 0 or x1 > last.width or y1 > last.height then
    refuse("region: it reaches beyond the picture", ("The picture has %dx%d pixels."):format(last.width, last.height))
  end
  if x1 <= x0 or y1 <= y0 then refuse("region: it is empty", "Give the lower right corner last.") end
  return picture_map.rectangle(last, x0, y0, x1, y1)
end

function M.look(args, session, deadline)
  local picture = last_picture.capture(area_of(args.region, last_picture.get(session)), deadline)
  local block = last_picture.block(picture)
  picture:release()
  return { block }
end

acting.looking(M)

return M
