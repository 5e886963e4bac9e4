local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local log_text

function M.setUp()
  worlds.fresh()
  log_text = require "automation.log_text"
end

function M.test_a_line_for_people()
  local row = log_text.read(
    '{"level":"info","time":1781000000250,"pid":7,"msg":"tick","script":"clock","n":3,"a":"b c"}')
  luaunit.assertEquals(row, { text = "10:13:20 clock: tick  (a=b c, n=3)\n", script = "clock" })
end

function M.test_what_is_loud_says_so_and_a_traceback_follows()
  local row = log_text.read '{"level":"error","time":0,"msg":"failed","traceback":"stack traceback:\\n\\ta.lua:1"}'
  luaunit.assertEquals(row.text, "00:00:00 error: failed\n    stack traceback:\n     a.lua:1\n")
  luaunit.assertNil(row.script)
end

function M.test_what_a_script_prints_cannot_disturb_a_terminal()
  local row = log_text.read '{"level":"info","time":0,"msg":"a\\u001b[31m\\nb","script":"x\\ny"}'
  luaunit.assertNil(row.text:find "\27")
  luaunit.assertEquals(select(2, row.text:gsub("\n", "")), 1)
end

function M.test_other_texts_are_none()
  for _, text in ipairs { "", "garbage", "[]", "{}", '{"msg":7}' } do luaunit.assertNil(log_text.read(text), text) end
end

return M
