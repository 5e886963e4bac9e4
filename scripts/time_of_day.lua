local M = {}

-- Whether a value is what time.reach waits for: "07:30" or "07:30:15".
function M.is(value)
  if type(value) ~= "string" then return false end
  local hour, minute, rest = value:match "^(%d%d):(%d%d)(.*)$"
  local second = rest == "" and "00" or rest and rest:match "^:(%d%d)$"
  return second ~= nil and tonumber(hour) < 24 and tonumber(minute) < 60 and tonumber(second) < 60
end

return M
