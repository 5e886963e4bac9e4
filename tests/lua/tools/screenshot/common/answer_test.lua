local calls = require "fakes.screenshot_calls"
local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world

function M.setUp()
  world = worlds.server()
end

function M.test_codes_of_these_tools()
  for code, shown in pairs {
    POLICY_DENIED = "PERMISSION_DENIED", PERMISSION_ERROR_SCREEN_RECORDING = "PERMISSION_DENIED",
    PERMISSION_ERROR_ACCESSIBILITY = "PERMISSION_DENIED", INVALID_PATH = "INVALID_PATH",
    WINDOW_NOT_FOUND = "WINDOW_NOT_FOUND", DISPLAY_NOT_FOUND = "DISPLAY_NOT_FOUND",
    UNSUPPORTED_FORMAT = "UNSUPPORTED_FORMAT", CAPTURE_FAILED = "CAPTURE_FAILED",
    RATE_LIMIT_EXCEEDED = "RATE_LIMIT_EXCEEDED", UNSUPPORTED = "UNSUPPORTED",
    DISPLAY_UNAVAILABLE = "DISPLAY_UNAVAILABLE", FILE_IO_ERROR = "FILE_IO_ERROR", SCRIPT_ERROR = "SCRIPT_ERROR",
  } do
    world.failing["capture display 0"] = world.fail(code, "no picture", { reason = "why", retry_after = 7 })
    local fault, result = calls.fault(world, "screenshot_capture_full", {}, shown)
    luaunit.assertEquals(result.meta.backend_error_code, code)
    luaunit.assertEquals({ fault.message, fault.details.reason, fault.details.retry_after }, { "no picture", "why", 7 })
  end
end

function M.test_a_failure_without_facts_has_no_details()
  local answer = require "tools.screenshot.common.answer"
  local result = answer.failure { code = "CANCELLED", message = "cancelled" }
  luaunit.assertEquals(result.content[1].text,
    '{"status":"error","error":{"code":"CANCELLED","message":"cancelled"}}')
  luaunit.assertNil(json.decode(result.content[1].text).error.details)
end

-- The host calls `failure` with what the registry found wrong, too.
function M.test_faults_of_arguments_have_the_same_form()
  for name, tool in pairs(world.tools) do
    if name:find "^screenshot_" then
      local result = tool.failure { code = "INVALID_ARGUMENT", message = "x: wrong", details = { field = "x" } }
      luaunit.assertEquals(result.content[1].text, '{"status":"error","error":{"code":"INVALID_ARGUMENT","message":'
        .. '"x: wrong","details":{"field":"x"}}}')
    end
  end
  luaunit.assertNil(world.tools.list.failure { code = "INVALID_ARGUMENT", message = "x" })
end

return M
