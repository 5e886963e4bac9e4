local forms = require "fakes.forms"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

local function element(depth, role, name, ...)
  return { id = role .. name .. depth, depth = depth, role = role, name = name, window = 77, pid = 700,
    states = { ... }, path = name }
end

function M.setUp()
  world = forms.world()
  for _, name in ipairs { "one.txt", "two.txt" } do
    world.nodes["/home/ann/" .. name] = { type = "file", size = 1, modified = 0 }
  end
  table.insert(world.windows, 1, worlds.window(77, 700, "ann", { app_class = "pcmanfm-qt" }))
  world.file_manager = { pid = 700, executable = "pcmanfm-qt",
    windows = { { object = "", folders = { "/home/ann" } } } }
end

local function read(args)
  local result = world.call("get_selected_files", args or {})
  luaunit.assertNil(result.is_error, result.content[1].text)
  return result.structured.result
end

function M.test_names_what_is_marked()
  world.elements[77] = { element(1, "frame", "ann"), element(2, "list item", "one.txt", "selectable"),
    element(2, "list item", "two.txt", "selectable", "selected"), element(2, "table cell", "elsewhere", "selected") }
  luaunit.assertEquals(read(), { "/home/ann/two.txt" })
end

-- The name may be that of a label within the cell.
function M.test_looks_into_cells()
  world.elements[77] = { element(1, "frame", "ann"), element(2, "table cell", "", "selected"),
    element(3, "label", "one.txt"), element(2, "table cell", "", "selectable"), element(3, "label", "two.txt") }
  luaunit.assertEquals(read(), { "/home/ann/one.txt" })
end

function M.test_nothing_may_be_selected()
  world.elements[77] = { element(1, "frame", "ann"), element(2, "list item", "one.txt", "selectable") }
  luaunit.assertEquals(read(), {})
end

function M.test_asks_for_the_clipboard_where_nothing_is_marked()
  world.elements[77] = { element(1, "frame", "ann") }
  local text = forms.fails(world, "UNSUPPORTED", "get_selected_files", {})
  luaunit.assertStrContains(text, "through_clipboard")
end

function M.test_reads_through_the_clipboard_and_restores_it()
  world.copied, world.happens = { text = "before" }, {}
  world.after = function(what)
    if what ~= "press" then return end
    world.copied = { files = { "/home/ann/one.txt" } }
    world.happens[1] = { kind = "clipboard.changed" }
  end
  luaunit.assertEquals(read { through_clipboard = true }, { "/home/ann/one.txt" })
  luaunit.assertEquals(world.copied, { text = "before" })
  luaunit.assertTrue(world.asked "press Ctrl+C window=77")
  -- Nothing is selected: nothing is copied.
  world.after, world.happens = nil, {}
  luaunit.assertEquals(read { through_clipboard = true }, {})
  luaunit.assertEquals(world.copied, { text = "before" })
end

function M.test_restores_the_clipboard_after_a_failure()
  world.copied = { text = "before" }
  world.failing.press = world.fail("FOCUS_REFUSED", "another window")
  forms.fails(world, "FOCUS_REFUSED", "get_selected_files", { through_clipboard = true })
  luaunit.assertEquals(world.copied, { text = "before" })
end

return M
