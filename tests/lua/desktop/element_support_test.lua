local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

function M.test_names_applications_without_elements()
  worlds.fresh { elements = { [100] = {}, [300] = {}, [301] = {}, [400] = {} }, element_remedy = "Start it anew." }
  luaunit.assertEquals(require("desktop.element_support").missing(),
    { { name = "Text Editor", pid = 200, remedy = "Start it anew." } })
end

function M.test_names_none_where_that_is_not_known()
  worlds.fresh { elements = {}, elements_unknown = true }
  luaunit.assertEquals(require("desktop.element_support").missing(), {})
end

return M
