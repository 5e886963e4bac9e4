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
  for _, name in ipairs { "Log Out", "_Log Out…", "Delete permanently", "Restart now", "Empty &Trash", "ERASE" } do
    world_with("button", name)
    forms.fails(world, "NOT_CONFIRMED", "click", { on = name })
    luaunit.assertFalse(world.asked "click")
    luaunit.assertStrContains(world.questions[1].text, "Class: click button ")
  end
  for _, name in ipairs { "Delete", "Blog Out", "Information", "Restarts", "Login" } do
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

return M
