local luaunit = require "luaunit"
local texts = require "texts"

local M = {}

function M.test_captured()
  local one = { { path = "/a.png", item_label = "A" } }
  local two = { one[1], { path = "/b.png", item_label = "B" } }
  for _, case in ipairs {
    { { shots = 1, files = {} }, "Captured 1 image" },
    { { shots = 1, files = one }, "Captured 1 image\nImage saved to: /a.png" },
    { { shots = 1, files = one, hide_files = true, analysis = "succeeded" }, "Captured 1 image\nAnalysis succeeded." },
    { { shots = 2, files = two }, "Captured 2 images\n2 images saved:\n1. /a.png (A)\n2. /b.png (B)" },
    { { shots = 2, files = one, analysis = "failed/skipped" },
      "Captured 2 images\nImage saved to: /a.png\nAnalysis failed/skipped." },
  } do
    luaunit.assertEquals(texts.captured(case[1]), case[2])
  end
end

function M.test_windows()
  luaunit.assertEquals(texts.windows({}, { { app_name = "A", bundle_id = "", pid = 1 } }),
    "Found 0 windows for application: A - PID: 1")
  luaunit.assertEquals(texts.windows({ { window_title = "T", window_id = 5 } },
    { { app_name = "A", bundle_id = "b", pid = 1 } }),
    'Found 1 window for application: A (b) - PID: 1\n\nWindows:\n1. "T" [ID: 5]\n')
end

function M.test_screens()
  luaunit.assertEquals(texts.screens {
    { index = 0, name = "A\n", bounds = { x = -5, y = 0, width = 10, height = 20 }, scale = 1.5, primary = true },
  }, 'Found 1 screen:\n\n1. screen:0 "A " [-5,0 10×20] [PRIMARY] [SCALE 1.5]\n')
end

return M
