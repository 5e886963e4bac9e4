local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}

local kFrame = { depth = 1, bounds = { x = 10, y = 20, width = 300, height = 200 } }
local kMonth, kDay, kYear = { "Month", 1, 12 }, { "Day", 1, 31 }, { "Year", 1, 275760 }
local kHours, kMinutes, kHalf = { "Hours", 1, 12 }, { "Minutes", 0, 59 }, { "AM/PM", 1, 2 }

local world, field, focused

-- A field as Chromium shows it. Its parts take two digits each, years four; Up steps the half of the day.
local function page(...)
  focused, field = nil, { forms.element("date editor", "When", 20, 60) }
  local form = { forms.element("frame", "Inbox", 10, 20, kFrame), field[1] }
  for i, part in ipairs { ... } do
    form[#form + 1] = forms.element("spin button", part[1] .. " When", 20 + 10 * i, 60,
      { depth = 3, minimum = part[2], maximum = part[3], value = part[4] })
    field[i + 1] = form[#form]
  end
  form[#form + 1] = forms.element("spin button", "Guests", 20, 90, { minimum = 1, maximum = 12, value = "2" })
  world = forms.world { form = form, own_acts = { focus = function(element) focused = element.id end } }
  world.after = function(what, text)
    for _, each in ipairs(field) do
      if each.id == focused and what == "type" then each.value = tostring(tonumber(text)) end
      if each.id == focused and what == "press_symbol" then
        each.value = text == 0xFFFF and "0" or tostring((tonumber(each.value) or 0) % 2 + 1)
      end
    end
  end
end

local function set(value)
  return forms.done(world, "set_value", { on = "date editor", value = value })
end

local function refused(code, value, why)
  luaunit.assertStrContains(forms.fails(world, code, "set_value", { on = "date editor", value = value }), why)
end

local function held()
  local values = {}
  for i = 2, #field do values[i - 1] = field[i].value or "-" end
  return table.concat(values, " ")
end

function M.test_parts_get_their_numbers_in_any_order()
  page(kMonth, kDay, kYear)
  local told = set "2026-11-07"
  luaunit.assertEquals(held(), "11 7 2026")
  luaunit.assertEquals({ told.how, told.effect, told.seen[1] }, { "keys", "seen", 'the value is "2026-11-07"' })
  luaunit.assertTrue(world.asked "type 07 window=11")
  page({ "Tag", 1, 31 }, { "Monat", 1, 12 }, { "Jahr", 1, 275760 })
  set "2026-11-07"
  luaunit.assertEquals(held(), "7 11 2026")
end

function M.test_times_of_twelve_and_of_twenty_four_hours()
  local shown = { ["00:05"] = "12 5 1", ["12:05"] = "12 5 2", ["13:00"] = "1 0 2", ["11:59"] = "11 59 1" }
  for value, parts in pairs(shown) do
    page(kHours, kMinutes, kHalf)
    set(value)
    luaunit.assertEquals(held(), parts)
  end
  page({ "Stunden", 0, 23 }, kMinutes)
  set "00:05"
  luaunit.assertEquals(held(), "0 5")
end

function M.test_a_date_with_a_time_and_seconds()
  page(kMonth, kDay, kYear, kHours, kMinutes, { "Seconds", 0, 59 }, kHalf)
  set "2026-01-02T23:05"
  luaunit.assertEquals(held(), "1 2 2026 11 5 0 2")
  page(kHours, kMinutes, kHalf, kDay, kMonth, kYear) -- as in Vietnamese
  set "2026-01-02T23:05"
  luaunit.assertEquals(held(), "11 5 2 2 1 2026")
end

function M.test_what_is_there_already_is_not_typed_again()
  page({ "Month", 1, 12, "1" }, { "Day", 1, 31, "2" }, { "Year", 1, 275760, "2026" })
  local told = set "2026-01-09"
  luaunit.assertEquals(held(), "1 9 2026")
  luaunit.assertFalse(world.asked "type 01")
  luaunit.assertEquals(told.undo.arguments.value, "2026-01-02")
end

function M.test_a_page_that_allows_some_months()
  page({ "Month", 3, 5 }, kDay, kYear)
  set "2026-04-09"
  luaunit.assertEquals(held(), "4 9 2026")
end

function M.test_midnight_is_typed_because_an_empty_part_has_the_number_0()
  page({ "Stunden", 0, 23 }, kMinutes)
  local told = set "00:00"
  luaunit.assertEquals(held(), "0 0")
  luaunit.assertTrue(world.asked "type 00 window=11")
  luaunit.assertFalse(world.asked "press FFFF", "the field would be empty")
  luaunit.assertEquals({ told.seen[1], told.undo }, { 'the value is "00:00"' })
end

function M.test_a_part_without_numbers_is_not_guessed()
  page(kMonth, kDay, { "Year" })
  refused("UNSUPPORTED", "2026-04-09", "'When' does not tell its parts")
  luaunit.assertFalse(world.asked "type")
end

function M.test_an_empty_value_clears_all_parts()
  page({ "Month", 1, 12, "1" }, { "Day", 1, 31, "2" }, { "Year", 1, 275760, "2026" })
  set ""
  luaunit.assertEquals(held(), "0 0 0")
end

function M.test_a_value_of_another_form_is_refused_before_anything_is_typed()
  page(kMonth, kDay, kYear)
  for value, why in pairs { ["27.11.2026"] = "no date and no time", ["14:30"] = "has no month",
    ["2026-11-27T14:30"] = "the field takes no" } do
    refused("INVALID_ARGUMENT", value, why)
  end
  luaunit.assertFalse(world.asked "type")
  luaunit.assertFalse(world.asked "press")
end

function M.test_what_the_page_refuses_is_told()
  page(kMonth, kDay, kYear)
  local typed = world.after
  world.after = function(what, text)
    typed(what, text)
    if field[3].value == "31" then field[3].value = "30" end
  end
  refused("EFFECT_NOT_SEEN", "2026-12-31", 'the value is "2026-12-30" now')
end

function M.test_a_field_without_parts_takes_what_is_typed()
  page()
  world.after = function(what, text)
    if what == "type" then field[1].value = text end
  end
  set "2026-11-07"
  luaunit.assertTrue(world.asked "type 2026-11-07")
end

return M
