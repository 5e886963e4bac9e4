local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local window_match

function M.setUp()
  world.fresh()
  window_match = require "desktop.window_select"
end

local windows = {
  { id = 1, title = "Inbox (3)", on_screen = true }, { id = 2, title = "inbox", on_screen = true },
  { id = 3, title = "Österreich", on_screen = true }, { id = 4, title = "", on_screen = false },
}

function M.test_title_exact_first_then_part_of_it_front_most_first()
  for wanted, id in pairs { inbox = 2, Inbox = 2, INBOX = 2, inb = 1, ["(3)"] = 1, ["ÖSTER"] = 3, [" inbox "] = 2 } do
    luaunit.assertEquals(window_match.by_title(windows, wanted, "Mail").id, id, wanted)
  end
end

function M.test_a_whole_title_in_other_capitals_goes_before_a_part()
  local several = { { id = 1, title = "my report" }, { id = 2, title = "report" }, { id = 3, title = "report 2" } }
  local found, index, note = window_match.by_title(several, "REPORT", "Mail")
  luaunit.assertEquals({ found.id, index, note }, { 2, 1 })
  found, index, note = window_match.by_title(several, "rep", "Mail")
  luaunit.assertEquals({ found.id, index }, { 1, 0 })
  luaunit.assertEquals(note, [[3 windows of 'Mail' fit the title "rep"; the front-most was taken, "my report".]])
end

function M.test_titles_are_no_patterns()
  luaunit.assertNil((try(window_match.by_title, windows, "in.ox", "Mail")))
  luaunit.assertNil((try(window_match.by_title, windows, "%w", "Mail")))
end

function M.test_a_missing_title_lists_the_others()
  local _, err = try(window_match.by_title, windows, "http://x", "Mail")
  luaunit.assertEquals(err.code, "WINDOW_NOT_FOUND")
  luaunit.assertStrContains(err.message, "http://x")
  luaunit.assertEquals(err.details.text, 'Available titles: "Inbox (3)", "inbox", "Österreich", "Untitled"')
  luaunit.assertStrContains(err.hint, "http://")
end

function M.test_index()
  luaunit.assertEquals(window_match.by_index(windows, 3, "Mail").id, 4)
  local _, err = try(window_match.by_index, windows, 4, "Mail")
  luaunit.assertEquals({ err.code, err.message, err.details.reason },
    { "WINDOW_NOT_FOUND", "Invalid window index: 4.", "no such index" })
  luaunit.assertStrContains(err.hint, "0 to 3")
end

function M.test_no_windows()
  for _, f in ipairs { window_match.by_title, window_match.by_index } do
    local _, err = try(f, {}, f == window_match.by_title and "x" or 0, "Mail")
    luaunit.assertEquals(err.details.reason, "no windows")
    luaunit.assertStrContains(err.message, "The 'Mail' process is running, but no capturable windows were found.")
  end
end

function M.test_arrange_keeps_the_order_and_puts_windows_on_screen_first()
  local mixed = { { id = 1 }, { id = 2, on_screen = true }, { id = 3 }, { id = 4, on_screen = true } }
  local ids = {}
  for i, window in ipairs(window_match.arrange(mixed)) do ids[i] = window.id end
  luaunit.assertEquals(ids, { 2, 4, 1, 3 })
end

function M.test_an_excluded_window_says_so()
  luaunit.assertEquals(window_match.title { title = "", excluded = true }, "(excluded by the policy)")
  luaunit.assertEquals(window_match.title { title = "" }, "Untitled")
end

return M
