local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  local save = { id = "save", depth = 1, role = "button", name = "Save", states = { "enabled", "showing" }, window = 11,
    pid = 100, bounds = { x = 20, y = 60, width = 80, height = 24 }, path = 'button "Save"' }
  world = worlds.fresh { elements = { [100] = { save } } }
end

local function run(options) return require("commands.see").run(options) end

function M.test_lists_without_a_picture()
  local told = run {}
  luaunit.assertStrContains(told.text, 'm1 button "Save" 20,60 80x24\n')
  local element = told.data.elements[1]
  luaunit.assertEquals({ element.mark, element.path }, { "m1", 'button "Save"' })
  luaunit.assertEquals(element.states, { "enabled", "showing" })
  luaunit.assertNil(told.data.path)
  luaunit.assertFalse(world.asked "outline")
end

function M.test_saves_the_picture_with_or_without_numbers()
  luaunit.assertEquals(run({ path = "/home/ann/a.png" }).data.path, "/home/ann/a.png")
  luaunit.assertTrue(world.asked "outline 1")
  world.requests = {}
  run { path = "/home/ann/b.png", plain = true }
  luaunit.assertNotNil(world.nodes["/home/ann/b.png"])
  luaunit.assertFalse(world.asked "outline")
end

function M.test_counts_are_whole_numbers()
  for _, count in ipairs { "0", "-1", "1.5", "5000", "many" } do
    local ok, err = pcall(run, { max_elements = count })
    luaunit.assertFalse(ok)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  end
end

return M
