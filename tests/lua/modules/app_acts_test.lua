local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world, acts

function M.setUp()
  world = forms.world()
  world.put("/usr/share/applications/org.gnome.gedit.desktop",
    "[Desktop Entry]\nType=Application\nName=Text Editor\nExec=gedit\n")
  acts = require "app_acts"
end

function M.test_launch_gives_the_window()
  world.put("/proc/4711/stat", "4711 (gedit) S 1 1")
  world.happens = { { kind = "window.opened", window = { id = 77, pid = 4711, title = "Untitled" } } }
  luaunit.assertEquals(acts.launch("Text Editor").id, 77)
  luaunit.assertTrue(world.asked "launch gedit")
end

function M.test_quit_asks_every_window()
  world.closes = true
  luaunit.assertNil(acts.quit "Firefox")
  luaunit.assertTrue(world.asked "close 13")
end

function M.test_a_name_is_needed()
  for _, name in ipairs { 7, "", {} } do
    local _, err = try(acts.launch, name)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  end
end

return M
