local luaunit = require "luaunit"
local errors = require "errors"

local M = {}

function M.test_the_table_is_whole()
  local codes = {}
  for _, row in ipairs(errors.rows) do
    luaunit.assertStrMatches(row[1], "[A-Z_]+")
    luaunit.assertNil(codes[row[1]], row[1] .. " is there twice")
    codes[row[1]] = row[2]
    luaunit.assertTrue(#row[3] > 0)
    luaunit.assertIsString(row[4])
  end
  luaunit.assertEquals(codes, {
    UNKNOWN_ERROR = 1, DISPLAY_NOT_FOUND = 10, PERMISSION_ERROR_SCREEN_RECORDING = 11,
    PERMISSION_ERROR_ACCESSIBILITY = 12, DISPLAY_UNAVAILABLE = 13, CAPTURE_FAILED = 14, WINDOW_NOT_FOUND = 15,
    FILE_IO_ERROR = 17, APP_NOT_FOUND = 18, INVALID_ARGUMENT = 20, AMBIGUOUS_APP_IDENTIFIER = 22, TIMEOUT = 23,
    CANCELLED = 24, AI_PROVIDER_ERROR = 25, SCRIPT_ERROR = 26, POLICY_DENIED = 27, RATE_LIMIT_EXCEEDED = 28,
    UNSUPPORTED = 29, CONNECTION_REFUSED = 30, INVALID_PATH = 31,
    UNSUPPORTED_FORMAT = 32, ELEMENT_NOT_FOUND = 33, AMBIGUOUS_ELEMENT = 34, ELEMENT_STALE = 35, FOCUS_REFUSED = 36,
    EFFECT_NOT_SEEN = 37, INTERRUPTED = 38, NOT_CONFIRMED = 39, PROVIDER_UNAVAILABLE = 40, INTERNAL_ERROR = 70,
  })
end

-- The C++ twin is generated from lines of exactly this shape.
function M.test_every_row_is_one_line_of_one_shape()
  local rows = 0
  for line in io.lines(package.searchpath("errors", package.path)) do
    if line:match('^  { "[A-Z_]+", %d+, "[^"]*", "[^"]*" },$') then rows = rows + 1 end
  end
  luaunit.assertEquals(rows, #errors.rows)
end

function M.test_remedies_are_for_clients_of_the_server_too()
  for _, row in ipairs(errors.rows) do
    if row[4]:find("`peekaboo ", 1, true) then luaunit.assertStrContains(row[4], "`list` ", false, row[1]) end
  end
  luaunit.assertNil(errors.normalise(errors.make("INVALID_ARGUMENT", "x")).hint)
end

function M.test_details_without_a_list_are_no_text()
  luaunit.assertNil(errors.details_text { details = { position = { x = 1, y = 2 }, size = { width = 3 }, found = {} } })
  luaunit.assertEquals(errors.details_text { details = { position = { x = 1 }, available = { "a", "b" } } },
    "available: a, b")
end

function M.test_normalise()
  local plain = errors.normalise("boom")
  luaunit.assertEquals({ plain.code, plain.message }, { "INTERNAL_ERROR", "boom" })
  local native = errors.normalise { code = "TIMEOUT", message = "", hint = "" }
  luaunit.assertStrContains(native.message, "did not end in time")
  luaunit.assertStrContains(native.hint, "PEEKABOO_CLI_TIMEOUT")
  local strange = errors.normalise { code = "NEW_CODE", message = "m" }
  luaunit.assertEquals({ strange.code, errors.status(strange) }, { "NEW_CODE", 1 })
  luaunit.assertEquals(tostring(native):sub(1, 9), "TIMEOUT: ")
end

function M.test_status_and_details()
  luaunit.assertEquals(errors.status(errors.make("INVALID_ARGUMENT")), 20)
  luaunit.assertEquals(errors.status(errors.make("INVALID_ARGUMENT", "x", { usage = true })), 64)
  luaunit.assertNil(errors.details_text(errors.make("TIMEOUT")))
  luaunit.assertEquals(errors.details_text { details = "plain" }, "plain")
  luaunit.assertEquals(errors.details_text { details = { b = 2, a = { "x", "y" } } }, "a: x, y")
end

return M
