local errors = require "errors"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

-- The rows of the functions that are written in Lua.
local M = {}
local host

function M.setUp()
  worlds.fresh()
  host = require "host"
end

local function each_row(check)
  local count = 0
  for _, name in ipairs(host.scripts "modules.rows") do
    for _, row in ipairs(require("modules.rows." .. name).rows) do
      check(row)
      count = count + 1
    end
  end
  luaunit.assertTrue(count > 20, count)
end

function M.test_every_row_says_what_the_reference_needs()
  each_row(function(row)
    luaunit.assertTrue(#row.call > 2 and #row.text > 10, row.call)
    for _, list in ipairs { row.parameters or {}, row.options or {} } do
      for _, each in ipairs(list) do
        luaunit.assertTrue(#each[1] > 0 and #each[2] > 0 and #each[3] > 3, row.call .. " " .. each[1])
      end
    end
  end)
end

function M.test_errors_are_codes_of_the_table()
  each_row(function(row)
    for _, code in ipairs(row.errors or {}) do luaunit.assertTable(errors.row(code), row.call .. " " .. code) end
  end)
end

function M.test_the_functions_are_those_of_the_module()
  for _, name in ipairs { "completion", "errors", "prompt", "resource", "tool" } do
    local module = require(name)
    for _, row in ipairs(require("modules.rows." .. name).rows) do
      luaunit.assertIsFunction(module[row.call:match "[.:](.*)$"], row.call)
    end
  end
end

return M
