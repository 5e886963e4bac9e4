local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, commands

function M.setUp()
  world = worlds.fresh()
  commands = require "boot.commands"
end

local entry = {
  timestamp = "2026-11-23T03:05:30.123Z", operation = "capture", params = { kind = "desktop" }, result = "success",
  caller = { kind = "mcp", name = "image" }, client = "a\27client",
}

function M.test_entries_are_shown()
  world.audit = { entries = { entry, { fault = "not JSON" } } }
  local text = commands.audit({}).output
  luaunit.assertStrContains(text, "Audit log: /state/audit.jsonl")
  luaunit.assertStrMatches(text, '.*2026.11.23T03:05:30.123Z +mcp a.client +capture +success +{"kind":"desktop"}.*')
  luaunit.assertStrContains(text, "not JSON")
  luaunit.assertNil(text:find("\27", 1, true))
  luaunit.assertEquals(world.audit.count, 50)
  commands.audit { what = "show", last = "7" }
  luaunit.assertEquals(world.audit.count, 7)
  local data = json.decode(commands.audit({ json_output = true }).output).data
  luaunit.assertEquals(data.entries[1].caller.kind, "mcp")
end

function M.test_an_empty_log()
  world.audit = { entries = {} }
  luaunit.assertStrContains(commands.audit({}).output, "There are no entries.")
end

function M.test_verify()
  world.audit = { report = { entries = 3, files = 1, torn = true } }
  local answer = commands.audit { what = "verify" }
  luaunit.assertEquals(answer.status, 0)
  luaunit.assertStrContains(answer.output, "3 entries in 1 file: all as they were written.")
  luaunit.assertStrContains(answer.output, "The last line is not complete")
  world.audit.report = { entries = 3, files = 1, torn = false, fault = "was changed", file = "/a.jsonl", line = 2 }
  answer = commands.audit { what = "verify" }
  luaunit.assertEquals(answer.status, 17)
  luaunit.assertStrContains(answer.error_output, "audit log: line 2 of /a.jsonl was changed")
end

function M.test_wrong_words()
  world.audit = { entries = {} }
  for _, last in ipairs { "0", "-1", "x", "1.5", "10001" } do
    luaunit.assertEquals(commands.audit({ last = last }).status, 64)
  end
  luaunit.assertEquals(commands.audit({ what = "verify", last = "5" }).status, 64)
end

return M
