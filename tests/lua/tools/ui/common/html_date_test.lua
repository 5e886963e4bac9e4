local html_date = require "tools.ui.common.html_date"
local luaunit = require "luaunit"

local M = {}

function M.test_each_form_is_read_and_written_the_same()
  for _, text in ipairs { "2026-11-27", "2024-02-29", "2000-02-29", "0001-01-01", "2026-11", "2026-W48", "14:30",
    "00:00", "23:59:59", "2026-11-27T14:30", "2026-11-27T00:00:05" } do
    luaunit.assertEquals(html_date.text(html_date.parse(text)), text)
  end
  luaunit.assertEquals(html_date.text(html_date.parse "2026-11-27 9:05"), "2026-11-27T09:05")
end

function M.test_what_no_calendar_and_no_clock_has_is_none()
  for _, text in ipairs { "", "today", "27.11.2026", "2026-11-31", "2026-02-29", "1900-02-29", "2026-13-01",
    "2026-00-01", "2026-01-00", "0000-01-01",
    "2026-W54", "2026-W00", "24:00", "14:60", "14:30:60", "14:5", "14", "2026-11T14:30",
    "2026-11-27T", "T14:30", "2026-11-27T14:30T14:30", "-2026-11-27", "2026-11-27 " } do
    luaunit.assertNil(html_date.parse(text), text)
  end
end

function M.test_what_is_incomplete_has_no_text()
  luaunit.assertNil(html_date.text { year = 2026, day = 27 })
  luaunit.assertNil(html_date.text { hour = 14 })
end

return M
