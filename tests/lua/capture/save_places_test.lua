local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

-- Saving for a caller whose places the policy limits.
local M = {}
local world

function M.setUp()
  world = worlds.server { caller = "mcp" }
  local errors = require "errors"
  world.save_error = function(path)
    if path:find "^/out/" then return nil end
    local restricted = path:find "^/secret/"
    return errors.make(restricted and "POLICY_DENIED" or "INVALID_PATH", "path refused: " .. path,
      { hint = "Save elsewhere.", details = { reason = restricted and "restricted path" or "outside", path = path } })
  end
end

local function refused(args, code, reason)
  local result = calls.failed(world, args, code, "path refused")
  luaunit.assertEquals(result.meta.error_details.reason, reason)
  luaunit.assertFalse(world.asked "capture", "something was captured")
  luaunit.assertEquals(world.files(), {})
end

function M.test_allowed_places_are_written_to()
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/a.png" }).is_error)
  luaunit.assertEquals(world.files(), { "/out/a.png" })
end

function M.test_others_are_refused_before_anything_is_captured()
  refused({ app_target = "screen:0", path = "/etc/a.png" }, "INVALID_PATH", "outside")
  refused({ app_target = "screen:0", path = "/etc/" }, "INVALID_PATH", "outside")
  refused({ app_target = "screen:0", path = "/secret/a.png" }, "POLICY_DENIED", "restricted path")
  refused({ app_target = "screen:0", path = "/secret/" }, "POLICY_DENIED", "restricted path")
end

function M.test_a_picture_without_a_path_is_not_saved_elsewhere_either()
  refused({ app_target = "screen:0" }, "INVALID_PATH", "outside")
end

function M.test_what_travels_inline_is_sent_with_a_warning()
  local result = world.call("image", { app_target = "screen:0", path = "/etc/a.png", format = "data", max_width = 100 })
  luaunit.assertNil(result.is_error)
  local texts = {}
  for _, block in ipairs(result.content) do texts[#texts + 1] = block.text end
  luaunit.assertStrContains(table.concat(texts, "\n"), "path refused: /etc/a.png Save elsewhere.")
  luaunit.assertEquals(result.structured.saved_files, {})
  luaunit.assertEquals(#result.structured.images, 1)
  luaunit.assertEquals(world.files(), {})
end

function M.test_what_is_saved_is_logged()
  luaunit.assertNil(world.call("image", { app_target = "screen:0", path = "/out/a.png" }).is_error)
  luaunit.assertEquals(world.audited, { "save /out/a.png" })
end

function M.test_what_cannot_be_logged_is_not_saved()
  world.failing.audit = world.fail("FILE_IO_ERROR", "audit log not written")
  calls.failed(world, { app_target = "screen:0", path = "/out/a.png" }, "FILE_IO_ERROR", "audit log not written")
  luaunit.assertEquals(world.files(), {})
end

return M
