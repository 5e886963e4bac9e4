local M = {}

-- Returns a number rounded to one decimal, an integer where it is whole.
function M.of(number)
  local rounded = math.floor(number * 10 + 0.5) / 10
  return math.tointeger(rounded) or rounded
end

return M
