-- Worlds with menus, and with icons in a tray, for the tests of their tools.
local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"

local M = {}

-- Returns a world in which Firefox has menus.
function M.menus()
  return forms.world { menus = { [100] = {
    { name = "File", items = { { name = "Save As…", shortcut = "Ctrl+S" },
      { name = "Recent", items = {}, left_out = 4 } } },
    { name = "View", items = { { name = "Grid", checked = true }, { name = "Off", enabled = false },
      { name = "Same" }, { name = "same" } } },
    { name = "Trash", items = { { name = "Empty Trash" } } },
  } } }
end

local function icon(id, description, process, more)
  local made = { id = id, description = description, title = description, name = id, process = process,
    status = "Active", has_menu = true, answers = true, clicked = "activated", menus = { { name = "Hello" },
      { name = "More", items = { { name = "Deep" } } }, { name = "Off", enabled = false } } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

-- Returns a world with four icons.
function M.icons()
  return forms.world { icons = {
    icon("applet", "Network", "nm-applet"), icon("mail", "3 new mails", "thunderbird", { clicked = "menu" }),
    icon("music", "Music", "player"), icon("window:7", "Old", "player", { has_menu = false,
      bounds = { x = 1, y = 2, width = 20, height = 20 } }),
  } }
end

-- Calls a tool that reads and expects a success. Returns its answer, and its structured content.
function M.read(world, name, args)
  local result = world.call(name, args)
  luaunit.assertNil(result.is_error, result.content[1].text)
  return json.decode(result.content[1].text), result.structured
end

-- Expects that a tool names a panel when there is none.
function M.needs_a_panel(world, name)
  world.failing.tray = world.fail("PROVIDER_UNAVAILABLE", "no panel", { reason = "not running" }, "Start a panel.")
  local _, details = forms.fails(world, "PROVIDER_UNAVAILABLE", name, { identifier = "x", menuPath = "y" })
  luaunit.assertEquals(details.reason, "not running")
end

return M
