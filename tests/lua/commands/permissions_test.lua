local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, commands, granted, said, announcement, rows, had

function M.setUp()
  world = worlds.fresh()
  granted, said, had = {}, {}, true
  announcement = "The desktop now asks."
  rows = { { name = "screens", state = "needs consent", detail = "desktop portal", remedy = "Run it." } }
  package.loaded.permissions = {
    list = function(options)
      -- A person may have taken longer than a command has.
      if #granted > 0 then luaunit.assertEquals(options, { timeout = 30 }) end
      return rows
    end,
    announcement = function() return announcement end,
    grant = function(name, options)
      luaunit.assertEquals(said, { announcement .. "\n" }) -- before the dialog comes
      granted[#granted + 1] = { name, options.timeout }
      if rows.refusal then error(rows.refusal, 0) end
      return true
    end,
    revoke = function() return had end,
  }
  package.loaded.control = { say = function(text) said[#said + 1] = text; return true end }
  commands = require "boot.commands"
end

function M.tearDown()
  package.loaded.permissions, package.loaded.control = nil, nil
end

function M.test_list()
  local answer = commands.permissions {}
  luaunit.assertStrContains(answer.output, "no  screens: needs consent")
  luaunit.assertStrContains(answer.output, "do: Run it.")
  rows = { { name = "screens", state = "given", detail = "desktop portal" } }
  luaunit.assertStrContains(commands.permissions({ what = "list" }).output, "ok  screens: given")
  local document = json.decode(commands.permissions({ json_output = true }).output)
  luaunit.assertEquals(document.data.permissions[1].state, "given")
end

function M.test_grant_says_what_will_happen_first()
  local answer = commands.permissions { what = "grant" }
  luaunit.assertEquals(answer.status, 0)
  luaunit.assertEquals(granted, { { "screens", 180 } })
  luaunit.assertStrContains(answer.output, "revoke screens")
end

function M.test_grant_of_windows_says_when_it_takes_effect()
  rows[2] = { name = "windows", state = "needs log-in", detail = "written" }
  local answer = commands.permissions { what = "grant", name = "windows" }
  luaunit.assertEquals(granted, { { "windows", 180 } })
  luaunit.assertStrContains(answer.output, "log out and in again")
  luaunit.assertStrContains(answer.output, "revoke windows")
  rows[2].state, said, granted = "given", {}, {}
  answer = commands.permissions { what = "grant", name = "windows" }
  luaunit.assertStrContains(answer.output, "now knows your windows")
  luaunit.assertStrContains(commands.permissions({ what = "revoke", name = "windows" }).output, "switched off and")
end

function M.test_a_refusal_is_passed_on()
  rows.refusal = world.fail("PERMISSION_ERROR_SCREEN_RECORDING", "the dialog was cancelled", { reason = "denied" })
  local answer = commands.permissions { what = "grant", name = "screens" }
  luaunit.assertEquals(answer.status, 11)
  luaunit.assertStrContains(answer.error_output, "the dialog was cancelled")
end

function M.test_nothing_is_asked_where_nothing_must_be()
  announcement = ""
  local answer = commands.permissions { what = "grant", name = "screens" }
  luaunit.assertStrContains(answer.output, "nothing to ask for:\n  no  screens")
  luaunit.assertEquals({ granted, said }, { {}, {} })
  rows[2] = { name = "windows", state = "not needed", detail = "an extension" }
  answer = commands.permissions { what = "grant", name = "windows" }
  luaunit.assertEquals(answer.output, "There is nothing to ask for:\n  ok  windows: not needed  an extension\n")
end

function M.test_revoke()
  luaunit.assertStrContains(commands.permissions({ what = "revoke" }).output, "Revoked.")
  had = false
  luaunit.assertStrContains(commands.permissions({ what = "revoke" }).output, "nothing to revoke")
end

function M.test_keys_and_pointer_have_words_of_their_own()
  package.loaded.permissions.announcement = function(name) return name == "input" and announcement or "" end
  local answer = commands.permissions { what = "grant", name = "input" }
  luaunit.assertEquals(granted, { { "input", 180 } })
  luaunit.assertStrContains(answer.output, "may now use keys and pointer")
  luaunit.assertStrContains(answer.output, "revoke input")
  answer = commands.permissions { what = "revoke", name = "input" }
  luaunit.assertStrContains(answer.output, "Keys and pointer are refused")
end

function M.test_a_permission_that_is_not_listed_is_not_needed()
  announcement = ""
  local answer = commands.permissions { what = "grant", name = "input" }
  luaunit.assertStrContains(answer.output, "ok  input: not needed")
end

function M.test_words_that_make_no_sense()
  luaunit.assertEquals(commands.permissions({ what = "list", name = "screens" }).status, 64)
end

return M
