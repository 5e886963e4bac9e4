local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp()
  world = forms.world { form = { forms.element("combo box", "Page", 20, 60),
    forms.element("page tab", "Second", 20, 90) } }
end

local function open()
  table.insert(world.elements[100], forms.element("menu item", "Landscape", 40, 300, { window = false }))
end

function M.test_a_tab_is_clicked()
  luaunit.assertEquals(forms.done(world, "select", { on = "Second" }).how, "pointer")
  luaunit.assertTrue(world.asked "click 50,80 window=11")
end

function M.test_a_box_is_opened_first()
  world.after = function() open(); world.after = nil end
  forms.done(world, "select", { on = "Page", option = "landscape" })
  luaunit.assertTrue(world.asked "click 50,50 window=11")
  luaunit.assertTrue(world.asked "click 80,310", table.concat(world.requests, "; "))
end

-- Each look takes two seconds; the box opens before the third one.
function M.test_a_box_of_a_busy_program_is_looked_at_several_times()
  local log, looks = world.log, 0
  world.after = function()
    world.after = nil
    world.log = function(what, ...)
      if what == "elements" then
        world.seconds, looks = world.seconds + 2, looks + 1
        if looks == 3 then open() end
      end
      return log(what, ...)
    end
  end
  forms.done(world, "select", { on = "Page", option = "landscape" })
  luaunit.assertTrue(world.asked "click 80,310", table.concat(world.requests, "; "))
end

function M.test_a_disabled_option_is_refused_and_the_box_closed()
  world.after = function()
    open()
    world.elements[100][3].states, world.after = { "showing" }, nil
  end
  luaunit.assertStrContains(forms.fails(world, "UNSUPPORTED", "select", { on = "Page", option = "landscape" }),
    'menu item "Landscape" is disabled')
  luaunit.assertFalse(world.asked "click 80,310")
  luaunit.assertTrue(world.asked "press FF1B")
end

-- A box whose value is `chosen` once its item was clicked.
local function box(chosen)
  local page = forms.element("combo box", "Page", 20, 60, { value = "Portrait" })
  world = forms.world { form = { page } }
  local clicks = 0
  world.after = function()
    clicks = clicks + 1
    if clicks == 1 then open() else page.value = chosen end
  end
  return page
end

function M.test_what_a_box_shows_is_read_back_and_can_be_undone()
  local page = box "Landscape"
  local told = forms.done(world, "select", { on = "Page", option = "landscape" })
  luaunit.assertEquals(told.seen, { '"Landscape" is chosen' })
  luaunit.assertEquals(told.undo, { tool = "select",
    arguments = { on = page.path, app_target = "PID:100", option = "Portrait" } })
end

function M.test_a_box_that_keeps_its_choice_has_not_chosen()
  box "Portrait"
  local text, details = forms.fails(world, "EFFECT_NOT_SEEN", "select", { on = "Page", option = "Landscape" })
  luaunit.assertStrContains(text, '"Portrait" is chosen now')
  luaunit.assertTrue(details.dispatched)
end

function M.test_the_tab_before_can_be_selected_again()
  local first = forms.element("page tab", "First", 20, 60, { states = { "enabled", "selected" } })
  world = forms.world { form = { first, forms.element("page tab", "Second", 20, 90) } }
  luaunit.assertEquals(forms.done(world, "select", { on = "Second" }).undo.arguments,
    { on = first.path, app_target = "PID:100" })
end

function M.test_an_item_of_a_list_needs_no_opening()
  local list = forms.element("list box", "Colours", 20, 60, { states = { "enabled", "focusable" } })
  local item = forms.element("list item", "Green", 20, 90, { depth = 3, states = { "enabled", "selectable" } })
  world = forms.world { form = { list, item } }
  forms.done(world, "select", { on = "Colours", option = "green" })
  luaunit.assertTrue(world.asked "click 60,100" or world.asked "click 50,80", table.concat(world.requests, "; "))
  forms.fails(world, "ELEMENT_NOT_FOUND", "select", { on = "Colours", option = "Blue" })
end

function M.test_a_box_without_the_item_is_closed_again()
  world.after = function() open(); world.after = nil end
  local text = forms.fails(world, "ELEMENT_NOT_FOUND", "select", { on = "Page", option = "Portrait" })
  luaunit.assertStrContains(text, 'menu item "Landscape"')
  luaunit.assertTrue(world.asked "press FF1B")
end

function M.test_the_programs_own_means_come_first()
  world = forms.world { own_acts = { select = function(element) world.log("select " .. element.name) end },
    form = { forms.element("page tab", "Second", 20, 90) } }
  luaunit.assertEquals(forms.done(world, "select", { on = "Second" }).how, "action")
  luaunit.assertTrue(world.asked "select Second")
end

-- Makes a form with a box as Qt tells it: named after its item, with a list in it whose selected item is the one that
-- the keys are at, even when the list has closed. `keys` tells whether keys arrive; "stuck": and clicks close nothing.
-- Returns the box.
local function qt_box(name, items, keys)
  local page = forms.element("combo box", name, 20, 60)
  local rows, at, is_open = {}, nil, false
  world = forms.world { form = { page } }
  for i, item in ipairs(items) do
    rows[i] = forms.element("list item", item, 20, 90 + 30 * i, { depth = 3 })
    world.elements[100][i + 1] = rows[i]
  end
  local function show()
    for i, row in ipairs(rows) do
      row.states = { "selectable", i == at and "selected" or nil }
      row.bounds = is_open and { x = 20, y = 90 + 30 * i, width = 800, height = 20 } or nil
    end
  end
  show()
  local log = world.log
  world.log = function(what, ...)
    log(what, ...)
    local key, count = what:match "^press (%x+).-count=(%d+)"
    key = key or what:match "^press (%x+)"
    if what:find "^click" then
      at, is_open = at or 1, keys == "stuck" or not is_open
    elseif key == "FF1B" then
      if not is_open then world.windows = {} end
      is_open = false
    elseif key and keys == true and is_open then
      if key == "FF54" then at = at + (tonumber(count) or 1) end
      if key == "FF52" then at = at - (tonumber(count) or 1) end
      if key == "FF0D" then page.name, is_open = items[at], false end
    end
    if what:find "^click" or key then show() end
  end
  return page
end

function M.test_an_item_is_chosen_by_keys_wherever_it_is_reported()
  local page = qt_box("Red", { "Red", "Green", "Blue" }, true)
  local told = forms.done(world, "select", { on = "Red", option = "blue" })
  luaunit.assertEquals({ page.name, told.how, told.seen }, { "Blue", "keys", { '"Blue" is chosen' } })
  luaunit.assertEquals(told.undo.arguments.option, "Red")
end

-- Its list is closed by a click beside it, and the item that was selected there is not chosen.
function M.test_an_item_that_is_selected_in_the_list_alone_is_not_chosen()
  local page = qt_box("Red", { "Red", "Green", "Blue" }, false)
  local text = forms.fails(world, "EFFECT_NOT_SEEN", "select", { on = "Red", option = "Green" })
  luaunit.assertStrContains(text, '"Red" is chosen now')
  luaunit.assertEquals(page.name, "Red")
end

function M.test_no_list_is_left_open()
  qt_box("Red", { "Red", "Green" }, "stuck")
  forms.fails(world, "EFFECT_NOT_SEEN", "select", { on = "Red", option = "Green" })
  luaunit.assertTrue(world.asked "press FF1B")
  luaunit.assertNil(world.elements[100][2].bounds)
end

function M.test_a_text_without_items_is_not_clicked()
  world = forms.world { form = { forms.element("label", "Notes", 20, 60, { bounds = { x = 20, y = 20, width = 80,
    height = 20 } }) } }
  luaunit.assertStrContains(forms.fails(world, "INVALID_ARGUMENT", "select", { on = "Notes", option = "L" }),
    'label "Notes" has no items')
  luaunit.assertFalse(world.asked "click 60,30 window=11")
  luaunit.assertFalse(world.asked "press FF1B")
end

function M.test_no_escape_where_nothing_has_opened()
  local text, details = forms.fails(world, "ELEMENT_NOT_FOUND", "select", { on = "Page", option = "Portrait" })
  luaunit.assertStrContains(text, "'Portrait' is not offered, and nothing has opened")
  luaunit.assertFalse(world.asked "press FF1B")
  luaunit.assertTrue(details.dispatched)
end

-- The program's other menus and lists are not what the box offers.
function M.test_items_that_were_shown_before_are_not_offered()
  table.insert(world.elements[100], forms.element("menu item", "File", 20, 20))
  local text = forms.fails(world, "ELEMENT_NOT_FOUND", "select", { on = "Page", option = "File" })
  luaunit.assertNil(text:find("menu item", 1, true))
end

function M.test_the_label_in_a_box_stands_for_the_box()
  local page = qt_box("GtkDropDown", { "Red", "Green" }, true)
  local label = forms.element("label", "Red", 30, 62, { depth = 3 })
  table.insert(world.elements[100], 2, label)
  local log = world.log
  world.log = function(...)
    log(...)
    if page.name ~= "GtkDropDown" then label.name, page.name = page.name, "GtkDropDown" end
  end
  local told = forms.done(world, "select", { on = "Red", option = "Green" })
  luaunit.assertEquals({ label.name, told.seen }, { "Green", { '"Green" is chosen' } })
  luaunit.assertEquals(told.undo.arguments.option, "Red")
end

function M.test_an_item_of_a_box_is_selected_in_the_box()
  local page = qt_box("Red", { "Red", "Green" }, true)
  local item = world.elements[100][3]
  local _, err = try(require("acting.pointing").place, { element = item, text = "it" })
  luaunit.assertEquals(err.hint, 'Use `select` on combo box "Red" with option "Green".')
  forms.done(world, "click", { on = "Red" })
  forms.done(world, "select", { on = "Green" })
  luaunit.assertEquals(page.name, "Green")
end

-- Browsers tell what a box holds by the item inside of it that is selected.
function M.test_a_box_that_tells_by_its_items_is_read_back()
  local chosen, other = { "selectable", "selected" }, { "selectable", "sensitive", "enabled" }
  local function item(name, states)
    local made = forms.element("menu item", name, 40, 300, { window = false, depth = 3, states = states })
    made.bounds = nil
    return made
  end
  local page = forms.element("combo box", "Page", 20, 60, { depth = 2, states = { "expandable", "enabled" } })
  world = forms.world { form = { page, item("Portrait", chosen), item("Landscape", other) } }
  world.elements[100][2].bounds = page.bounds -- Chromium's closed boxes show it
  local clicks = 0 -- and presses: the box, Down, Return
  world.after = function()
    clicks = clicks + 1
    local items = world.elements[100]
    items[3].states = { "selectable", "showing", "sensitive", "enabled" }
    page.states[3] = clicks < 3 and "expanded" or nil
    items[3].bounds = clicks < 3 and { x = 40, y = 300, width = 80, height = 20 } or nil
    if clicks > 1 then items[2].states, items[3].states = other, chosen end
  end
  local told = forms.done(world, "select", { on = "Page", option = "landscape" })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { '"Landscape" is chosen' } })
  luaunit.assertEquals(told.undo.arguments.option, "Portrait")
end

return M
