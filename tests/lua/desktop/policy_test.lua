local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
end

local function exclude(id)
  for _, window in ipairs(world.windows) do
    if window.id == id then window.excluded, window.title = true, "" end
  end
end

local function message(result)
  return result.content[1].text
end

function M.test_an_excluded_window_is_not_found_by_any_title()
  exclude(12)
  for _, title in ipairs { "News", "", "Untitled" } do
    local result = world.call("image", { app_target = "Firefox:WINDOW_TITLE:" .. title, format = "data" })
    if result.is_error then
      luaunit.assertNotStrContains(message(result), "News — Firefox")
    end
  end
  luaunit.assertTrue(world.call("image", { app_target = "Firefox:WINDOW_TITLE:News" }).is_error)
end

function M.test_other_windows_of_the_application_are_captured()
  exclude(12)
  local result = world.call("image", { app_target = "Firefox", format = "data" })
  luaunit.assertNil(result.is_error)
  luaunit.assertEquals(#result.structured.images, 1)
end

function M.test_what_the_gate_could_not_know_is_told()
  world.lock_note, world.picture_note = "the bus does not answer", "an excluded window keeps moving; more was filled"
  world.excluded_windows = 1
  local text = ""
  for _, part in ipairs(world.call("image", { app_target = "screen:0", format = "data" }).content) do
    text = text .. (part.text or "")
  end
  luaunit.assertStrContains(text, "Peekaboo Warning: Whether the session is locked is not known: the bus does not")
  luaunit.assertStrContains(text, "Peekaboo Warning: An excluded window keeps moving; more was filled.")
  luaunit.assertStrContains(text, "Peekaboo Warning: 1 window that the policy excludes is filled with grey.")
end

function M.test_a_capture_under_another_policy_is_unknown()
  world.from_screen = true
  local before = world.call("image", { app_target = "screen:0", format = "data" }).structured
  local function again()
    return world.call("image", { app_target = "screen:0", format = "data", since = before.capture_id }).structured
  end
  luaunit.assertTrue(again().unchanged)
  world.policy.generation = 2
  luaunit.assertNil(again().unchanged)
end

function M.test_a_capture_before_a_stop_is_unknown()
  world.from_screen = true
  local before = world.call("image", { app_target = "screen:0", format = "data" }).structured
  world.epoch = 7
  local again = world.call("image", { app_target = "screen:0", format = "data", since = before.capture_id }).structured
  luaunit.assertNil(again.unchanged)
end

function M.test_another_program_is_not_asked_while_windows_are_excluded()
  world.policy.blocks_windows = true
  local choose = require "external.choose"
  choose.external_path = function() return "/usr/bin/peekaboo" end
  local _, err = try(choose.of, { caller = "mcp" })
  luaunit.assertEquals(err.code, "POLICY_DENIED")
  luaunit.assertNotNil(choose.of { caller = "script" }, "calls that never use it go on")
end

return M
