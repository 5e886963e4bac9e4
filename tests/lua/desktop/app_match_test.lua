local table_of_cases = require "desktop.app_match_cases"
local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local match

function M.setUp()
  world.fresh()
  match = require "desktop.app_match"
end

local function running(keys)
  local apps = {}
  for key in keys:gmatch("%S+") do
    local program = assert(table_of_cases.programs[key], key)
    local app = { key = key, bundle_id = "", executable = "", pid = #apps + 1, windows = {}, names = {},
      generic_names = {} }
    for name, value in pairs(program) do app[name] = value end
    apps[#apps + 1] = app
  end
  return apps
end

local function applications(list)
  local apps = {}
  for i, entry in ipairs(list) do
    local name, bundle = entry, ""
    if type(entry) == "table" then name, bundle = entry[1], entry[2] end
    apps[i] = { name = name, bundle_id = bundle, executable = "", pid = i, windows = { 100 + i } }
  end
  return apps
end

-- What became of a typed name, in the words of the table.
local function outcome(typed, keys)
  local found, note = try(match.applications, typed, running(keys))
  if not found then return note.code, note end
  local parts = {}
  for _, app in ipairs(found) do parts[#parts + 1] = app.key end
  table.sort(parts)
  if note then table.insert(parts, 1, note:find("instead", 1, true) and "instead" or "kind") end
  return table.concat(parts, " ")
end

local function sorted(text)
  local first = text:match("^instead") or text:match("^kind")
  local parts = {}
  for part in text:gmatch("%S+") do
    if part ~= first then parts[#parts + 1] = part end
  end
  table.sort(parts)
  if first then table.insert(parts, 1, first) end
  return table.concat(parts, " ")
end

function M.test_the_table_of_cases()
  luaunit.assertTrue(#table_of_cases.cases >= 100, #table_of_cases.cases .. " cases")
  local wrong = {}
  for _, case in ipairs(table_of_cases.cases) do
    local became, err = outcome(case[1], case[2])
    local near = err and type(err.details) == "table" and err.details.nearest or {}
    if became ~= sorted(case[3]) or (case[4] and near[1] ~= case[4]) then
      wrong[#wrong + 1] = ("'%s' with %s: %s, proposing %s"):format(case[1], case[2], became, table.concat(near, ", "))
    end
  end
  luaunit.assertEquals(wrong, {})
end

function M.test_similarity()
  luaunit.assertEquals(match.similarity("abc", "abc"), 1)
  luaunit.assertEquals(match.similarity("abc", "abd"), 1 - 1 / 3)
  luaunit.assertEquals(match.similarity("abc", "abcdefg"), 0)
  luaunit.assertEquals(match.similarity("", ""), 1)
  luaunit.assertEquals(match.similarity("äöü", "äöu"), 1 - 1 / 3)
end

function M.test_not_found_names_what_is_near_and_what_is_there()
  local _, err = try(match.applications, "Firewolf", applications { "Firefox", "Files", "GIMP", "Files" })
  luaunit.assertEquals(err.message, "Application with identifier 'Firewolf' not found or is not running.")
  luaunit.assertStrContains(err.hint, "Firefox")
  luaunit.assertEquals(err.details.available, { "Files", "Firefox", "GIMP" })
  luaunit.assertEquals(err.details.text, "Available applications: Files, Firefox, GIMP")
end

function M.test_browsers_have_their_own_message()
  local _, err = try(match.applications, "chrome", applications { "Files" })
  luaunit.assertEquals(err.message, "Chrome browser is not running or not found.")
end

function M.test_ambiguity_names_the_candidates()
  local _, err = try(match.applications, "google", applications { "Google Chrome", { "Google Earth", "earth" } })
  luaunit.assertEquals(err.message, "Ambiguous application identifier: 'google'.")
  luaunit.assertEquals(err.details.candidates, {
    { name = "Google Chrome", bundle_id = "", pid = 1 }, { name = "Google Earth", bundle_id = "earth", pid = 2 },
  })
  luaunit.assertStrContains(err.details.text, "Google Chrome (PID 1)")
end

function M.test_a_bad_pid_says_so()
  local _, err = try(match.applications, "PID:abc", {})
  luaunit.assertStrContains(err.message, "Invalid PID format: PID:abc")
  _, err = try(match.applications, "PID:77", {})
  luaunit.assertStrContains(err.message, "No application found with PID: 77")
end

function M.test_a_name_that_is_only_in_a_title_proposes_the_window()
  local apps = applications { "Calc", "Odd: name" }
  local windows = { { id = 101, title = "Budget 2026 - Calc" }, { id = 102, title = "Report" } }
  local _, err = try(match.applications, "budget", apps, windows)
  luaunit.assertEquals(err.code, "APP_NOT_FOUND")
  luaunit.assertStrContains(err.hint, "use 'Calc:WINDOW_TITLE:budget'")
  _, err = try(match.applications, "Report", apps, windows)
  luaunit.assertStrContains(err.hint, "use 'PID:2:WINDOW_TITLE:Report'")
end

return M
