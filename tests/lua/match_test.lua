local cases = require "match_cases"
local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local match

function M.setUp()
  world.fresh()
  match = require "match"
end

local function applications(list)
  local apps = {}
  for i, entry in ipairs(list) do
    local name, bundle = entry, ""
    if type(entry) == "table" then name, bundle = entry[1], entry[2] end
    apps[i] = { name = name, bundle_id = bundle, executable = "", pid = i }
  end
  return apps
end

function M.test_the_table_of_cases()
  luaunit.assertTrue(#cases >= 80, #cases .. " cases")
  for i, case in ipairs(cases) do
    local label = ("case %d: '%s'"):format(i, case[2])
    local found, err = try(match.applications, case[2], applications(case[1]))
    if type(case[3]) == "string" then
      luaunit.assertNil(found and found[1].name, label)
      luaunit.assertEquals(err.code, case[3], label)
    else
      luaunit.assertNil(err, label .. " " .. tostring(err))
      local pids = {}
      for k, app in ipairs(found) do pids[k] = app.pid end
      table.sort(pids)
      luaunit.assertEquals(pids, case[3], label)
    end
  end
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

function M.test_the_executable_is_the_last_resort()
  local apps = { { name = "Gui", bundle_id = "", executable = "python3.11", pid = 5 } }
  luaunit.assertEquals(match.applications("python3.11", apps)[1].pid, 5)
end

return M
