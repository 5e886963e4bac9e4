local luaunit = require "luaunit"
local worlds = require "fakes.menu_world"

local M = {}
local world

function M.setUp() world = worlds.icons() end

function M.test_icons_have_positions()
  luaunit.assertEquals(worlds.read(world, "list_status_bar_items")[2],
    { description = "3 new mails", position = 2, processName = "thunderbird", status = "Active", hasMenu = true })
  world.icons[1].answers = false
  luaunit.assertIs(worlds.read(world, "list_status_bar_items")[1].answers, false)
end

function M.test_long_lists_have_pages()
  local first, structured = worlds.read(world, "list_status_bar_items", { limit = 3 })
  luaunit.assertEquals(#first, 3)
  world.icons = {}
  local rest = worlds.read(world, "list_status_bar_items", { cursor = structured.next_cursor })
  luaunit.assertEquals({ #rest, rest[1].position }, { 1, 4 })
end

function M.test_without_a_panel()
  worlds.needs_a_panel(world, "list_status_bar_items")
end

return M
