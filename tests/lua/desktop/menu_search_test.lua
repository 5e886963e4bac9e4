local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function opened()
  worlds.fresh()
  return require "desktop.menu_search"
end

local function refused(work, search)
  local ok, err = pcall(work, search)
  luaunit.assertFalse(ok)
  return err
end

function M.test_a_long_level_is_cut_in_the_message()
  local names = {}
  for i = 1, 40 do names[i] = "Item " .. i end
  local err = refused(opened().item,
    { failed_at = 1, alike = 0, available = names, names = { "Other" }, left_out = 60 })
  luaunit.assertEquals(err.code, "ELEMENT_NOT_FOUND")
  luaunit.assertStrContains(err.message, "the menu has no item 'Other'")
  luaunit.assertStrContains(err.hint, "'Item 25' and 75 more")
  luaunit.assertEquals(#err.details.available, 40)
end

function M.test_what_was_not_read_is_told()
  local err = refused(opened().item, { failed_at = 2, alike = 0, available = { "One", "Two" },
    names = { "Many", "Last" }, left_out = 4500, unread = 4498 })
  luaunit.assertEquals(err.message, "'Many' has no item 'Last' among its first 4")
  luaunit.assertStrContains(err.hint, "4498 of them were not read")
end

function M.test_a_level_without_items()
  local err = refused(opened().item,
    { failed_at = 2, alike = 0, available = {}, names = { "File", "New" }, left_out = 0 })
  luaunit.assertStrContains(err.message, "'File' has no items")
end

function M.test_what_was_chosen()
  local search = opened()
  local item = { enabled = true, has_submenu = false }
  luaunit.assertEquals({ search.chosen { item = item, chosen = true, answered = false, names = { "A" } } },
    { item, false })
  luaunit.assertEquals(refused(search.chosen, { item = { enabled = false }, chosen = false, names = { "A" } }).code,
    "UNSUPPORTED")
end

return M
