local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local target

function M.setUp()
  world.fresh()
  target = require "desktop.target"
end

local cases = {
  { nil, { kind = "screens" } },
  { "", { kind = "screens" } },
  { "  \t ", { kind = "screens" } },
  { ":", { kind = "screens" } },
  { " : : ", { kind = "screens" } },
  { "screen:0", { kind = "screen", index = 0, text = "0" } },
  { "SCREEN:12", { kind = "screen", index = 12, text = "12" } },
  { " Screen:007 ", { kind = "screen", index = 7, text = "007" } },
  { "screen:1.9", { kind = "screen", text = "1.9" } },
  { "screen:0x5", { kind = "screen", text = "0x5" } },
  { "screen:-1", { kind = "screen", text = "-1" } },
  { "screen:", { kind = "screen", text = "" } },
  { "screen:abc", { kind = "screen", text = "abc" } },
  { "screen:1e1", { kind = "screen", text = "1e1" } },
  { "screen:0:WINDOW_TITLE:x", { kind = "screen", text = "0:WINDOW_TITLE:x" } },
  { "screen:99999999999999999999999", { kind = "screen", text = "99999999999999999999999" } },
  { "frontmost", { kind = "frontmost" } },
  { "  FrontMost ", { kind = "frontmost" } },
  { "Firefox", { kind = "app", app = "Firefox" } },
  { "  Text Editor  ", { kind = "app", app = "Text Editor" } },
  { "screen", { kind = "app", app = "screen" } },
  { "App:", { kind = "app", app = "App" } },
  { "App::", { kind = "app", app = "App" } },
  { "App:bar", { kind = "app", app = "App:bar" } },
  { "PID:663", { kind = "app", app = "PID:663" } },
  { "pid:663", { kind = "app", app = "pid:663" } },
  { "PID:663:", { kind = "app", app = "PID:663" } },
  { "PID:", { kind = "app", app = "PID:" } },
  { "PID:abc", { kind = "app", app = "PID:abc" } },
  { "PID:663:WINDOW_INDEX:2", { kind = "window", app = "PID:663", index = 2 } },
  { "PID:663:WINDOW_TITLE:a:b", { kind = "window", app = "PID:663", title = "a:b" } },
  { "App:WINDOW_TITLE:Inbox", { kind = "window", app = "App", title = "Inbox" } },
  { "App:WINDOW_TITLE:http://x:80/y", { kind = "window", app = "App", title = "http://x:80/y" } },
  { "App:WINDOW_TITLE: spaced", { kind = "window", app = "App", title = " spaced" } },
  { "app : window_title :T", { kind = "window", app = "app", title = "T" } },
  { "App:WINDOW_TITLE:WINDOW_INDEX:3", { kind = "window", app = "App", title = "WINDOW_INDEX:3" } },
  { "App:WINDOW_INDEX:0", { kind = "window", app = "App", index = 0 } },
  { "App:Window_Index: 4 ", { kind = "window", app = "App", index = 4 } },
  { "Ünïcode:WINDOW_INDEX:1", { kind = "window", app = "Ünïcode", index = 1 } },
}

function M.test_every_form()
  for _, case in ipairs(cases) do
    luaunit.assertEquals(target.parse(case[1]), case[2], tostring(case[1]))
  end
end

local faults = {
  { "App:WINDOW_FOO:1", "unknown window specifier 'WINDOW_FOO'", "WINDOW_TITLE, WINDOW_INDEX" },
  { "PID:1:WINDOW_FOO:1", "unknown window specifier 'WINDOW_FOO'", "WINDOW_TITLE, WINDOW_INDEX" },
  { "App:a:b", "unknown window specifier 'A'", "WINDOW_TITLE, WINDOW_INDEX" },
  { ":WINDOW_TITLE:x", "names no application", "Firefox:WINDOW_INDEX:0" },
  { "  :WINDOW_INDEX:0", "names no application", "Firefox:WINDOW_INDEX:0" },
  { "::a", "names no application", "Firefox:WINDOW_INDEX:0" },
  { "App:WINDOW_INDEX:abc", "Invalid window index: 'abc'", "whole number" },
  { "App:WINDOW_INDEX:-1", "Invalid window index: '-1'", "whole number" },
  { "App:WINDOW_INDEX:1.5", "Invalid window index: '1.5'", "whole number" },
  { "App:WINDOW_INDEX:", "Invalid window index: ''", "whole number" },
  { "App:WINDOW_TITLE:", "needs a title", "App:WINDOW_TITLE:Inbox" },
  { "App:WINDOW_TITLE:  ", "needs a title", "App:WINDOW_TITLE:Inbox" },
}

function M.test_faults_are_coded_and_name_the_remedy()
  for _, case in ipairs(faults) do
    local found, err = try(target.parse, case[1])
    luaunit.assertNil(found, case[1])
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT", case[1])
    luaunit.assertStrContains(err.message, case[2])
    luaunit.assertStrContains(err.hint, case[3])
  end
end

function M.test_which_targets_are_screens()
  luaunit.assertTrue(target.is_screen(target.parse("")))
  luaunit.assertTrue(target.is_screen(target.parse("screen:1")))
  luaunit.assertFalse(target.is_screen(target.parse("frontmost")))
  luaunit.assertFalse(target.is_screen(target.parse("App")))
end

function M.test_process_ids()
  for text, expected in pairs { ["PID:663"] = 663, [" pid : 7 "] = 7, ["PID:0"] = false, ["PID:"] = false,
    ["PID:abc"] = false, ["PID:6:WINDOW_INDEX:0"] = false } do
    luaunit.assertEquals(target.process_id(text), expected, text)
  end
  luaunit.assertNil(target.process_id "Firefox")
  luaunit.assertNil(target.process_id "rapid:1")
end

return M
