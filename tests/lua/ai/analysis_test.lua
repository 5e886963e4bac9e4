local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, analysis

function M.setUp()
  world = worlds.fresh { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  analysis = require "ai.analysis"
end

local function shots(count)
  local list = {}
  for i = 1, count do
    list[i] = { label = "App", title = i % 2 == 0 and "Title " .. i or nil, subject = { kind = "window" },
      picture = { name = "picture " .. i } }
  end
  return list
end

function M.test_every_picture_is_asked_once_and_answers_keep_their_order()
  local answer = analysis.run(shots(9), "?")
  local asked = 0
  for _, request in ipairs(world.requests) do
    if request:match("^read picture") then asked = asked + 1 end
  end
  luaunit.assertEquals(asked, 9)
  local position = 1
  for i = 1, 9 do
    local label = (i % 2 == 0 and 'Analysis for "Title %d":\n' or "Analysis for App (Window %d):\n"):format(i)
    position = answer.text:find(label, position, true)
    luaunit.assertNotNil(position, label)
  end
end

function M.test_one_picture_has_no_heading()
  luaunit.assertNil(analysis.run(shots(1), "?").text:find("Analysis for", 1, true))
end

function M.test_displays_are_named()
  local list = { { label = "Display 1", subject = { kind = "display" }, picture = { name = "a" } },
    { label = "Display 2", subject = { kind = "display" }, picture = { name = "b" } } }
  local text = analysis.run(list, "?").text
  luaunit.assertStrContains(text, "Analysis for Display 1:\n")
  luaunit.assertStrContains(text, "\n\nAnalysis for Display 2:\n")
end

function M.test_cancelling_is_no_failed_analysis()
  world.failing["read picture 1"] = world.fail("CANCELLED", "cancelled")
  local answer, err = try(analysis.run, shots(1), "?")
  luaunit.assertNil(answer)
  luaunit.assertEquals(err.code, "CANCELLED")
end

return M
