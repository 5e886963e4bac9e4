local fakes = require "fakes.world"
local luaunit = require "luaunit"

local M = {}

local function started(options)
  local world = fakes.fresh()
  world.repl = require "repl"
  world.greeting = world.repl.start(options or {})
  local line = 0
  function world.type(text, columns)
    line = line + 1
    world.repl.evaluate(line, text .. "\n", columns or 0)
    return world.shown[line]
  end
  return world
end

function M.test_values()
  local world = started()
  luaunit.assertStrContains(world.greeting, "Peekaboo 1.2.3")
  luaunit.assertEquals(world.type "1, nil, 'x', 2.0, 1/3 > 0", "1\nnil\nx\n2.0\ntrue\n")
  luaunit.assertEquals(world.type "x = 1", "")
  luaunit.assertEquals(started { interactive = true }.type "'a\\n\"b'", '"a\\n\\"b"\n')
end

function M.test_tables()
  local world = started()
  luaunit.assertEquals(world.type "{}", "{}\n")
  luaunit.assertEquals(world.type "{1, 'a', {b = true}}", '{1, "a", {b = true}}\n')
  luaunit.assertEquals(world.type "{long_name = 1, b = 'x', ['c d'] = {1}}",
    'b          "x"\n["c d"]    {1}\nlong_name  1\n')
  luaunit.assertEquals(world.type "{x = 1, y = -2, width = 3, height = 4}", "3x4+1-2\n")
end

function M.test_a_table_inside_itself_ends()
  local world = started()
  world.type "t = {a = 1} t.t = t"
  luaunit.assertStrContains(world.type "t", "{...}")
  luaunit.assertStrContains(world.type "{t, t, 5}", "{...}")
end

function M.test_records_are_rows()
  local world = started()
  luaunit.assertEquals(world.type "{{id = 5, title = 'a b'}, {id = 10, title = 'c', active = true}}",
    "id  title  active\n 5  a b\n10  c      yes\n(2 rows)\n")
end

function M.test_columns_fit_the_terminal()
  local world = started()
  local text = world.type("window.list()", 60)
  for line in text:gmatch "[^\n]+" do
    if not line:find "^%(" then luaunit.assertTrue(require "unicode".width(line) <= 60, line) end
  end
  luaunit.assertStrContains(text, "(7 rows; more columns: ")
  luaunit.assertNil(world.type("window.list()", 0):find "more columns")
end

function M.test_a_long_list_is_cut()
  local world = started()
  world.type "t = {} for i = 1, 1000 do t[i] = {id = i} end"
  luaunit.assertStrContains(world.type "t", "(1000 rows, the first 200 shown)")
end

function M.test_control_characters_do_not_reach_the_terminal()
  local world = started()
  for _, text in ipairs { "{a = 'x\\27[31m'}", "{{a = 'x\\27[31m', ['\\27'] = 1}}", "{'\\27'}" } do
    luaunit.assertNil(world.type(text):find "\27", text)
  end
end

function M.test_modules_and_functions()
  local world = started()
  luaunit.assertEquals(world.type "window.list", "window.list({pid, on_screen}?) -> {window}\n")
  luaunit.assertStrContains(world.type "window", "module window: ")
  luaunit.assertStrContains(world.type "json", "module json: ")
  luaunit.assertErrorMsgContains("there is no global 'console'", world.type, "console")
  luaunit.assertErrorMsgContains("there is no global 'windw'; did you mean 'window'?", world.type, "windw.list()")
end

function M.test_the_last_value()
  local world = started()
  world.type "20 + 1"
  luaunit.assertEquals(world.type "_ * 2", "42\n")
end

function M.test_failures()
  local world = started()
  luaunit.assertErrorMsgContains("prompt:1:", world.repl.evaluate, 1, "x x\n", 0)
  local traceback = "stack traceback:\n\t[C]: in function 'error'\n\tprompt:1: in main chunk\n"
    .. "\tscripts/repl.lua:9: in function 'f'\n\tx"
  local text = world.repl.failure {
    code = "WINDOW_NOT_FOUND", message = "No window 7", hint = "", traceback = traceback,
  }
  luaunit.assertEquals(text, "Error: No window 7 (WINDOW_NOT_FOUND)\n"
    .. require "errors".row("WINDOW_NOT_FOUND").remedy .. "\n  prompt:1: x x\n")
  text = world.repl.failure { code = "SCRIPT_ERROR", message = "prompt:1: no", hint = "", traceback = "" }
  luaunit.assertEquals(text, "Error: prompt:1: no\n")
end

local function completed(world, line)
  local found = world.repl.complete(line)
  local texts = {}
  for i, text in ipairs(found.texts) do texts[i] = line:sub(1, #line - found.replaced) .. text end
  return texts
end

function M.test_completion_of_names()
  local world = started()
  world.type "my_value = {first = 1, second = {deep = 2}, [5] = 1, ['not a name'] = 1}"
  luaunit.assertEquals(completed(world, "x = my_v"), { "x = my_value" })
  luaunit.assertEquals(completed(world, "my_value."), { "my_value.first", "my_value.second" })
  luaunit.assertEquals(completed(world, "f(my_value.second.d"), { "f(my_value.second.deep" })
  luaunit.assertEquals(completed(world, "windo"), { "window" })
  luaunit.assertEquals(completed(world, "repe"), { "repeat" })
  luaunit.assertEquals(completed(world, "window.fro"), { "window.frontmost" })
  luaunit.assertEquals(completed(world, "nosuch.thing."), {})
  luaunit.assertEquals(completed(world, "1 + "), {})
end

function M.test_completion_runs_nothing()
  local world = started()
  world.type "t = setmetatable({}, {__index = function() touched = true end})"
  completed(world, "t.a.b")
  luaunit.assertErrorMsgContains("there is no global 'touched'", world.type, "touched")
end

function M.test_completion_of_options()
  local world = started()
  luaunit.assertEquals(completed(world, "window.list{"), { "window.list{on_screen = ", "window.list{pid = " })
  luaunit.assertEquals(completed(world, "n = #window.list({pid = 4, o"), { "n = #window.list({pid = 4, on_screen = " })
  luaunit.assertEquals(completed(world, "window.list({pid = wind"), { "window.list({pid = window" })
end

function M.test_completion_inside_of_a_text()
  local world = started()
  luaunit.assertEquals(completed(world, 'find("fire'), { 'find("Firefox' })
  luaunit.assertEquals(completed(world, "x = 'notes"), { "x = 'notes.txt" })
  luaunit.assertEquals(completed(world, "'closed' .. wind"), { "'closed' .. window" })
  world.windows = { fakes.window(1, 100, 'say "hi" \\ now') }
  luaunit.assertEquals(completed(world, 'f "say'), { 'f "say \\"hi\\" \\\\ now' })
  world.failing.windows, world.failing.apps = { code = "TIMEOUT" }, { code = "TIMEOUT" }
  luaunit.assertEquals(completed(world, 'f "say'), {})
end

function M.test_the_slot_of_a_text()
  started()
  local slot = require "repl_slot"
  local function told(before)
    local known = slot.of(before)
    if not known then return "nothing" end
    return ("%s %s %s %s"):format(known.call or "-", known.argument or "-", known.key or "-", known.item or "-")
  end
  luaunit.assertEquals(told "event.on { ", "event.on 1 - 1")
  luaunit.assertEquals(told "event.on({ 'timer', when_running = ", "event.on 1 when_running -")
  luaunit.assertEquals(told 'screen.capture ', "screen.capture 1 - -")
  luaunit.assertEquals(told 'x = f(1, screen.capture(', "screen.capture 1 - -")
  luaunit.assertEquals(told "screen.capture('a, (b', {region = {x = 1}, encode = ", "screen.capture 2 encode -")
  luaunit.assertEquals(told "event.listen { kinds = { 'a', ", "event.listen 1 kinds 2")
  luaunit.assertEquals(told "shot:encode{format=", "shot:encode 1 format -")
  luaunit.assertEquals(told "tool.batch { { tool = 'image', arguments = { app_target = ", "- - app_target -")
  for _, line in ipairs { "", "x = ", "f() .. ", "f(a .. ", "{ ", "((", "f() { ", ") } " } do
    luaunit.assertEquals(told(line), "nothing", line)
  end
end

function M.test_completion_of_words_that_the_reference_names()
  local world = started()
  luaunit.assertEquals(completed(world, 'screen.capture("des'), { 'screen.capture("desktop' })
  luaunit.assertEquals(completed(world, "x = screen.capture 'fro"), { "x = screen.capture 'frontmost" })
  luaunit.assertEquals(completed(world, 'screen.capture("window", {id = 5, encode = "'),
    { 'screen.capture("window", {id = 5, encode = "png' })
  luaunit.assertEquals(completed(world, 'screen.capture("window", "fire'), { 'screen.capture("window", "Firefox' })
end

function M.test_completion_of_targets()
  local world = started()
  luaunit.assertEquals(completed(world, '{ app_target = "scre'),
    { '{ app_target = "screen:0', '{ app_target = "screen:1' })
  luaunit.assertEquals(completed(world, 'completion.app_target("front'), { 'completion.app_target("frontmost' })
end

function M.test_help()
  local world = started()
  local help = require "repl_help"
  luaunit.assertStrContains(help.overview(), "Modules: ai, app, ")
  luaunit.assertNil(help.overview():find "console")
  luaunit.assertEquals(help.text "window.list", "window.list({pid, on_screen}?) -> {window}\n    The windows.\n")
  luaunit.assertEquals(help.text(require "window".list), help.text "window.list")
  luaunit.assertEquals(help.text "window", help.text(require "window"))
  luaunit.assertErrorMsgContains("there is no help about nil", world.type, "help(nil)")
  luaunit.assertErrorMsgContains("there is no help about", help.text, "console")
end

function M.test_help_about_values()
  local world = started()
  local help = require "repl_help"
  local window = require("window").list()[1]
  for _, subject in ipairs { window, { window } } do
    luaunit.assertStrContains(help.text(subject), "window: A top-level window at the moment")
    luaunit.assertStrContains(help.text(subject), "title  string\n    May be empty.")
  end
  luaunit.assertStrContains(help.text { x = 1, y = 1, width = 1, height = 1 }, "rectangle: ")
  luaunit.assertEquals(help.text "rectangle", help.text { x = 1, y = 1, width = 1, height = 1 })
  luaunit.assertErrorMsgContains("there is no help about table", world.type, "help {}")
  luaunit.assertErrorMsgContains("there is no help about table", world.type, "help {x = 1, y = 2, width = 3, z = 4}")
end

function M.test_help_about_lua_and_errors()
  started()
  local help, errors = require "repl_help", require "errors"
  luaunit.assertStrContains(help.text(string), "string: byte, char, ")
  luaunit.assertEquals(help.text(string.format), help.text "string")
  luaunit.assertStrContains(help.text "TIMEOUT", "TIMEOUT: The operation did not end in time.")
  luaunit.assertEquals(help.text(errors.make "TIMEOUT"), help.text "TIMEOUT")
end

function M.test_help_suggests()
  started()
  local help = require "repl_help"
  for wrong, near in pairs { ["window.lst"] = "window.list", windw = "window", rectangel = "rectangle",
    TIMOUT = "TIMEOUT" } do
    local _, err = try(help.text, wrong)
    luaunit.assertStrContains(err.hint, ("did you mean \"%s\"?"):format(near), wrong)
  end
end

return M
