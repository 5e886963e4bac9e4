local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, read

function M.setUp()
  world = worlds.server {}
  read = require "acting.read"
end

function M.test_each_form_is_complete_alone()
  local list = read.result(json.array { "a" })
  luaunit.assertEquals({ list.content[1].text, list.structured }, { '["a"]', { result = { "a" } } })
  luaunit.assertEquals(read.result(55).content[1].text, "55")
  luaunit.assertEquals(read.result(false).structured, { result = false })
  local record = read.result({ x = 1 }, { is_record = true })
  luaunit.assertEquals({ record.content[1].text, record.structured }, { '{"x":1}', { x = 1 } })
end

function M.test_a_cursor_stands_in_both()
  local result = read.result(json.array { "a" }, { next_cursor = "ff.2" })
  luaunit.assertEquals(result.structured, { result = { "a" }, next_cursor = "ff.2" })
  luaunit.assertStrContains(result.content[2].text, 'cursor = "ff.2"')
end

function M.test_beside_a_picture_there_is_no_structured_content()
  local result = read.result({ x = 1 }, { is_record = true, content = { { type = "image" } } })
  luaunit.assertNil(result.structured)
  luaunit.assertEquals(result.content[2].type, "image")
end

function M.test_failures_have_code_and_remedy()
  local failure = world.fail("WINDOW_NOT_FOUND", "gone", nil, "List them.")
  local handler = read.tool { read = function() error(failure, 0) end }
  local result = handler.run({}, {})
  luaunit.assertTrue(result.is_error)
  luaunit.assertEquals(result.meta.backend_error_code, "WINDOW_NOT_FOUND")
  luaunit.assertStrContains(result.content[1].text, "List them.")
end

return M
