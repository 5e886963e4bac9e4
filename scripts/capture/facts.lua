local M = {}

-- Returns a result's facts about a shot's size and place: width, height, and origin and scale if its place is known.
-- `map`: that of the picture in the answer; without it, that of the file.
function M.of(shot, map)
  map = map or shot.map
  local placed = shot.area.x ~= nil
  return { width = map.width, height = map.height, origin = placed and map.origin or nil,
    scale = placed and map.scale or nil }
end

return M
