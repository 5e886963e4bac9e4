local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, commands

function M.setUp()
  world = worlds.fresh()
  commands = require "boot.commands"
end

local function document(options)
  options.json_output = true
  local answer = commands.policy(options)
  return json.decode(answer.output), answer.status
end

function M.test_show()
  local text = commands.policy({}).output
  for _, part in ipairs { "/etc/peekaboo/policy.json", "no policy file", "captures a minute: no limit  (default)",
      "password managers", "guest\n  the same" } do
    luaunit.assertStrContains(text, part)
  end
  luaunit.assertNil(commands.policy({ caller = "mcp" }).output:find("guest", 1, true))
end

function M.test_explain_a_path()
  local function verdict(path)
    local row = document({ what = "explain", subject = path }).data
    return row.allowed, row.rule
  end
  luaunit.assertEquals({ verdict "/home/ann/shots/a.png" }, { true, "allowed: /home/ann" })
  luaunit.assertEquals({ verdict "/home/anna/a.png" }, { false, "outside of every allowed folder" })
  luaunit.assertFalse((verdict "/home/ann/.ssh/a.png"))
end

function M.test_explain_a_window()
  world.policy.excluded = { { id = 12, rule = "'news'", source = "/p", on_screen = true,
    frame = { x = 0, y = 0, width = 1, height = 1 } } }
  luaunit.assertStrContains(document({ what = "explain", subject = "12" }).data.rule, "'news' (/p)")
  luaunit.assertFalse(document({ what = "explain", subject = "11" }).data.excluded)
end

function M.test_words_that_make_no_sense()
  for _, options in ipairs { { what = "shew" }, { what = "explain" }, { caller = "nobody" },
      { what = "check", screen = "x" }, { what = "check", caller = "mcp" } } do
    luaunit.assertEquals(select(2, document(options)), 64)
  end
  luaunit.assertEquals(document({ what = "check", subject = "a.png" }).error.code, "UNSUPPORTED")
  luaunit.assertEquals(document({ what = "validate", subject = "/none.json" }).error.code, "FILE_IO_ERROR")
end

return M
