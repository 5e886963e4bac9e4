local answer_limit = require "capture.answer_limit"
local luaunit = require "luaunit"

local M = {}

local function limits(value, stated)
  return { max_bytes = { value = value, name = "x", argument = not stated and "max_bytes" or nil } }
end

function M.test_what_stands_beside_the_pictures_counts()
  luaunit.assertEquals(answer_limit.room(limits(1000000), 0), 1000000)
  luaunit.assertEquals(answer_limit.room(limits(1000000), 30000), 970000)
  luaunit.assertEquals(answer_limit.room(limits(1000000), 1e9), 500000)
  luaunit.assertEquals(answer_limit.room(limits(1000000), math.huge), 500000)
end

function M.test_a_smaller_limit_is_for_the_pictures()
  luaunit.assertEquals(answer_limit.room(limits(60000), 30000), 60000)
  luaunit.assertEquals(answer_limit.room(limits(980000), 30000), 970000)
end

function M.test_who_states_more_gets_it()
  luaunit.assertEquals(answer_limit.room(limits(5000000), 30000), 5000000)
  luaunit.assertEquals(answer_limit.room(limits(1000000, true), 30000), 1000000)
  luaunit.assertNil(answer_limit.room(limits(nil), 30000))
end

function M.test_names_and_paths_are_said_more_than_once()
  local plain = answer_limit.beside { {} }
  local named = answer_limit.beside({ { label = ("l"):rep(100), title = ("t"):rep(200), path = ("p"):rep(50) } },
    { ("m"):rep(10) })
  luaunit.assertTrue(named >= plain + 5 * 300 + 3 * 50 + 10)
end

return M
