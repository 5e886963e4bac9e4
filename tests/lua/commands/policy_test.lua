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

function M.test_explain_lists_the_allowed_folders()
  local answer = document { what = "explain", subject = "/etc/a.png" }
  luaunit.assertEquals(answer.data.allowed_folders, { "/home/ann" })
  luaunit.assertStrContains(commands.policy({ what = "explain", subject = "/etc/a.png" }).output,
    "mcp may save to: /home/ann")
end

function M.test_show_a_broken_file()
  world.policy.rules = { refusal = { message = "policy file /p:2: unknown key 'x'", hint = "Remove it." } }
  local text = commands.policy({}).output
  luaunit.assertStrContains(text, "Problem: policy file /p:2")
  luaunit.assertEquals(text:find("Problem:", 1, true), 1)
  luaunit.assertNil(text:find("saves to", 1, true))
end

function M.test_explain_a_window()
  world.policy.excluded = { { id = 12, rule = "'news'", source = "/p", on_screen = true,
    frame = { x = 0, y = 0, width = 1, height = 1 } } }
  luaunit.assertStrContains(document({ what = "explain", subject = "12" }).data.rule, "'news' (/p)")
  luaunit.assertFalse(document({ what = "explain", subject = "11" }).data.excluded)
  luaunit.assertEquals(document({ what = "explain", subject = "4711" }).error.code, "WINDOW_NOT_FOUND")
end

function M.test_show_levels_and_what_is_asked()
  local text = commands.policy({ caller = "mcp" }).output
  for _, part in ipairs { "agent's own windows: deny  (default)", "person asked from: as PEEKABOO_CONFIRM says",
      "levels: full for every application" } do
    luaunit.assertStrContains(text, part)
  end
  world.policy.rules = { own_windows_denied = false, confirmed_from = "input",
    levels = { { application = "gedit", level = "view", source = "/p" } }, sources = { confirm = "/p" } }
  text = commands.policy({ caller = "mcp" }).output
  for _, part in ipairs { "agent's own windows: allow", "person asked from: input  (/p)", "gedit: view  (/p)" } do
    luaunit.assertStrContains(text, part)
  end
end

function M.test_explain_the_level_of_a_window()
  world.policy.levels = { [11] = { level = "click", application = "gedit*", source = "/p" } }
  local text = commands.policy({ what = "explain", subject = "11" }).output
  luaunit.assertEquals(text,
    "window 11 may be seen and clicked, but not typed into by mcp: levels 'gedit*' click (/p)\n")
  luaunit.assertEquals(document({ what = "explain", subject = "11" }).data.level, "click")
  world.policy.levels = {}
  luaunit.assertEquals(commands.policy({ what = "explain", subject = "11" }).output,
    "window 11 may be seen and acted on by mcp\n")
end

function M.test_check_a_picture()
  world.put("/home/ann/a.png", "\x89PNG\r\n\x1a\nx")
  world.masked = { counts = { emails = 1 }, parts = { { kind = "emails",
    bounds = { x = 1, y = 2, width = 30, height = 4 } } } }
  local told = document { what = "check", subject = "/home/ann/a.png" }
  luaunit.assertEquals(told.data.pii_masking.emailsRedacted, 1)
  luaunit.assertEquals(told.data.pii_masking.regions[1].width, 30)
  luaunit.assertEquals(document({ what = "check", subject = "/home/ann/none.png" }).error.code, "FILE_IO_ERROR")
end

function M.test_words_that_make_no_sense()
  for _, options in ipairs { { what = "explain" }, { subject = "a.json" },
      { what = "validate", caller = "mcp" }, { app = "Firefox" },
      { what = "check", screen = "x" }, { what = "check", caller = "mcp" } } do
    luaunit.assertEquals(select(2, document(options)), 64)
  end
  luaunit.assertEquals(document({ what = "validate", subject = "/none.json" }).error.code, "FILE_IO_ERROR")
end

return M
