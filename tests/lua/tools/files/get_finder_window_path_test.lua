local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local function element(depth, role, name, more)
  local made = { id = role .. name .. depth, depth = depth, role = role, name = name, window = 77, pid = 700,
    states = {},
    path = name }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

local function show(class, title, elements)
  table.insert(world.windows, 1, worlds.window(77, 700, title, { app_class = class }))
  world.elements[77] = elements or {}
end

function M.setUp()
  world = forms.world()
  world.nodes["/home/ann/notes"] = { type = "directory", size = 0, modified = 0 }
end

local function read()
  local result = world.call("get_finder_window_path", {})
  luaunit.assertNil(result.is_error, result.content[1].text)
  return result.structured.result
end

function M.test_takes_what_the_manager_tells()
  show("org.gnome.Nautilus", "notes")
  world.file_manager = { pid = 700, executable = "nautilus", windows = {
    { object = "/1", folders = { "/tmp" } }, { object = "/2", folders = { "/home/ann/notes" } } } }
  luaunit.assertEquals(read(), "/home/ann/notes")
end

function M.test_waits_until_the_manager_tells_of_the_window_itself()
  show("org.gnome.Nautilus", "notes")
  world.nodes["/tmp/notes"] = { type = "directory", size = 0, modified = 0 }
  local looks, opened = 0, { { object = "/1", folders = { "/tmp/notes" } } }
  world.file_manager = { pid = 700, executable = "nautilus", objects = { [77] = "/2" }, windows = function()
    looks = looks + 1
    if looks == 3 then opened[2] = { object = "/2", folders = { "/home/ann/notes" } } end
    return opened
  end }
  luaunit.assertEquals(read(), "/home/ann/notes")
  luaunit.assertEquals(looks, 3)
end

function M.test_does_not_wait_for_a_window_whose_tabs_are_told()
  show("org.gnome.Nautilus", "Home", { element(1, "frame", "Home") })
  local looks = 0
  world.file_manager = { pid = 700, executable = "nautilus", objects = { [77] = "/1" }, windows = function()
    looks = looks + 1
    return { { object = "/1", folders = { "/tmp", "/home/ann/notes" } } }
  end }
  local text = forms.fails(world, "UNSUPPORTED", "get_finder_window_path", {})
  luaunit.assertEquals(looks, 1)
  luaunit.assertNotStrContains(tostring(text), "has loaded")
end

function M.test_reads_the_field_for_places()
  show("Thunar", "notes - Thunar", { element(1, "frame", "notes"),
    element(2, "text", "", { value = "/nowhere/" }), element(2, "text", "", { value = "/home/ann/notes/" }) })
  luaunit.assertEquals(read(), "/home/ann/notes")
end

function M.test_reads_a_row_of_buttons_as_far_as_it_is_pressed()
  show("pcmanfm-qt", "ann", { element(1, "frame", "ann"), element(2, "filler", ""),
    element(3, "check box", "notes"), element(3, "check box", "ann", { states = { "checked" } }),
    element(3, "check box", "home"), element(3, "check box", "/"), element(2, "label", "2 items") })
  luaunit.assertEquals(read(), "/home/ann")
end

function M.test_a_full_path_as_title_is_one()
  show("Thunar", "/home/ann/notes")
  luaunit.assertEquals(read(), "/home/ann/notes")
end

function M.test_says_when_none_is_open_and_when_it_cannot_be_told()
  forms.fails(world, "WINDOW_NOT_FOUND", "get_finder_window_path", {})
  show("Thunar", "notes", { element(1, "frame", "notes") })
  forms.fails(world, "UNSUPPORTED", "get_finder_window_path", {})
end

return M
