local forms = require "fakes.forms"
local luaunit = require "luaunit"

local M = {}
local world

function M.setUp() world = forms.world() end

local function run(options) return require("commands.do").run(options) end

function M.test_tells_the_shell_how_to_undo()
  world.copied = { text = "Ann's list" }
  luaunit.assertStrContains(run({ tool = "clipboard", action = "set", text = "x" }).text,
    "To undo: peekaboo do clipboard --action set --text 'Ann'\\''s list'")
end

function M.test_a_remedy_names_tools()
  world.failing.focus = world.fail("FOCUS_REFUSED", "no", {}, "See window.list().")
  local _, err = try(run, { tool = "focus_window", windowId = 11 })
  luaunit.assertEquals(err.hint, "See list_windows.")
end

return M
