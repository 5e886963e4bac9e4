local forms = require "fakes.forms"
local luaunit = require "luaunit"
local reads = require "fakes.reads"

local M = {}
local world

function M.setUp() world = forms.world() end

function M.test_windows_have_the_places_of_their_frames()
  local list = reads.done(world, "list_windows")
  luaunit.assertEquals(#list, #world.windows)
  luaunit.assertEquals(list[1], { title = "Inbox: mail — Firefox", appName = "Firefox", position = { x = 8, y = 0 },
    size = { width = 304, height = 222 }, id = 11, focused = true })
  luaunit.assertTrue(list[6].minimized)
end

function M.test_windows_may_have_no_places()
  forms.without_places(world)
  local list = reads.done(world, "list_windows")
  luaunit.assertEquals(list[1], { title = "Inbox: mail — Firefox", appName = list[1].appName, id = 11, focused = true })
end

function M.test_one_application()
  local list = reads.done(world, "list_windows", { appName = "Firefox" })
  luaunit.assertEquals({ #list, list[1].id, list[3].id }, { 3, 11, 13 })
  forms.fails(world, "APP_NOT_FOUND", "list_windows", { appName = "nosuch" })
  luaunit.assertEquals(#reads.done(world, "list_windows", { appName = "" }), #world.windows)
end

function M.test_pages()
  local first, result = reads.done(world, "list_windows", { limit = 3 })
  luaunit.assertEquals(#first, 3)
  world.windows = {}
  local second = reads.done(world, "list_windows", { limit = 10, cursor = result.structured.next_cursor })
  luaunit.assertEquals({ #second, second[1].id }, { 4, 21 })
  forms.fails(world, "INVALID_ARGUMENT", "list_windows", { cursor = "ff.1" })
end

function M.test_names_with_controls_are_refused_before_anything_is_asked()
  for _, name in ipairs { "a\0b", "a\nb", ("x"):rep(256) } do
    world.requests = {}
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "list_windows", { appName = name })
    luaunit.assertEquals({ details.field, #world.requests }, { "appName", 0 })
  end
end

return M
