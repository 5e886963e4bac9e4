local luaunit = require "luaunit"
local options = require "check.options"

local M = {}

local kinds = { title = "text", timeout = "seconds", region = "rectangle", id = "id", run = "function" }

local function failure(given)
  local fine, err = pcall(options.check, "m.f", given, kinds)
  luaunit.assertFalse(fine)
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  return err.message, err.hint
end

function M.test_what_fits_comes_back()
  luaunit.assertEquals(options.check("m.f", nil, kinds), {})
  local given = { title = "x", timeout = 0, region = { x = -5, y = 0, width = 1, height = 2.0 }, id = 7, run = print }
  luaunit.assertIs(options.check("m.f", given, kinds), given)
end

function M.test_what_does_not_fit_is_named()
  local message, hint = failure { titel = "x" }
  luaunit.assertEquals(message, "m.f: unknown option 'titel'")
  luaunit.assertEquals(hint, "did you mean 'title'?")
  message, hint = failure { "x" }
  luaunit.assertEquals(message, "m.f: unknown option '1'")
  luaunit.assertStrContains(hint, "options are: id, region")
  luaunit.assertEquals(failure { title = "" }, "m.f: option 'title': expected a text that is not empty")
  luaunit.assertEquals(failure { run = 1 }, "m.f: option 'run': expected a function")
  luaunit.assertStrContains(failure "x", "expected a table of options, got a string")
  for _, wrong in ipairs {
    { timeout = -1 }, { timeout = "5" }, { timeout = 0 / 0 }, { id = 1.5 }, { id = -1 }, { region = {} },
    { region = 5 },
    { region = { x = 0, y = 0, width = 0, height = 5 } }, { region = { x = 0.5, y = 0, width = 1, height = 5 } },
    { region = { x = 2e6, y = 0, width = 1, height = 5 } }, { region = { x = 0, y = 0, width = 1 } },
  } do
    failure(wrong)
  end
end

return M
