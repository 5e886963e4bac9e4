local computer = require "fakes.computer"
local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world, asked
local kSentence = 'Class: click button "Save" in window 11 "Inbox: mail — Firefox" by its action'

-- A client whose answers to questions are `action`; between question and answer, `meanwhile` happens.
local function client_that(action, meanwhile)
  world.environment.PEEKABOO_CONFIRM_BY = "client"
  world.client = { name = "client", version = "1", capabilities = { elicitation = {} } }
  world.ask = function(questions)
    local answers = {}
    for key, question in pairs(questions) do
      asked[#asked + 1] = question.elicit
      answers[key] = { action = action }
    end
    if meanwhile then meanwhile() end
    return answers
  end
end

function M.setUp()
  world, asked = forms.world(), {}
  world.must_confirm = { input = true }
  world.own_acts = nil
end

local function click() return forms.done(world, "click", { on = "Save" }) end
local function refused() return forms.fails(world, "NOT_CONFIRMED", "click", { on = "Save" }) end

function M.test_the_person_is_asked_whatever_the_client_says()
  client_that "accept"
  world.environment.PEEKABOO_CONFIRM_BY = "person"
  refused()
  luaunit.assertEquals(asked, {})
  luaunit.assertEquals(world.questions[1].text, kSentence)
  world.environment.PEEKABOO_CONFIRM_BY = "perhaps"
  refused()
  world.confirmation = "allowed"
  click()
  luaunit.assertTrue(world.asked "click")
end

function M.test_the_client_is_asked_where_the_setting_says_so()
  client_that "accept"
  click()
  luaunit.assertEquals(asked, { "Allow this act: " .. kSentence .. "?" })
  luaunit.assertNil(world.questions)
  luaunit.assertTrue(world.asked "click")
end

function M.test_no_and_silence_refuse()
  for _, action in ipairs { "decline", "cancel" } do
    client_that(action)
    luaunit.assertStrContains(refused(), action)
  end
  luaunit.assertFalse(world.asked "click")
end

function M.test_a_client_that_cannot_be_asked_is_refused_at_once()
  client_that "accept"
  world.client.capabilities = {}
  local text, details = refused()
  luaunit.assertStrContains(text, "PEEKABOO_CONFIRM_BY=person")
  luaunit.assertEquals(details.reason, "no elicitation")
  world.client = nil
  refused()
  luaunit.assertEquals(asked, {})
end

function M.test_what_became_another_act_is_not_done()
  client_that("accept", function() world.windows[1].title = "Delete everything" end)
  local text, details = refused()
  luaunit.assertStrContains(text, "Delete everything")
  luaunit.assertEquals(details.reason, "changed")
  luaunit.assertFalse(world.asked "click")
end

function M.test_a_dry_run_asks_nobody()
  client_that "decline"
  forms.done(world, "click", { on = "Save", dry_run = true })
  luaunit.assertEquals(asked, {})
end

-- Returns a world where only destructive acts are asked about, with one element more.
local function world_with(role, name)
  local bounds = { x = 10, y = 20, width = 300, height = 200 }
  local form = { forms.element("frame", "Inbox", 10, 20, { depth = 1, bounds = bounds }),
    forms.element(role, name, 20, 60) }
  world = forms.world { form = form }
  world.must_confirm = { destructive = true }
end

function M.test_grave_words_make_an_act_destructive()
  for _, name in ipairs { "Log Out", "_Log Out…", "Delete permanently", "Restart now", "Empty &Trash", "ERASE",
    "Delete" } do
    world_with("button", name)
    forms.fails(world, "NOT_CONFIRMED", "click", { on = name })
    luaunit.assertFalse(world.asked "click")
    luaunit.assertStrContains(world.questions[1].text, "Class: click button ")
  end
  for _, name in ipairs { "Undelete", "Blog Out", "Information", "Restarts", "Login" } do
    world_with("button", name)
    forms.done(world, "click", { on = name })
  end
end

function M.test_only_disks_are_formatted()
  local rows = {
    { "Format", true }, { "_Format…", true }, { "Format...", true }, { "FORMAT", true }, { "Format Disk…", true },
    { "Format the SD card", true }, { "Format selected partitions", true }, { "Format as a volume", true },
    { "Use Text Format!", false }, { "Text Format", false }, { "Format Cells...", false }, { "File format", false },
    { "Paste without formatting", false }, { "Paste Unformatted Text", false },
    { "Format Paintbrush", false },
    { "Format Cardinal", false }, { "Number Format: Standard", false },
  }
  for _, row in ipairs(rows) do
    world_with("button", row[1])
    if row[2] then
      forms.fails(world, "NOT_CONFIRMED", "click", { on = row[1] })
    else
      forms.done(world, "click", { on = row[1] })
    end
    luaunit.assertEquals(world.asked "click", not row[2], row[1])
  end
end

function M.test_a_menu_of_qt_is_an_item_that_only_opens()
  for holder, is_menu in pairs { ["menu bar"] = true, ["popup menu"] = false } do
    world_with("menu item", "Format")
    world.elements[100][2].depth = 3
    table.insert(world.elements[100], 2, forms.element(holder, "", 20, 60))
    if is_menu then
      forms.done(world, "click", { on = "Format" })
    else
      forms.fails(world, "NOT_CONFIRMED", "click", { on = "Format" })
    end
  end
end

function M.test_a_path_of_menus_is_asked_about_for_its_end()
  world_with("menu item", "Format")
  forms.fails(world, "NOT_CONFIRMED", "menu", { menuPath = "Format > Erase" })
  luaunit.assertStrContains(world.questions[1].text, "Format > Erase")
  world.elements[100][3] = forms.element("menu item", "Character…", 20, 90)
  forms.done(world, "menu", { menuPath = "Format > Character…" })
end

function M.test_a_menu_only_opens()
  world_with("menu", "Format")
  forms.done(world, "click", { on = "Format" })
  world_with("menu item", "Format")
  forms.fails(world, "NOT_CONFIRMED", "click", { on = "Format" })
end

function M.test_the_words_can_be_set()
  world_with("button", "Launch missiles")
  world.environment.PEEKABOO_CONFIRM_WORDS = "launch, self destruct,,"
  forms.fails(world, "NOT_CONFIRMED", "click", { on = "Launch missiles" })
  world_with("button", "Log Out")
  world.environment.PEEKABOO_CONFIRM_WORDS = ","
  forms.done(world, "click", { on = "Log Out" })
end

-- Returns a world of a window with these elements, where only destructive acts are asked about.
local function world_of(...)
  local bounds = { x = 10, y = 20, width = 300, height = 200 }
  world = forms.world { form = { forms.element("frame", "Send message", 10, 20, { depth = 1, bounds = bounds }), ... } }
  world.must_confirm = { destructive = true }
end

local focused = { states = { "enabled", "sensitive", "focusable", "focused" } }

function M.test_what_only_shows_or_chooses_is_not_grave()
  for role, asks in pairs { ["check box"] = false, ["radio button"] = false, text = false, ["page tab"] = false,
    ["list item"] = true, label = true, link = true } do
    world_with(role, "Delete")
    if asks then
      forms.fails(world, "NOT_CONFIRMED", "click", { on = "Delete" })
    else
      forms.done(world, "click", { on = "Delete" })
    end
  end
  world_with("list item", "Delete me.txt")
  forms.done(world, "click", { on = "Delete me.txt" })
end

function M.test_the_element_at_a_place_is_looked_up()
  world_of(forms.element("panel", "", 20, 60), forms.element("button", "Empty Trash", 20, 60, { depth = 3 }),
    forms.element("image", "", 20, 60, { depth = 4 }), forms.element("button", "Cancel", 120, 60))
  forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
  luaunit.assertEquals(world.questions[1].text,
    'Class: click at 30,65 in window 11 "Inbox: mail — Firefox", on button "Empty Trash"')
  for _, tool in ipairs { "click", "double_click" } do forms.fails(world, "NOT_CONFIRMED", tool, { x = 30, y = 65 }) end
  luaunit.assertFalse(world.asked "click")
  forms.done(world, "click", { x = 130, y = 65 })
  forms.done(world, "click", { x = 200, y = 200 })
  world.confirmation = "allowed"
  forms.done(world, "click", { x = 30, y = 65 })
end

function M.test_a_button_without_a_name_has_that_of_its_label()
  world_of(forms.element("button", "", 20, 60), forms.element("label", "Delete", 20, 60, { depth = 3 }))
  forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
end

function M.test_an_open_menu_lies_over_the_window()
  world_of(forms.element("menu item", "Delete", 20, 60), forms.element("button", "Save", 20, 60))
  forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
  local popup = forms.element("button", "Delete", 20, 60)
  popup.window = nil
  world_of(popup, forms.element("button", "Save", 20, 60))
  forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
end

function M.test_a_drag_presses_where_it_ends()
  world_of(forms.element("button", "Delete", 20, 60), forms.element("text", "", 120, 60))
  forms.fails(world, "NOT_CONFIRMED", "drag", { startX = 30, startY = 65, endX = 31, endY = 65 })
  forms.done(world, "drag", { startX = 30, startY = 65, endX = 130, endY = 65 })
end

function M.test_keys_press_what_has_the_focus()
  world_of(forms.element("button", "Delete", 20, 60, focused), forms.element("text", "", 120, 60))
  for _, key in ipairs { "Return", "KP_Enter", "space", "shift+Return" } do
    forms.fails(world, "NOT_CONFIRMED", "press_key", { key = key })
  end
  forms.fails(world, "NOT_CONFIRMED", "key_combination", { key = "Return", modifiers = "ctrl" })
  forms.fails(world, "NOT_CONFIRMED", "type_text", { text = " " })
  luaunit.assertStrContains(world.questions[1].text, ', on button "Delete"')
  for _, key in ipairs { "Tab", "Down", "ctrl+s" } do forms.done(world, "press_key", { key = key }) end
  world_of(forms.element("button", "Delete", 20, 60), forms.element("button", "Save", 120, 60, focused))
  forms.done(world, "press_key", { key = "Return" })
end

function M.test_keys_press_the_item_that_a_menu_has_selected()
  local selected = { states = { "enabled", "selected" } }
  world_of(forms.element("menu item", "Delete", 20, 60, selected))
  forms.fails(world, "NOT_CONFIRMED", "press_key", { key = "Return" })
  world.elements[100][2].bounds = nil -- in a closed menu
  forms.done(world, "press_key", { key = "Return" })
end

function M.test_return_presses_the_default_button()
  world_of(forms.element("button", "Send", 20, 60, { states = { "enabled", "sensitive", "is default" } }),
    forms.element("text", "", 120, 60, { states = { "editable", "focused" } }))
  forms.fails(world, "NOT_CONFIRMED", "press_key", { key = "Return" })
  forms.fails(world, "NOT_CONFIRMED", "type_text", { text = "Ada\n" })
  forms.done(world, "press_key", { key = "space" })
  forms.done(world, "type_text", { text = "Ada Lovelace" })
end

function M.test_nothing_is_looked_up_unless_the_answer_depends_on_it()
  world_of(forms.element("button", "Delete", 20, 60, focused))
  local function reads(tool, args)
    world.requests = {}
    world.call(tool, args)
    return world.asked "elements"
  end
  local click_there = { x = 30, y = 65, verify = 0 }
  luaunit.assertTrue(reads("click", click_there))
  luaunit.assertFalse(reads("click", { x = 30, y = 65, dry_run = true }))
  luaunit.assertFalse(reads("move_mouse", { x = 30, y = 65 }))
  luaunit.assertFalse(reads("press_key", { key = "Tab", verify = 0 }))
  for _, effects in ipairs { {}, { input = true, destructive = true } } do
    world.must_confirm = effects
    for _, name in ipairs { "pressed", "grave" } do package.loaded["acting.confirmation." .. name] = nil end
    luaunit.assertFalse(reads("click", click_there))
    luaunit.assertFalse(reads("press_key", { key = "Tab", verify = 0 }))
    luaunit.assertNil(package.loaded["acting.confirmation.pressed"])
    luaunit.assertNil(package.loaded["acting.confirmation.grave"])
  end
end

function M.test_a_lookup_that_fails_stops_nothing()
  world_of(forms.element("button", "Delete", 20, 60))
  world.failing.elements = world.fail("TIMEOUT", "no answer")
  forms.done(world, "click", { x = 30, y = 65 })
  world.failing.elements = world.fail("UNSUPPORTED", "no elements")
  forms.done(world, "click", { x = 30, y = 65 })
end

function M.test_a_program_without_elements_is_asked_once()
  world_of(forms.element("button", "Delete", 20, 60))
  world.elements_unknown = true
  forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
  forms.done(world, "click", { x = 30, y = 65 })
end

function M.test_another_element_than_was_allowed_is_not_pressed()
  world_of(forms.element("button", "Delete", 20, 60))
  client_that("accept", function() world.elements[100][2].name = "Delete everything" end)
  local _, details = forms.fails(world, "NOT_CONFIRMED", "click", { x = 30, y = 65 })
  luaunit.assertEquals(details.reason, "changed")
  luaunit.assertFalse(world.asked "click")
end

function M.test_the_toolset_computer_asks_too()
  local function fresh(role)
    world = computer.world()
    world.elements[100] = { forms.element(role or "button", "Empty trash", 90, 90, focused) }
    world.must_confirm = { destructive = true }
  end
  fresh()
  local there = { coordinate = { 40, 40 } } -- 101,101 of the desktop
  for _, tool in ipairs { "left_click", "double_click", "triple_click" } do
    computer.fails(world, "NOT_CONFIRMED", tool, there)
  end
  computer.fails(world, "NOT_CONFIRMED", "left_click_drag", { start_coordinate = { 41, 40 }, coordinate = { 40, 40 } })
  computer.fails(world, "NOT_CONFIRMED", "key", { text = "Return" })
  computer.fails(world, "NOT_CONFIRMED", "hold_key", { text = "space", duration = 1 })
  computer.fails(world, "NOT_CONFIRMED", "type", { text = "a b" })
  computer.done(world, "key", { text = "Down" })
  computer.done(world, "type", { text = "ab" })
  computer.done(world, "mouse_move", there)
  computer.fails(world, "NOT_CONFIRMED", "left_mouse_down")
  computer.done(world, "left_mouse_up")
  fresh "menu item"
  computer.done(world, "mouse_move", there)
  computer.fails(world, "NOT_CONFIRMED", "left_mouse_up")
end

return M
