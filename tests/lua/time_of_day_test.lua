local luaunit = require "luaunit"
local time_of_day = require "time_of_day"

local M = {}

function M.test_what_a_clock_shows()
  for _, good in ipairs { "00:00", "07:30", "23:59:59" } do luaunit.assertTrue(time_of_day.is(good), good) end
  for _, bad in ipairs { "", "7:30", "24:00", "07:60", "07:30:60", "07:30:1", "07:30 ", "noon", 730, false } do
    luaunit.assertFalse(time_of_day.is(bad), tostring(bad))
  end
  luaunit.assertFalse(time_of_day.is(nil))
end

return M
