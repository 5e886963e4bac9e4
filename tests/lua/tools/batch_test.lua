local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, batch

function M.setUp()
  world = worlds.fresh()
  batch = require("tool").batch
end

local function refused(calls, word)
  local _, err = try(batch, calls)
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  luaunit.assertStrContains(err.message, word)
  luaunit.assertFalse(world.asked "call")
end

function M.test_all_of_them_in_order()
  local report = batch { { tool = "list", arguments = { app = "x" } }, { tool = "image" } }
  luaunit.assertTrue(report.ok)
  luaunit.assertNil(report.failed)
  luaunit.assertEquals({ report.calls[1].state, report.calls[2].state }, { "done", "done" })
  luaunit.assertEquals(report.calls[2].result.content[1].text, "image was called")
end

function M.test_nothing_is_called_when_one_is_invalid()
  world.failing["check image"] = world.fail("INVALID_ARGUMENT", "scale: at most 1")
  world.failing["check bogus"] = world.fail("INVALID_ARGUMENT", "Unknown tool: bogus")
  refused({ { tool = "list" }, { tool = "image" }, { tool = "bogus" } },
    "call 2 (image): scale: at most 1; call 3 (bogus): Unknown tool: bogus")
end

function M.test_the_first_failure_is_the_last_call()
  world.failing["call image"] = world.fail("WINDOW_NOT_FOUND", "gone")
  local report = batch { { tool = "list" }, { tool = "image" }, { tool = "list" } }
  luaunit.assertFalse(report.ok)
  luaunit.assertEquals(report.failed, 2)
  luaunit.assertEquals({ report.calls[1].state, report.calls[2].state, report.calls[3].state },
    { "done", "failed", "skipped" })
  luaunit.assertNil(report.calls[3].result)
end

function M.test_what_is_no_list_of_calls()
  refused(nil, "expected a list")
  refused({}, "expected a list")
  refused({ "list" }, "call 1: expected {tool")
  refused({ { tool = "list" }, { name = "list" } }, "call 2: expected {tool")
  local many = {}
  for i = 1, 101 do many[i] = { tool = "list" } end
  refused(many, "at most 100")
  local _, err = try(batch, { { tool = "list", args = {} } })
  luaunit.assertStrContains(tostring(err), "unknown word 'args'")
end

function M.test_a_tool_that_batches_itself_comes_to_an_end()
  local depth, failure = 0, nil
  package.loaded.registry.call = function()
    depth = depth + 1
    local report, err = try(batch, { { tool = "image" } })
    failure = failure or err
    return { isError = report == nil or not report.ok }
  end
  luaunit.assertFalse(batch({ { tool = "image" } }).ok)
  luaunit.assertEquals({ depth, failure.code }, { 16, "RATE_LIMIT_EXCEEDED" })
  -- And leaves room for others.
  depth = 0
  batch { { tool = "image" } }
  luaunit.assertEquals(depth, 16)
end

return M
