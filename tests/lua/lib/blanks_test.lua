local luaunit = require "luaunit"
local blanks = require "lib.blanks"

local M = {}

function M.test_blanks_at_both_ends_go()
  for given, wanted in pairs { [" a b \t\n"] = "a b", ["a"] = "a", [" "] = "", [""] = "" } do
    luaunit.assertEquals({ blanks.trim(given) }, { wanted })
  end
end

return M
