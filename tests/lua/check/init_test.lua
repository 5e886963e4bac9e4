local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, check

function M.setUp()
  world = worlds.fresh()
  check = require "check"
end

-- The mistakes of a text as "line:column: message".
local function mistakes(text)
  local lines = {}
  for i, each in ipairs(check.text(text, "/home/ann/scripts")) do
    lines[i] = ("%d:%d: %s"):format(each.line, each.column, each.message)
  end
  return lines
end

local function finds(text, ...)
  luaunit.assertEquals(mistakes(text), { ... }, text)
end

function M.test_syntax()
  finds("local x = 1\nprint(x))", "2:8: unexpected symbol near ')'")
  finds("for i = 1, 2 do", "1:1: 'end' expected near <eof>")
  finds("#!/usr/bin/peekaboo run\nprint 'x'")
  finds("x = 'open", "1:1: unfinished string near <eof>")
end

function M.test_globals()
  finds("prnt 'x'", "1:1: there is no global 'prnt'; did you mean 'print'?")
  finds("return window.list()", '1:8: there is no global \'window\'; write: local window = require "window"')
  finds("function f() n = 1 end", "1:14: sets the global 'n' inside of a function; is a 'local' missing?")
  finds("wat()", "1:1: there is no global 'wat'")
  finds("ipars()", "1:1: there is no global 'ipars'; did you mean 'ipairs'?")
  finds("n = 0\nfunction f() n = n + 1 end f()")
  finds("local _ENV = {}\nreturn whatever")
  finds("setmetatable(_ENV, {})\nreturn whatever")
  finds("_G.mine = 1 return mine")
  finds("return arg[1], try, string, _G, _VERSION")
end

function M.test_names_are_local_where_they_are()
  finds("do local x = 1 end return x", "1:27: there is no global 'x'")
  finds("local function f(a, ...) local b <const> = a return f(b, ...) end return f")
  finds("for i = 1, 3 do print(i) end for k, v in pairs {} do print(k, v) end")
  finds("repeat local done = true until done")
  finds("local t = { f = function(self) return self end, 1, [2] = 3; x = 1 }\n"
    .. "function t.g() end\nfunction t:h() return self end")
  finds("goto over\n::over::\nlocal s = [==[ x ]] ]==] .. 'a\\'b' .. 0x1p4 --[[ y\n ]] return #s // 1 ~= ~2")
  finds("local x = x_of()", "1:11: there is no global 'x_of'")
end

function M.test_modules()
  finds('local w = require "windw"', "1:19: there is no module 'windw'; did you mean 'window'?")
  finds('return require "window".lst()', "1:25: module 'window' has no 'lst'; did you mean 'list'?")
  finds('local a, d = 1, require "app"\nd.list() d.front()',
    "2:12: module 'app' has no 'front'; there is list")
  finds('local w = require "window"\nw = {} w.anything()')
  finds('local w = require "window"\nw.mine = print w.mine()')
  finds('local w = require "window"\nw:list()', "2:3: functions of a module are called with a dot: window.list")
end

function M.test_neighbours()
  world.put("/home/ann/scripts/helper.lua", "function shared() end return {}")
  finds('local helper = require "helper" shared() return helper.anything')
  finds('require "helpers"', "1:9: there is no module 'helpers'")
end

function M.test_options()
  local head = 'local w = require "window" '
  finds(head .. "w.list { pdi = 1 }", "1:37: window.list has no option 'pdi'; did you mean 'pid'?")
  finds(head .. "w.list({ ['pdi'] = 1 })", "1:38: window.list has no option 'pdi'; did you mean 'pid'?")
  finds(head .. "local o = { pdi = 1 } w.list(o) w.list { [o] = 1, pid = 2 }")
  finds('local s = require "ai" s.ask({}, "", { modle = "" })',
    "1:40: ai.ask has no option 'modle'; did you mean 'model'?")
  finds('local t = require "tool" t.register { name = "x" }', "1:37: tool.register needs the option 'run'")
end

function M.test_literals()
  local head = 'local w = require "window" '
  finds(head .. "w.list 'x'", "1:35: window.list: expected a table of options, got a string")
  finds(head .. "w.list { pid = 'x' }", "1:43: window.list: pid: expected an integer, got a string")
  finds(head .. "local x = 5 w.list { pid = x } w.list(x)")
  finds('require "ai".ask()', "1:14: ai.ask needs the argument 'subject'")
  finds('local a = ... require "ai".ask(...)')
end

function M.test_lua_itself()
  finds("string.fromat('x')", "1:8: there is no string.fromat; did you mean 'format'?")
  finds("string.trim = print string.trim('x')")
  finds("local string = {} string.trim('x')")
  finds("return math.pow or math.exp")
end

function M.test_what_values_are()
  local head = 'local w = require "window" '
  finds(head .. "local f = w.frontmost() print(f.titel)", "1:60: window has no field 'titel'; did you mean 'title'?")
  finds(head .. "for _, each in ipairs(w.list()) do print(each.bounds.widht) end",
    "1:81: rectangle has no field 'widht'; did you mean 'width'?")
  finds(head .. "for _, each in ipairs(w.list()) do each.label = 1 print(each.label) end")
  finds(head .. "local f = w.frontmost() or {} print(f.titel)")
  finds(head .. "local f = w.frontmost() f = {} print(f.titel)")
  finds(head .. "local f = w.frontmost() for k in pairs {} do f[k] = 1 end print(f.titel)")
end

return M
