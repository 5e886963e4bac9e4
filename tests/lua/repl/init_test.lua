local luaunit = require "luaunit"
local started = require "fakes.prompt"

local M = {}

function M.test_values()
  local world = started()
  luaunit.assertStrContains(world.greeting, "Peekaboo 1.2.3")
  luaunit.assertEquals(world.type "1, nil, 'x', 2.0, 1/3 > 0", "1\nnil\nx\n2.0\ntrue\n")
  luaunit.assertEquals(world.type "x = 1", "")
  luaunit.assertEquals(started { interactive = true }.type "'a\\n\"b'", '"a\\n\\"b"\n')
end

function M.test_words_without_parentheses()
  local world = started()
  luaunit.assertEquals(world.type "help", "help() lists what there is.\n")
  luaunit.assertEquals(world.type "exit", "Ctrl-D ends.\n")
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
    if not line:find "^%(" then luaunit.assertTrue(require "lib.unicode".width(line) <= 60, line) end
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
    .. "\tscripts/repl/init.lua:9: in function 'f'\n\tx"
  local text = world.repl.failure {
    code = "WINDOW_NOT_FOUND", message = "No window 7", hint = "", traceback = traceback,
  }
  luaunit.assertEquals(text, "Error: No window 7 (WINDOW_NOT_FOUND)\n"
    .. require "errors".row("WINDOW_NOT_FOUND").remedy .. "\n  prompt:1: x x\n")
  text = world.repl.failure { code = "SCRIPT_ERROR", message = "prompt:1: no", hint = "", traceback = "" }
  luaunit.assertEquals(text, "Error: prompt:1: no\n")
end

return M
