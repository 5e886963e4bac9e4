local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function load(changes)
  local world = worlds.fresh(changes)
  return require "tools.status", world
end

function M.test_the_block()
  luaunit.assertEquals(load({ environment = { PEEKABOO_AI_PROVIDERS = "ocr;x/y" } }).block(),
    "--- Peekaboo MCP Server Status ---\nName: PeekabooMCP\nVersion: 1.2.3\n"
    .. "Configured AI Providers (from PEEKABOO_AI_PROVIDERS ENV): ocr, x/y\n---")
end

function M.test_sections_in_order()
  local status = load { environment = { PEEKABOO_AI_PROVIDERS = "ocr,strange" } }
  local text = status.render(status.collect())
  local position = 1
  for _, part in ipairs { "--- Peekaboo MCP Server Status", "## Display Server", "✅ capture.display: root window",
      "❌ activate: no window manager → start one", "## Displays", 'screen:0 "HDMI-1" [0,0 1920×1080] [PRIMARY]',
      "## System Permissions", "✅ Screen Recording: granted", "❌ Accessibility: not granted",
      "## AI Provider Status", "✅ ocr: ready", "❌ strange: Unknown provider", "## Environment Configuration",
      "Log file: /tmp/peekaboo-mcp.log", "## Configuration Issues", "AI provider 'strange'",
      "## System Information", "Linux 6.1 (x86_64), Lua 5.4" } do
    local found = text:find(part, position, true)
    luaunit.assertNotNil(found, part .. " in\n" .. text)
    position = found
  end
end

function M.test_a_desktop_that_is_away()
  local status, world = load()
  world.failing.status = world.fail("DISPLAY_UNAVAILABLE", "cannot reach :9")
  world.failing.displays = world.fail("DISPLAY_UNAVAILABLE", "cannot reach :9", nil, "start it")
  local report = status.collect()
  local text = status.render(report)
  luaunit.assertStrContains(text, "- none: cannot reach :9")
  luaunit.assertStrContains(text, "❌ cannot reach :9 → start it")
  luaunit.assertEquals(status.data(report).permissions,
    { screen_recording = false, accessibility = false, automation = false })
end

function M.test_what_holds_the_readers_of_pictures_is_told()
  for _, case in ipairs {
    { { files = true, system_calls = true }, "system calls filtered, files closed by Landlock" },
    { { files = false, system_calls = true }, "system calls filtered, no Landlock" },
    { { files = true, system_calls = false }, "system calls not filtered, files closed by Landlock",
      "Pictures that AI clients name are read, but with system calls not filtered" } } do
    local status = load { held = case[1] }
    local report = status.collect()
    luaunit.assertEquals(status.data(report).helpers.detail, case[2])
    local found = status.render(report):match "Pictures that AI clients name [%w ,]*not filtered"
    luaunit.assertEquals(found, case[3])
    luaunit.assertStrContains(require("commands.doctor").run({}).text, "pictures of AI clients  " .. case[2])
  end
  local status, world = load()
  world.failing.helper_confinement = world.fail("UNSUPPORTED", "peekaboo-decode is missing", nil, "Install it.")
  luaunit.assertStrContains(status.render(status.collect()),
    "Pictures that AI clients name cannot be read: peekaboo-decode is missing. → Install it.")
end

function M.test_automations_that_others_can_write_are_told()
  local status, world = load()
  world.put("/home/ann/.config/peekaboo/automations/a.lua", "")
  world.refused["/home/ann/.config/peekaboo/automations/a.lua"] = "belongs to bob"
  luaunit.assertStrContains(status.render(status.collect()),
    "/home/ann/.config/peekaboo/automations/a.lua is not read: it belongs to bob. → chmod go-w")
end

function M.test_a_slow_provider_is_bounded()
  local status, world = load { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  local task = require "task"
  task.timeout = function(seconds)
    luaunit.assertEquals(seconds, 3)
    error(world.fail("TIMEOUT", "late"), 0)
  end
  luaunit.assertEquals(status.providers()[1],
    { entry = "ocr", available = false, detail = "no answer within 3 s" })
end

function M.test_data()
  local status = load()
  local data = status.data(status.collect())
  luaunit.assertEquals(data.permissions, { screen_recording = true, accessibility = false, automation = false })
  luaunit.assertEquals({ data.name, data.version, #data.screens }, { "PeekabooMCP", "1.2.3", 2 })
end

function M.test_what_stops_every_capture_is_told()
  local status = load { safeguards = { stopped = true, lock = "locked", lock_reason = "logind says so",
    audit_path = "/state/audit.jsonl" } }
  local report = status.collect()
  luaunit.assertStrContains(status.render(report), "## Safeguards\n- ❌ captures: stopped → Let them go on: peekaboo "
    .. "resume\n- ❌ session: locked (logind says so) → Unlock the session.\n- ✅ notifications: fake 1.0\n"
    .. "- Audit log: /state/audit.jsonl")
  luaunit.assertTrue(status.data(report).safeguards.stopped)
  luaunit.assertStrContains(require("commands.doctor").run({}).text,
    "no  captures  stopped\n        do: Let them go on")
  status = load()
  luaunit.assertStrContains(status.render(status.collect()), "- ✅ session: not locked")
end

function M.test_who_cannot_be_asked_is_told()
  local status = load { notifications = { available = true, buttons = false, detail = "plain 1" } }
  local text = status.render(status.collect())
  luaunit.assertStrContains(text,
    "- ❌ notifications: plain 1 shows no buttons: acts that must be confirmed are refused → Start")
  status = load { notifications = { available = false, buttons = false, detail = "no session bus" } }
  text = status.render(status.collect())
  luaunit.assertStrContains(text, "- ❌ notifications: no session bus: nobody is told who acts")
  luaunit.assertEquals(status.data(status.collect()).safeguards.notifications.available, false)
end

return M
