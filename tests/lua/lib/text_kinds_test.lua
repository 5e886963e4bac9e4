local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local kinds

function M.setUp()
  worlds.fresh()
  kinds = require "lib.text_kinds"
end

local function fault(kind, text)
  local _, err = try(kinds.check, { { "it", kind } }, { it = text })
  if err then luaunit.assertEquals({ err.code, err.details.field }, { "INVALID_ARGUMENT", "it" }) end
  return err and err.message
end

function M.test_names_have_up_to_255_characters()
  luaunit.assertNil(fault("name", ("ü"):rep(255)))
  luaunit.assertEquals(fault("name", ("ü"):rep(256)), "it: 256 characters long")
  luaunit.assertEquals(fault("name", ""), "it: empty")
  luaunit.assertNil(fault("path", ("x"):rep(4096)))
  luaunit.assertNotNil(fault("path", ("x"):rep(4097)))
end

function M.test_control_characters_are_refused()
  for _, kind in ipairs { "name", "path", "element_path", "menu_path" } do
    for _, text in ipairs { "a\0b", "a\nb", "\27[31m", "a\127", "a\u{85}b", "a\u{9b}b" } do
      luaunit.assertEquals(fault(kind, text), "it: has a control character", kind)
    end
    luaunit.assertEquals(fault(kind, "a\xFF"), "it: not valid UTF-8")
  end
end

function M.test_what_only_looks_dangerous_is_a_name()
  for _, text in ipairs { "-rf", "--help", "$(reboot)", "`x`", "%u", "a'b\"c", "../..", "a;b|c", "\u{202e}x",
      " a " } do
    luaunit.assertNil(fault("name", text))
  end
end

function M.test_the_check_comes_after_what_prepares_the_arguments()
  local checked = kinds.checked({ { "it", "name" } }, function(args) return { it = args.it .. "\n" } end)
  local _, err = try(checked, { it = "a" })
  luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  luaunit.assertEquals(kinds.checked({ { "it", "name" } })({ it = 7 }), { it = 7 })
  luaunit.assertNil(kinds.checked({ { "it", "string" } }))
end

function M.test_a_required_text_is_called_empty()
  local normalise = require("lib.arguments").without_unset
  local rows = { { "it", "string" }, { "more", "string", optional = true } }
  local _, err = try(kinds.checked(rows, normalise), { it = "", more = "a" })
  luaunit.assertEquals({ err.code, err.message, err.details.field }, { "INVALID_ARGUMENT", "it: empty", "it" })
  luaunit.assertEquals(kinds.checked(rows, normalise) { it = "a", more = "" }, { it = "a" })
  luaunit.assertEquals(kinds.checked(rows, normalise) {}, {}, "the schema calls it missing")
end

function M.test_a_kind_is_a_string_for_clients()
  local schema = require("lib.schema").of({ { "it", "menu_path" } }, "t", true)
  luaunit.assertEquals(schema.properties.it.type, "string")
end

return M
