local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, services
local notifications = { text = "a notification service", name = "org.freedesktop.Notifications", program = "dunst",
  package = "dunst" }

function M.setUp()
  world = worlds.fresh()
  world.environment.PATH = "/usr/bin"
  services = require "desktop.services"
end

local function state(name, record) world.services = { [name] = record } end

local function refusal(f, ...)
  local _, err = try(f, ...)
  luaunit.assertEquals({ err.code, err.details.service }, { "PROVIDER_UNAVAILABLE", notifications.name })
  return err.details.reason, err
end

function M.test_a_service_that_runs_or_can_be_started_is_there()
  state(notifications.name, { owner = ":1.5", pid = 7, activatable = false, answers = false })
  services.need(notifications)
  state(notifications.name, { activatable = true, answers = false })
  services.need(notifications)
  luaunit.assertEquals(services.use(notifications, function(x) return x + 1 end, 4), 5)
end

function M.test_what_is_missing_is_named_with_the_remedy()
  state(notifications.name, { activatable = false, answers = false })
  local reason, err = refusal(services.need, notifications)
  luaunit.assertEquals({ reason, err.hint }, { "not installed", "Install it: apt install dunst" })
  luaunit.assertEquals(err.message, "a notification service is not installed")
  world.environment.PATH = "/tmp:/out"
  require("fs").write("/out/dunst", "program")
  reason, err = refusal(services.need, notifications)
  luaunit.assertEquals({ reason, err.hint }, { "not running", "Start it: dunst (package dunst)" })
  state(notifications.name, { fault = "no session bus", activatable = false, answers = false })
  luaunit.assertStrContains(select(2, refusal(services.need, notifications)).message, "no session bus")
end

function M.test_a_service_that_hangs_does_not_answer()
  state(notifications.name, { owner = ":1.5", activatable = false, answers = false })
  luaunit.assertEquals(refusal(services.use, notifications, function()
    error(world.fail("TIMEOUT", "late"), 0)
  end), "does not answer")
  local _, err = try(services.use, notifications, function() error(world.fail("UNSUPPORTED", "no"), 0) end)
  luaunit.assertEquals(err.code, "UNSUPPORTED")
  local row = services.row("notifications", notifications)
  luaunit.assertEquals({ row.available, row.detail }, { false, "a notification service does not answer" })
  state(notifications.name, { owner = ":1.5", activatable = false, answers = true })
  luaunit.assertTrue(services.row("notifications", notifications).available)
end

return M
