local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.fresh()
  world.put("/home/ann/a.png", "\x89PNG\r\n\x1a\nx")
end

local function run(options) return require("commands.mask").run(options) end

function M.test_a_file_is_masked_into_another()
  world.masked = { counts = { emails = 1 }, parts = {} }
  local told = run { ["in"] = "/home/ann/a.png", out = "/home/ann/b.png" }
  luaunit.assertEquals(told.data.pii_masking.emailsRedacted, 1)
  luaunit.assertStrContains(told.text, "Personal data masked: 1 e-mail address.")
end

function M.test_both_files_are_needed()
  local _, err = pcall(run, { ["in"] = "/home/ann/a.png" })
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
end

return M
