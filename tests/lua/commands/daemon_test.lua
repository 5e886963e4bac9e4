local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local commands, asked, answers, said

-- A daemon that gives these answers to the next request, one after the other.
local function connect()
  return {
    send = function(_, request) asked[#asked + 1] = request end,
    receive = function() return table.remove(answers, 1) end,
  }
end

function M.setUp()
  local world = worlds.fresh()
  asked, answers, said = {}, {}, {}
  package.loaded.control = {
    connect = function()
      if answers.missing then error(world.fail("FILE_IO_ERROR", "no daemon runs", { reason = "missing" }), 0) end
      return connect()
    end,
    say = function(text)
      said[#said + 1] = text
      return true
    end,
  }
  commands = require "boot.commands"
end

function M.tearDown()
  package.loaded.control = nil
end

local row = { name = "clock", state = "waiting", since = 1781000000, starts = 2, path = "/a/clock.lua",
  triggers = { live = 1, fired = 7, failed = 2, list = { { kind = "timer", about = "every = 60", live = true,
    running = false, fired = 7, skipped = 0, failed = 2, last = 1781000060, next = 1781000120 } } } }
local bad = { name = "bad", state = "failed", since = 1781000000, starts = 1, path = "/a/bad.lua",
  reason = "a.lua:1: luck" }
local kept = { name = "kept", state = "running", since = 1781000000, starts = 1, path = "/a/kept.lua", problem = "x" }

function M.test_status()
  answers = { { pid = 7, version = "1", since = 1781000000, folder = "/a", automations = { row, bad, kept } } }
  local answer = commands.daemon { what = "status" }
  luaunit.assertEquals(asked, { { command = "status" } })
  luaunit.assertEquals(answer.status, 0)
  luaunit.assertStrContains(answer.output, "Process 7, Peekaboo 1, since 2026-06-09 10:13:20\n/a: 3 automations\n")
  luaunit.assertStrMatches(answer.output, ".*\nclock  waiting  2026%-06%-09 10:13:20       2         1      7\n.*")
  luaunit.assertStrMatches(answer.output, ".*\nTRIGGER OF  KIND   OPTIONS     STATE    FIRED  FAILED .*"
    .. "\nclock       timer  every = 60  waiting      7       2  2026%-06%-09 10:14:20  2026%-06%-09 10:15:20\n$")
  luaunit.assertStrContains(answer.output, "a.lua:1: luck")
  luaunit.assertStrContains(answer.output, "new text is broken: x")
end

function M.test_status_of_a_folder_that_is_not_there()
  answers = { { pid = 7, version = "1", since = 1781000000, folder = "/my files/it's", folder_exists = false,
    automations = {} } }
  luaunit.assertStrContains(commands.daemon({ what = "status" }).output,
    "There is no such folder yet. Make it, and put *.lua files into it: mkdir -p '/my files/it'\\''s'\n")
end

function M.test_reload_says_what_is_broken()
  answers = { { automations = { row } } }
  luaunit.assertEquals(commands.daemon({ what = "reload", name = "clock" }).status, 0)
  luaunit.assertEquals(asked, { { command = "reload", name = "clock" } })
  answers = { { automations = { row, bad } } }
  luaunit.assertEquals(commands.daemon({ what = "reload" }).status, 26)
end

local function line(script, message)
  return ('{"level":"info","time":0,"msg":"%s","script":"%s"}'):format(message, script)
end

function M.test_logs()
  answers = { { lost = 3, lines = { line("a", "one"), line("b", "two") } },
    { lost = 0, lines = { line("a", "three") } } }
  luaunit.assertEquals(commands.daemon({ what = "logs" }).output,
    "… 3 lines\n00:00:00 a: one\n00:00:00 b: two\n00:00:00 a: three\n")
  luaunit.assertEquals(asked[1], { command = "logs", lines = 50 })
  answers = { { lost = 0, lines = { line("a", "one"), line("b", "two"), line("a", "three") } } }
  luaunit.assertEquals(commands.daemon({ what = "logs", name = "a", lines = "1" }).output, "00:00:00 a: three\n")
end

function M.test_following_goes_on_until_the_daemon_ends()
  answers = { { lost = 0, lines = { line("a", "one") } }, { lost = 0, lines = { line("a", "two") } } }
  local answer = commands.daemon { what = "logs", follow = true }
  luaunit.assertEquals(said, { "00:00:00 a: one\n", "00:00:00 a: two\n" })
  luaunit.assertEquals(answer.output, "The daemon has ended.\n")
  luaunit.assertEquals(answer.status, 0)
end

function M.test_what_goes_wrong()
  answers = { { error = { code = "INVALID_ARGUMENT", message = "there is no automation 'x'" } } }
  luaunit.assertEquals(commands.daemon({ what = "reload", name = "x" }).status, 20)
  answers = { missing = true }
  luaunit.assertEquals(commands.daemon({ what = "status" }).status, 17)
  for _, options in ipairs { { what = "status", name = "x" }, { what = "status", follow = true },
    { what = "reload", lines = "3" }, { what = "logs", lines = "many" }, { what = "logs", lines = "2001" } } do
    luaunit.assertEquals(commands.daemon(options).status, 64)
  end
end

return M
