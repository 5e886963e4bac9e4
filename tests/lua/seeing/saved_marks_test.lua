local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp() world = worlds.fresh {} end

local function left()
  local item = { mark = 3, role = "button", name = "Save", window = 11,
    bounds = { x = 1, y = 2, width = 3, height = 4 },
    element = { id = "64-5f-b-cafe-:1.5/object", pid = 100, path = 'frame "F"/button "Save"' } }
  require("seeing.saved_marks").save({ item }, world.windows)
end

function M.test_marks_are_known_to_the_next_process()
  left()
  local node = world.nodes[require("own_files").runtime_folder() .. "/marks.json"]
  luaunit.assertEquals(node.mode, 0x180)
  package.loaded["seeing.marks"], package.loaded["seeing.saved_marks"] = nil, nil
  local saved_marks = require "seeing.saved_marks"
  saved_marks.load()
  local item = require("seeing.marks").find(3)
  luaunit.assertEquals({ item.role, item.name, item.window, item.saved.path },
    { "button", "Save", 11, 'frame "F"/button "Save"' })
  luaunit.assertEquals(item.stack[1].bounds, world.windows[1].bounds)
  local element = { id = "64-5f-b-beef-:1.5/object", role = "button", name = "Save" }
  luaunit.assertTrue(saved_marks.is_same(element, item))
  element.id = "64-5f-b-beef-:1.6/object"
  luaunit.assertFalse(saved_marks.is_same(element, item))
end

function M.test_new_marks_follow_the_old_ones()
  left()
  require("seeing.saved_marks").load()
  local item = { name = "x", bounds = { x = 1, y = 1, width = 1, height = 1 } }
  require("seeing.marks").give(item)
  luaunit.assertEquals(item.mark, 4)
end

function M.test_broken_files_are_no_marks()
  local path = require("own_files").runtime_folder() .. "/marks.json"
  for _, text in ipairs { "", "{", "[]", '{"version":2,"marks":[]}' } do
    world.nodes[path] = nil
    world.put(path, text)
    require("seeing.saved_marks").load()
  end
end

return M
