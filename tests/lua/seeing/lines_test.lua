local lines = require "seeing.lines"
local luaunit = require "luaunit"

local M = {}

local function item(more)
  local made = { mark = 41, role = "button", name = "Save", purpose = "used", states = { enabled = true },
    bounds = { x = 640, y = 410, width = 80, height = 24 } }
  for key, value in pairs(more) do made[key] = value end
  return made
end

function M.test_tells_mark_role_name_place_and_states()
  luaunit.assertEquals(lines.line(item { states = { enabled = true, focused = true, showing = true } }),
    'm41 button "Save" 640,410 80x24 focused')
  luaunit.assertEquals(lines.line(item { states = {} }), 'm41 button "Save" 640,410 80x24 disabled')
  luaunit.assertEquals(lines.line(item { name = "", role = "text", value = "Ada" }), 'm41 text = "Ada" 640,410 80x24')
  luaunit.assertEquals(lines.line(item { purpose = "read", states = {}, from_picture = true }),
    'm41 button "Save" 640,410 80x24 read in the picture')
end

function M.test_names_are_one_short_line()
  luaunit.assertEquals(lines.line(item { name = 'a "b"\nc\\' }), [[m41 button "a \"b\" c\\" 640,410 80x24]])
  luaunit.assertTrue(#lines.line(item { name = ("x"):rep(1000000) }) < 140)
end

function M.test_what_does_not_fit_is_counted()
  local all = { item {}, item {}, item {} }
  local some, missing = lines.lines(all, 2 * (#lines.line(all[1]) + 1))
  luaunit.assertEquals({ #some, missing }, { 2, 1 })
  some, missing = lines.lines(all, 10000)
  luaunit.assertEquals({ #some, missing }, { 3, 0 })
end

return M
