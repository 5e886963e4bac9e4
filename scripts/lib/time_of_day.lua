local M = {}

-- Returns whether a value is valid for time.reach: "07:30" or "07:30:15".
function M.is(value)
  if type(value) ~= "string" then return false end
  local hour, minute, rest = value:match "^(%d%d):(%d%d)(.*)$"
  local second = rest == "" and "00" or rest and rest:match "^:(%d%d)$"
  return second ~= nil and tonumber(hour) < 24 and tonumber(minute) < 60 and tonumber(second) < 60
end

local function seconds_of(text)
  local hour, minute, second = text:match "^(%d%d):(%d%d):?(%d*)$"
  return (tonumber(hour) * 60 + tonumber(minute)) * 60 + (tonumber(second) or 0)
end

-- Returns the first moment after `moment` (as returned by time.now()) at which the clock shows a time of day; `format`
-- is time.format.
function M.following(text, moment, format)
  local function shown(at) return seconds_of(format("%H:%M:%S", at)) end
  moment = math.floor(moment)
  local wanted = seconds_of(text)
  local ahead = wanted - shown(moment)
  local found = moment + (ahead > 0 and ahead or ahead + 86400)
  -- Corrects for a change of the clock (daylight saving time) until then.
  local summer_time = (wanted - shown(found) + 43200) % 86400 - 43200
  return math.abs(summer_time) <= 7200 and found + summer_time or found
end

return M
