local luaunit = require "luaunit"
local list_text = require "desktop.list_text"

local M = {}

function M.test_captured()
  local one = { { path = "/a.png", item_label = "A" } }
  local shot = { label = "Mail", title = "Inbox", area = { x = 1, y = 2, width = 30, height = 40 } }
  local screen = { label = "Display 2 (screen:1)", area = { x = 0, y = 0, width = 5, height = 6 } }
  local shots = { shot, screen }
  local lines = ':\n1. Mail "Inbox" [1,2 30×40]\n2. Display 2 (screen:1) [0,0 5×6]'
  local two = { one[1], { path = "/b.png", item_label = "B" } }
  for _, case in ipairs {
    { { shots = { shot }, files = {} }, 'Captured 1 image: Mail "Inbox" [1,2 30×40]' },
    { { shots = { screen }, files = one },
      "Captured 1 image: Display 2 (screen:1) [0,0 5×6]\nImage saved to: /a.png" },
    { { shots = { { label = "Inbox", title = "Inbox" } }, files = one, hide_files = true,
      analysis = "succeeded" },
      "Captured 1 image: \"Inbox\"\nAnalysis succeeded." },
    { { shots = shots, files = two },
      "Captured 2 images" .. lines .. "\n2 images saved:\n1. /a.png (A)\n2. /b.png (B)" },
    { { shots = shots, files = one, analysis = "failed/skipped" },
      "Captured 2 images" .. lines .. "\nImage saved to: /a.png\nAnalysis failed/skipped." },
  } do
    luaunit.assertEquals(list_text.captured(case[1]), case[2])
  end
end

function M.test_a_message_of_the_desktop_names_the_window_by_its_title()
  local window = { id = 42, title = "50% of\n1" }
  luaunit.assertEquals(list_text.with_title("Window 42 is minimised; window 421 and window 42.", window),
    'Window "50% of 1" (42) is minimised; window 421 and window "50% of 1" (42).')
  luaunit.assertEquals(list_text.with_title("Window 42 is minimised.", { id = 42, title = "" }),
    "Window 42 is minimised.")
end

function M.test_windows()
  luaunit.assertEquals(list_text.windows({}, { { app_name = "A", bundle_id = "", pid = 1 } }),
    "Found 0 windows for application: A - PID: 1")
  luaunit.assertEquals(list_text.windows({ { window_title = "T", window_id = 5 } },
    { { app_name = "A", bundle_id = "b", pid = 1 } }),
    'Found 1 window for application: A (b) - PID: 1\n\nWindows:\n1. "T" [ID: 5]\n')
  luaunit.assertEquals(list_text.windows({ { window_title = "T", window_index = 2 } },
    { { app_name = "A", bundle_id = "b", pid = 1 } }, 0),
    'Found 1 window for application: A (b) - PID: 1\n\nWindows:\n[2] "T"\n')
  luaunit.assertEquals(list_text.windows({}, { { app_name = "A", bundle_id = "", pid = 1 } }, 2),
    "Found 0 windows for application: A - PID: 1\n2 minimised windows are not shown; "
    .. "give 'off_screen' in 'include_window_details' to list them.\n")
end

function M.test_windows_that_are_left_out()
  luaunit.assertNil(list_text.left_out(0, 0))
  luaunit.assertEquals(list_text.left_out(1, 0), "1 minimised window is not shown")
  luaunit.assertEquals(list_text.left_out(0, 1),
    "1 window rolled up, on another workspace or off the screen is not shown")
  luaunit.assertEquals(list_text.left_out(2, 3),
    "2 minimised windows and 3 windows rolled up, on another workspace or off the screen are not shown")
end

function M.test_screens()
  luaunit.assertEquals(list_text.screens {
    { index = 0, name = "A\n", bounds = { x = -5, y = 0, width = 10, height = 20 }, scale = 1.5, primary = true,
      rotation = 90 },
    { index = 1, name = "B", bounds = { x = 5, y = 0, width = 10, height = 20 }, scale = 1, rotation = 0 },
  }, 'Found 2 screens:\n\n1. screen:0 "A " [-5,0 10×20] [PRIMARY] [SCALE 1.5] [ROTATED 90]\n'
    .. '2. screen:1 "B" [5,0 10×20]\n')
end

return M
