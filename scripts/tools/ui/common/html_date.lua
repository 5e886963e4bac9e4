-- Dates and times as HTML writes the values of its fields (HTML Living Standard, 2.3.5): 2026-11-27, 2026-11, 2026-W48,
-- 14:30, 2026-11-27T14:30.
local M = {}

local function days_in(year, month)
  if month == 2 then return (year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)) and 29 or 28 end
  return (month == 4 or month == 6 or month == 9 or month == 11) and 30 or 31
end

local function fields(text, pattern, ...)
  local found = table.pack(text:match(pattern))
  if not found[1] then return nil end
  local result = {}
  for i, name in ipairs { ... } do result[name] = tonumber(found[i]) end
  return result
end

local function parse_date(text)
  local date = fields(text, "^(%d%d%d%d)%-(%d%d)%-(%d%d)$", "year", "month", "day")
    or fields(text, "^(%d%d%d%d)%-(%d%d)$", "year", "month") or fields(text, "^(%d%d%d%d)%-W(%d%d)$", "year", "week")
  if not date or date.year == 0 then return nil end
  if date.week then return date.week >= 1 and date.week <= 53 and date or nil end
  if date.month < 1 or date.month > 12 then return nil end
  return (not date.day or date.day >= 1 and date.day <= days_in(date.year, date.month)) and date or nil
end

local function parse_time(text)
  local time = fields(text, "^(%d%d?):(%d%d)$", "hour", "minute")
    or fields(text, "^(%d%d?):(%d%d):(%d%d)$", "hour", "minute", "second")
  return time and time.hour < 24 and time.minute < 60 and (time.second or 0) < 60 and time or nil
end

-- Returns {year?, month?, day?, week?, hour?, minute?, second?} as numbers; nil when it is neither a date nor a time.
function M.parse(text)
  local day, clock = text:match "^(%S+)[T ](%S+)$"
  if not day then return parse_date(text) or parse_time(text) end
  local date, time = parse_date(day), parse_time(clock)
  if not (date and date.day and time) then return nil end
  for name, number in pairs(time) do date[name] = number end
  return date
end

-- Returns the text of what M.parse() gives.
function M.text(date)
  local function written(form, ...)
    local numbers = {}
    for i, name in ipairs { ... } do
      numbers[i] = date[name]
      if not numbers[i] then return nil end
    end
    return form:format(table.unpack(numbers))
  end
  local day = written("%04d-%02d-%02d", "year", "month", "day") or written("%04d-W%02d", "year", "week")
    or written("%04d-%02d", "year", "month")
  local clock = written("%02d:%02d:%02d", "hour", "minute", "second") or written("%02d:%02d", "hour", "minute")
  return day and clock and day .. "T" .. clock or day or clock
end

return M
