local luaunit = require "luaunit"
local time_of_day = require "lib.time_of_day"

local M = {}

function M.test_what_a_clock_shows()
  for _, good in ipairs { "00:00", "07:30", "23:59:59" } do luaunit.assertTrue(time_of_day.is(good), good) end
  for _, bad in ipairs { "", "7:30", "24:00", "07:60", "07:30:60", "07:30:1", "07:30 ", "noon", 730, false } do
    luaunit.assertFalse(time_of_day.is(bad), tostring(bad))
  end
  luaunit.assertFalse(time_of_day.is(nil))
end

function M.test_the_next_time_of_day()
  local noon = os.time { year = 2026, month = 6, day = 9, hour = 12 }
  luaunit.assertEquals(time_of_day.following("12:30", noon, os.date), noon + 1800)
  luaunit.assertEquals(time_of_day.following("12:00:05", noon, os.date), noon + 5)
  luaunit.assertEquals(time_of_day.following("12:00", noon, os.date), noon + 86400)
  -- One night in which the clock is put back by an hour.
  local function in_autumn(_, at) return os.date("%H:%M:%S", at >= noon + 54000 and at - 3600 or at) end
  luaunit.assertEquals(time_of_day.following("07:30", noon, in_autumn), noon + 70200 + 3600)
  luaunit.assertEquals(time_of_day.following("07:30", noon + 0.25, os.date), noon + 70200)
end

return M
