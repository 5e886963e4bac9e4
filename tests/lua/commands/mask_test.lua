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

local function refused(options)
  local _, err = pcall(run, options)
  return err
end

function M.test_a_name_of_another_format_is_refused()
  local err = refused { ["in"] = "/home/ann/a.png", out = "/home/ann/b.gif" }
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  luaunit.assertStrContains(err.message, ".gif")
  luaunit.assertStrContains(err.hint, ".png")
end

function M.test_a_picture_that_is_there_is_kept()
  world.put("/home/ann/b.png", "\x89PNG\r\n\x1a\nold")
  local err = refused { ["in"] = "/home/ann/a.png", out = "/home/ann/b.png" }
  luaunit.assertEquals({ err.code, err.details.reason }, { "FILE_IO_ERROR", "exists" })
  luaunit.assertStrContains(err.hint, "--force")
  world.masked = { counts = {}, parts = {} }
  luaunit.assertEquals(run({ ["in"] = "/home/ann/a.png", out = "/home/ann/b.png", force = true }).data.path,
    "/home/ann/b.png")
end

function M.test_no_folder_is_made()
  local err = refused { ["in"] = "/home/ann/a.png", out = "/new/b.png" }
  luaunit.assertEquals({ err.code, err.details.reason }, { "FILE_IO_ERROR", "missing" })
end

function M.test_unknown_kinds_are_named()
  for _, kinds in ipairs { "email", "", ",", "emails,passwort" } do
    luaunit.assertEquals(refused({ ["in"] = "/home/ann/a.png", out = "/home/ann/b.png", kinds = kinds }).code,
      "INVALID_ARGUMENT")
  end
  luaunit.assertStrContains(refused({ ["in"] = "/home/ann/a.png", out = "/home/ann/b.png", kinds = "email" }).hint,
    "emails")
end

return M
