local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local function opens(path)
  local folder = path:match "([^/]+)/[^/]*$"
  table.insert(world.windows, 1, worlds.window(77, 700, folder, { app_class = "Thunar" }))
end

function M.setUp()
  world = forms.world()
  world.nodes["/home/ann/letter.txt"] = { type = "file", size = 3, modified = 0 }
  world.file_manager = { pid = 700, executable = "thunar", shows = opens }
end

function M.test_shows_a_file_and_names_the_manager()
  local told = forms.done(world, "reveal_in_finder", { path = "~/letter.txt" })
  luaunit.assertTrue(world.asked "show /home/ann/letter.txt")
  luaunit.assertEquals(told.facts, { manager = "thunar" })
  luaunit.assertEquals(told.window.id, 77)
  luaunit.assertEquals(told.seen, { "thunar shows window 77" })
  luaunit.assertEquals(told.undo, { tool = "window", arguments = { action = "close", windowId = 77 } })
end

function M.test_a_window_that_was_there_is_not_to_be_closed()
  opens "/home/other/letter.txt"
  world.file_manager.shows = function(path)
    table.remove(world.windows, 1)
    opens(path)
  end
  local told = forms.done(world, "reveal_in_finder", { path = "~/letter.txt" })
  luaunit.assertEquals(told.window.id, 77)
  luaunit.assertNil(told.undo)
end

function M.test_waits_for_the_window()
  world.file_manager.shows = nil
  world.happens = { function()
    opens "/home/ann/letter.txt"
    return { kind = "window.opened" }
  end }
  luaunit.assertEquals(forms.done(world, "reveal_in_finder", { path = "/home/ann/letter.txt" }).window.id, 77)
end

function M.test_a_manager_that_shows_nothing_is_found_out()
  world.file_manager.shows, world.happens = nil, {}
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "reveal_in_finder", { path = "/home/ann/letter.txt" })
  luaunit.assertStrContains(text, "thunar took the call and shows nothing")
  luaunit.assertTrue(details.dispatched)
end

function M.test_a_dialog_shows_no_file()
  world.file_manager.shows = function()
    table.insert(world.windows, 1, worlds.window(77, 700, "Error", { app_class = "Thunar", type = "dialog" }))
  end
  world.happens = {}
  forms.fails(world, "EFFECT_NOT_SEEN", "reveal_in_finder", { path = "/home/ann/letter.txt" })
end

function M.test_refuses_what_is_no_file()
  for _, path in ipairs { "/home/ann/none", "/home/ann/$(reboot)" } do
    forms.fails(world, "FILE_IO_ERROR", "reveal_in_finder", { path = path })
  end
  for _, path in ipairs { "/home/a\nb", "/home/a\0b", "/" .. ("x"):rep(4096) } do
    forms.fails(world, "INVALID_ARGUMENT", "reveal_in_finder", { path = path })
  end
  luaunit.assertFalse(world.asked "show")
end

function M.test_tells_that_there_is_no_manager()
  world.file_manager = nil
  forms.fails(world, "PROVIDER_UNAVAILABLE", "reveal_in_finder", { path = "/home/ann/letter.txt" })
end

return M
