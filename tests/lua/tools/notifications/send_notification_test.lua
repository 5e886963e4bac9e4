local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function done(args) return forms.done(world, "send_notification", args) end

function M.test_sends_and_undoes()
  local told = done { title = "Tea", message = "It is ready.", subtitle = "Kitchen" }
  luaunit.assertEquals(world.notified, { { title = "Tea", text = "It is ready.", subtitle = "Kitchen" } })
  luaunit.assertEquals(told.facts, { notification = 1, service = "dunst 1.9" })
  luaunit.assertEquals(told.undo,
    { tool = "send_notification", arguments = { title = "Tea", message = "", close = 1 } })
  local undone = done(told.undo.arguments)
  luaunit.assertEquals(world.notified, {})
  luaunit.assertNil(undone.undo)
end

function M.test_tells_what_the_service_lacks()
  luaunit.assertEquals(done({ title = "a", message = "", sound = true }).facts["left out"],
    "the service plays no sounds")
  world.notifier.sounds = true
  luaunit.assertNil(done({ title = "a", message = "b", sound = true }).facts["left out"])
  luaunit.assertTrue(world.notified[2].sound)
  world.notifier.texts = false
  luaunit.assertStrContains(done({ title = "a", message = "b" }).facts["left out"], "in the title")
end

function M.test_an_empty_title_is_called_empty()
  luaunit.assertStrContains(forms.fails(world, "INVALID_ARGUMENT", "send_notification",
    { title = "", message = "" }), "title: empty")
end

-- The plan is logged, and shown to who confirms.
function M.test_the_plan_has_no_contents()
  local _, message = done { title = "secret", message = "hidden", subtitle = "private", dry_run = true }
  luaunit.assertEquals(message, "Would show a notification of 19 characters. Nothing was done.")
  luaunit.assertEquals(world.notified, {})
end

return M
