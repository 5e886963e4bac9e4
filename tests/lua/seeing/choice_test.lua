local choice = require "seeing.choice"
local luaunit = require "luaunit"

local M = {}

local picture = { x = 0, y = 0, width = 800, height = 600 }
local shown = { "enabled", "sensitive", "showing", "visible" }

local function element(depth, role, name, x, y, more)
  local made = { id = role .. name .. x, depth = depth, role = role, name = name, states = shown,
    bounds = { x = x, y = y, width = 80, height = 24 } }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

local function states(...) return { "showing", ... } end

local function told(items)
  local words = {}
  for i, item in ipairs(items) do words[i] = item.role .. " " .. item.name end
  return table.concat(words, "; ")
end

function M.test_takes_what_can_be_used_or_read()
  local items = choice.items({
    element(1, "frame", "Order", 0, 0), element(2, "panel", "", 0, 0), element(3, "label", "Customer", 0, 30),
    element(3, "text", "", 100, 30), element(3, "label", "", 200, 30), element(3, "button", "Save", 0, 60),
    element(3, "panel", "Canvas", 0, 90, { states = states "focusable" }),
  }, picture)
  luaunit.assertEquals(told(items), "label Customer; text ; button Save; panel Canvas")
end

function M.test_takes_the_parts_of_a_paragraph_rather_than_the_whole()
  local items = choice.items({
    element(1, "document web", "Page", 0, 0), element(2, "paragraph", "", 0, 0, { value = "See \u{FFFC}" }),
    element(3, "static", "See ", 0, 0), element(3, "link", "more", 40, 0),
    element(2, "paragraph", "", 0, 30, { value = "Alone" }), element(2, "static", "Beside", 0, 60),
  }, picture)
  luaunit.assertEquals(told(items), "static See ; link more; paragraph ; static Beside")
end

function M.test_takes_a_control_in_a_control_of_the_same_name_once()
  local items = choice.items({
    element(1, "frame", "Editor", 0, 0), element(2, "button", "View", 0, 0), element(3, "panel", "", 0, 0),
    element(4, "button", "View", 10, 0), element(2, "button", "View", 200, 0),
    element(3, "button", "View", 400, 0, { bounds = { x = 400, y = 0, width = 20, height = 20 } }),
  }, picture)
  luaunit.assertEquals(#items, 3)
  luaunit.assertEquals({ items[1].bounds.x, items[2].bounds.x, items[3].bounds.x }, { 0, 200, 400 })
end

function M.test_takes_a_drop_down_for_the_button_that_covers_it()
  local items = choice.items({
    element(1, "combo box", "GtkDropDown", 0, 0), element(2, "button", "GtkToggleButton", 2, 2),
    element(1, "combo box", "Editable", 0, 60),
    element(2, "toggle button", "", 70, 60, { bounds = { x = 70, y = 60, width = 10, height = 24 } }),
  }, picture)
  luaunit.assertEquals(told(items), "combo box GtkDropDown; combo box Editable; toggle button ")
end

function M.test_takes_a_toggle_button_for_the_menu_button_that_holds_it()
  local items = choice.items({
    element(1, "frame", "Editor", 0, 0), element(2, "button", "Menu", 0, 0),
    element(3, "toggle button", "Menu", 0, 0, { states = states("focused", "has popup") }),
  }, picture)
  luaunit.assertEquals(told(items), "button Menu")
  luaunit.assertEquals({ items[1].states.focused, items[1].rank }, { true, 1 })
end

function M.test_empty_cells_of_a_sheet_come_last()
  local items = choice.items({
    element(1, "table cell", "A1", 0, 0, { value = "" }), element(1, "table cell", "A2", 0, 30, { value = "7" }),
    element(1, "table cell", "Row of a list", 0, 60),
  }, picture)
  luaunit.assertEquals(told((choice.choose(items, 9))), "table cell A2; table cell Row of a list; table cell A1")
end

function M.test_leaves_out_what_does_not_show()
  local items = choice.items({
    element(1, "button", "Hidden", 0, 0, { bounds = false }), element(1, "button", "Far", 900, 0),
    element(1, "button", "Thin", 0, 0, { bounds = { x = 798, y = 0, width = 80, height = 24 } }),
    element(1, "button", "Cut", 0, 0, { bounds = { x = 780, y = 0, width = 80, height = 24 } }),
  }, picture)
  luaunit.assertEquals(told(items), "button Cut")
  luaunit.assertEquals(items[1].bounds, { x = 780, y = 0, width = 20, height = 24 })
end

function M.test_takes_what_only_its_bounds_tell_to_be_shown()
  local items = choice.items({ element(1, "button", "Save", 0, 0, { states = { "enabled", "visible" } }) }, picture)
  luaunit.assertEquals(told(items), "button Save")
end

function M.test_leaves_out_labels_that_repeat_their_control()
  local items = choice.items({
    element(1, "button", "Save", 0, 0), element(2, "panel", "", 0, 0), element(3, "label", "Save", 0, 0),
    element(2, "label", "Ctrl+S", 0, 0), element(1, "label", "Save", 0, 60),
  }, picture)
  luaunit.assertEquals(told(items), "button Save; label Ctrl+S; label Save")
end

function M.test_a_button_is_called_after_the_text_that_fills_it()
  local items = choice.items({
    element(1, "button", "7 7", 0, 0), element(2, "label", "7", 0, 0),
    element(1, "button", "GtkButton", 100, 0), element(2, "label", "π", 100, 0),
    element(1, "button", "Save it", 200, 0), element(2, "label", "it", 200, 0),
  }, picture)
  luaunit.assertEquals(told(items), "button 7; button π; button Save it; label it")
end

function M.test_a_button_named_after_its_class_is_the_one_in_it()
  local items = choice.items({
    element(1, "button", "GtkMenuButton", 0, 0), element(2, "toggle button", "Open", 2, 2),
    element(1, "button", "GtkMenuButton", 100, 0), element(2, "toggle button", "", 102, 2),
  }, picture)
  luaunit.assertEquals(told(items), "toggle button Open; button GtkMenuButton; toggle button ")
end

function M.test_the_focus_comes_first_and_menus_last()
  local chosen, missing = choice.choose(choice.items({
    element(1, "menu", "File", 0, 0), element(1, "scroll bar", "", 700, 30), element(1, "button", "Save", 0, 200),
    element(1, "text", "Name", 0, 300, { states = states "focused" }), element(1, "button", "Open", 100, 202),
  }, picture), 4)
  luaunit.assertEquals(told(chosen), "text Name; button Save; button Open; menu File")
  luaunit.assertEquals(missing, 1)
end

function M.test_what_shows_at_no_known_place_is_an_item()
  local function without_place(more)
    local made = element(3, "menu item", "Select All", 0, 0, more)
    made.bounds = nil
    return made
  end
  local items = choice.items({ element(1, "menu", "Edit", 0, 0), without_place { unplaced = true }, without_place {} },
    picture)
  luaunit.assertEquals(told(items), "menu Edit; menu item Select All")
  luaunit.assertNil(items[2].bounds)
end

function M.test_many_cells_leave_room_for_buttons()
  local elements = { element(1, "text", "Name", 0, 0) }
  for row = 1, 9 do elements[#elements + 1] = element(1, "table cell", "file" .. row, 0, 30 * row) end
  elements[#elements + 1] = element(1, "button", "Save", 0, 400)
  local chosen, missing = choice.choose(choice.items(elements, picture), 4)
  luaunit.assertEquals(told(chosen), "text Name; table cell file1; table cell file2; button Save")
  luaunit.assertEquals(missing, 7)
  luaunit.assertEquals(told((choice.choose(choice.items(elements, picture), 1))), "text Name")
end

function M.test_a_text_narrows_the_choice()
  local items = choice.items({
    element(1, "button", "Save as", 0, 0), element(1, "text", "", 0, 40, { value = "saved" }),
    element(1, "button", "Open", 0, 80),
  }, picture)
  luaunit.assertEquals(told(choice.choose(items, 9, "SAVE")), "button Save as; text ")
  luaunit.assertEquals(told(choice.choose(items, 9, "button")), "button Save as; button Open")
end

return M
