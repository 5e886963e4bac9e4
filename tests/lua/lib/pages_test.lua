local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, page, made

function M.setUp()
  world, made = worlds.server {}, 0
  page = require("lib.pages").new()
end

local function rows(count, size)
  return function()
    made = made + 1
    local list = {}
    for i = 1, count do list[i] = { n = i, text = size and ("x"):rep(size) or nil } end
    return list
  end
end

local function call(session) return { session = session } end

local function refused(cursor, session)
  local _, err = try(page, { cursor = cursor }, call(session), rows(1))
  luaunit.assertEquals({ err.code, err.details.field }, { "INVALID_ARGUMENT", "cursor" })
  luaunit.assertStrContains(err.hint, "Begin anew")
end

function M.test_a_short_list_is_one_page()
  local list, cursor = page({}, call(1), rows(3))
  luaunit.assertEquals({ #list, cursor }, { 3, nil })
  luaunit.assertEquals({ page({}, call(1), rows(0)) }, { {} })
end

function M.test_pages_are_of_the_list_of_the_first_call()
  local seen, cursor = {}, nil
  repeat
    local list
    list, cursor = page({ limit = 7, cursor = cursor }, call(1), rows(30))
    for _, row in ipairs(list) do seen[#seen + 1] = row.n end
  until not cursor
  luaunit.assertEquals({ #seen, seen[1], seen[30], made }, { 30, 1, 30, 1 })
end

function M.test_a_page_is_bounded_in_bytes()
  local list, cursor = page({ limit = 1000 }, call(1), rows(100, 1000))
  luaunit.assertTrue(#list > 50 and #list < 60)
  luaunit.assertNotNil(cursor)
  luaunit.assertEquals(#page({}, call(1), rows(2, 100000)), 1)
end

function M.test_a_cursor_that_is_gone_says_to_begin_anew()
  local _, cursor = page({ limit = 1 }, call(1), rows(3))
  refused("nonsense", 1)
  refused(cursor:gsub("%.%d+$", ".99"), 1)
  refused(cursor, 2)
  world.seconds = world.seconds + 601
  refused(cursor, 1)
end

function M.test_a_changed_policy_takes_lists_away()
  local _, cursor = page({ limit = 1 }, call(1), rows(3))
  world.policy.generation = world.policy.generation + 1
  refused(cursor, 1)
end

function M.test_few_lists_are_kept()
  local _, cursor = page({ limit = 1 }, call(1), rows(3))
  for _ = 1, 16 do page({ limit = 1 }, call(1), rows(3)) end
  refused(cursor, 1)
end

return M
