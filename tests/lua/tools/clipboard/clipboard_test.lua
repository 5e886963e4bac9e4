local forms = require "fakes.forms"
local luaunit = require "luaunit"
local pictures = require "fakes.pictures"
local reads = require "fakes.reads"

local M = {}
local world

function M.setUp() world = forms.world() end

local function done(args) return forms.done(world, "clipboard", args) end

function M.test_clipboard_reads_what_can_be_pasted()
  luaunit.assertEquals(done({ action = "get" }).facts, { contentType = "none" })
  world.copied = { text = "Grüße\n", html = "<b>Grüße</b>" }
  local told = done { action = "get" }
  luaunit.assertEquals(told.facts, { contentType = "text", text = "Grüße\n" })
  luaunit.assertEquals({ told.effect, told.seen }, { "seen", { "it has text, html" } })
  luaunit.assertNil(told.undo)
end

function M.test_clipboard_long_texts_are_cut_and_files_are_listed()
  world.copied = { text = ("x"):rep(100001) }
  local facts = done({ action = "get" }).facts
  luaunit.assertEquals(#facts.text, 100000)
  luaunit.assertStrContains(facts["left out"], "100000 bytes")
  world.copied = { files = { "/a", "/b" } }
  luaunit.assertEquals(done({ action = "get" }).facts, { contentType = "files", files = { "/a", "/b" } })
end

function M.test_clipboard_a_picture_comes_without_structured_content()
  world.copied = { image = pictures.make(world, "copied", { x = 0, y = 0, width = 30, height = 20 }) }
  local result = world.call("clipboard", { action = "get" })
  luaunit.assertNil(result.is_error, result.content[1].text)
  luaunit.assertNil(result.structured)
  luaunit.assertStrContains(result.content[1].text, '"image":"30x20"')
  luaunit.assertEquals(result.content[2].type, "image")
end

function M.test_clipboard_sets_and_undoes()
  world.copied = { text = "before" }
  local told = done { action = "set", text = "after" }
  luaunit.assertEquals({ world.copied.text, told.seen }, { "after", { "text can be pasted" } })
  luaunit.assertEquals(told.undo, { tool = "clipboard", arguments = { action = "set", text = "before" } })
  luaunit.assertEquals(done({ action = "set", files = { "/tmp" } }).message, "Done: copy 1 file to the clipboard.")
  luaunit.assertEquals(world.copied.files, { "/tmp" })
  luaunit.assertNil(done({ action = "clear" }).undo)
  luaunit.assertEquals(world.copied, {})
  luaunit.assertEquals(done({ action = "set", text = "" }).undo.arguments, { action = "clear" })
end

function M.test_clipboard_what_only_the_person_may_see_is_not_given_back()
  world.failing["clipboard read"] = world.fail("POLICY_DENIED", "a secret")
  world.copied = { text = "secret" }
  forms.fails(world, "POLICY_DENIED", "clipboard", { action = "get" })
  luaunit.assertNil(done({ action = "set", text = "x" }).undo)
end

function M.test_clipboard_a_dry_run_copies_nothing()
  luaunit.assertTrue(done({ action = "set", text = "x", dry_run = true }).dry_run)
  luaunit.assertFalse(world.asked "clipboard")
end

function M.test_clipboard_another_program_that_copies_is_noticed()
  world.thief = { image = true }
  local _, details = forms.fails(world, "EFFECT_NOT_SEEN", "clipboard", { action = "set", text = "x" })
  luaunit.assertTrue(details.dispatched)
  world.thief = { text = "other" }
  forms.fails(world, "EFFECT_NOT_SEEN", "clipboard", { action = "clear" })
end

function M.test_clipboard_what_is_missing_is_named()
  for field, args in pairs { text = { action = "set" }, files = { action = "set", text = "a", files = { "/b" } } } do
    local _, details = forms.fails(world, "INVALID_ARGUMENT", "clipboard", args)
    luaunit.assertEquals(details.field, field)
  end
  local text = forms.fails(world, "INVALID_ARGUMENT", "clipboard", { action = "set", files = { "/tmp", "/gone" } })
  luaunit.assertStrContains(text, "'/gone' does not exist")
end

function M.test_clipboard_only_changes_are_confirmed()
  world.must_confirm = { reversible = true }
  done { action = "get" }
  forms.fails(world, "NOT_CONFIRMED", "clipboard", { action = "set", text = "x" })
  luaunit.assertEquals(world.copied, {})
end

local function got(copied)
  world.copied = copied
  return reads.done(world, "get_clipboard")
end

function M.test_get_clipboard_each_kind()
  luaunit.assertEquals(got { text = "Grüße\n", html = "<b>" }, { text = "Grüße\n", contentType = "text" })
  luaunit.assertEquals(got { text = "" }, { text = "", contentType = "text" })
  luaunit.assertEquals(got { files = { "/a", "/b c" } },
    { text = "/a\n/b c", files = { "/a", "/b c" }, contentType = "files" })
  luaunit.assertEquals(got {}, { contentType = "other" })
  luaunit.assertEquals(got { html = "<b>" }, { contentType = "other" })
  luaunit.assertFalse(world.asked "clipboard")
end

function M.test_get_clipboard_long_texts_and_pictures_are_resources()
  world.shelf_bytes = 1000000
  local told, result = got { text = ("x"):rep(60001) }
  luaunit.assertEquals({ told.contentType, told.size, told.text }, { "text", 60001, nil })
  luaunit.assertEquals({ result.content[2].type, result.content[2].uri }, { "resource_link", told.resource })
  luaunit.assertNotNil(result.structured)
  told = got { image = pictures.make(world, "copied", { x = 0, y = 0, width = 30, height = 20 }) }
  luaunit.assertEquals(told.contentType, "image")
  luaunit.assertNotNil(told.resource)
end

function M.test_get_clipboard_what_is_too_large_to_keep_has_its_size()
  world.shelf_bytes = 10
  luaunit.assertEquals(got { text = ("x"):rep(60001) }, { contentType = "text", size = 60001 })
end

function M.test_set_clipboard_sets_and_undoes()
  world.copied = { text = "before" }
  local told, message = forms.done(world, "set_clipboard", { text = "after" })
  luaunit.assertEquals({ world.copied.text, told.effect }, { "after", "seen" })
  luaunit.assertEquals(told.undo, { tool = "set_clipboard", arguments = { text = "before" } })
  luaunit.assertStrContains(message, "copy 5 characters")
  luaunit.assertEquals(forms.done(world, "set_clipboard", { text = "" }).undo.arguments, { text = "after" })
end

function M.test_set_clipboard_a_thief_is_told()
  world.thief = {}
  forms.fails(world, "EFFECT_NOT_SEEN", "set_clipboard", { text = "x" })
end

return M
