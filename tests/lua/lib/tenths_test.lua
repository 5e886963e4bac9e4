local luaunit = require "luaunit"
local tenths = require "lib.tenths"

local M = {}

function M.test_rounds_and_keeps_whole_numbers_whole()
  for given, expected in pairs { [32.9998] = "33", [72.04] = "72", [72.05] = "72.1", [0.04] = "0", [100] = "100" } do
    luaunit.assertEquals(tostring(tenths.of(given)), expected)
  end
end

return M
