local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, guest

local function guest_of(run)
  world = worlds.fresh { guest = run }
  guest = require "guest"
end

local function code_of(...)
  local _, err = try(...)
  return err and err.code
end

function M.test_what_a_guest_finds_is_what_the_rows_say()
  local seen
  guest_of(function(order) seen = order return {} end)
  guest.run { script = "return 1", arguments = { a = 1 } }
  luaunit.assertEquals(seen.modules.window, { "list", "frontmost", "get", "focus", "wait", "wait_gone" })
  luaunit.assertEquals(seen.modules.image, nil)
  luaunit.assertItemsEquals(seen.objects.image.fields, { "width", "height", "origin", "scale", "method",
    "transparent", "menus" })
  local methods = table.concat(seen.objects.image.methods, " ")
  luaunit.assertStrContains(methods, "crop")
  for _, name in ipairs { "save", "encode", "base64" } do luaunit.assertNil(methods:find(name), name) end
  luaunit.assertEquals(seen.seconds, 30)
  luaunit.assertEquals(seen.arguments, { a = 1 })
end

function M.test_a_call_reaches_the_function_and_is_told()
  local heard = {}
  guest_of(function(_, answer)
    local windows = answer("window.list", { pid = 100 })
    return { returned = { #windows } }
  end)
  local outcome = guest.run({ script = "x" }, function(count, name) heard[#heard + 1] = count .. " " .. name end)
  luaunit.assertEquals(outcome.returned, { 3 })
  luaunit.assertEquals(outcome.calls, { 'window.list({"pid":100})' })
  luaunit.assertEquals(heard, { "1 window.list" })
end

function M.test_only_what_is_listed_is_called()
  guest_of(function() return {} end)
  for _, name in ipairs { "fs.read", "process.run", "image:save", "window.__index", "window", "", "image.decode",
      "registry.call", "window.list ", "Window.list" } do
    luaunit.assertEquals(code_of(guest.answer, name), "INVALID_ARGUMENT", name)
  end
  luaunit.assertEquals(code_of(guest.answer, nil), "INVALID_ARGUMENT")
end

function M.test_no_more_arguments_than_a_function_takes_from_guests()
  guest_of(function() return {} end)
  luaunit.assertEquals(guest.answer("json.encode", { 1 }), "[1]")
  luaunit.assertEquals(code_of(guest.answer, "json.encode", { 1 }, 1000000000), "INVALID_ARGUMENT")
  luaunit.assertEquals(code_of(guest.answer, "window.list", nil, nil, nil, nil, nil), "INVALID_ARGUMENT")
end

function M.test_a_method_wants_its_object()
  guest_of(function() return {} end)
  for _, value in ipairs { 1, "image", {}, true, { crop = 5 }, require("json").null } do
    luaunit.assertEquals(code_of(guest.answer, "image:crop", value), "INVALID_ARGUMENT")
  end
  luaunit.assertEquals(code_of(guest.answer, "image:crop"), "INVALID_ARGUMENT")
  local shot = require("screen").capture("window", { id = 11, timeout = 1 })
  luaunit.assertEquals(guest.answer("image:fit", shot, { scale = 0.5 }).width, 150)
end

function M.test_the_calls_told_are_bounded()
  guest_of(function(_, answer)
    for _ = 1, 80 do answer("json.encode", ("x"):rep(5000) .. "\n\27[2J") end
    return {}
  end)
  local outcome = guest.run { script = "x" }
  luaunit.assertEquals(outcome.call_count, 80)
  luaunit.assertEquals(#outcome.calls, 50)
  for _, text in ipairs(outcome.calls) do
    luaunit.assertTrue(#text < 200)
    luaunit.assertNil(text:find "%c")
  end
end

function M.test_no_more_than_so_many_at_once_and_each_makes_room_again()
  local depth = 0
  guest_of(function()
    depth = depth + 1
    if depth > guest.limits.at_once then return {} end
    local outcome, err = try(guest.run, { script = "inner" })
    return { returned = { outcome and "fine" or err.code } }
  end)
  guest.run { script = "outer" }
  luaunit.assertEquals(depth, guest.limits.at_once)
  depth = 0
  guest.run { script = "again" }
  luaunit.assertEquals(depth, guest.limits.at_once)
  guest_of(function() error(world.fail("UNSUPPORTED", "no program"), 0) end)
  for _ = 1, 20 do luaunit.assertEquals(code_of(guest.run, { script = "x" }), "UNSUPPORTED") end
end

function M.test_a_script_has_a_size()
  guest_of(function() return {} end)
  luaunit.assertEquals(code_of(guest.run, { script = ("x"):rep(300000) }), "INVALID_ARGUMENT")
  luaunit.assertFalse(world.asked "guest")
end

function M.test_without_a_filter_for_system_calls_only_by_the_persons_word()
  for value, unfiltered in pairs { ["true"] = true, ["false"] = false, [""] = false } do
    worlds.fresh { environment = { PEEKABOO_RUN_SCRIPT_UNCONFINED = value },
      guest = function(order) return { returned = { order.unfiltered } } end }
    luaunit.assertEquals(require("guest").run({ script = "" }).returned, { unfiltered })
  end
end

function M.test_the_status_starts_one_only_where_it_is_switched_on()
  guest_of(function() return { confinement = { system_calls = true, namespaces = true } } end)
  luaunit.assertEquals(require("guest.status").look(), { enabled = false })
  luaunit.assertFalse(world.asked "guest")
  local function look(run)
    worlds.fresh { guest = run, environment = { PEEKABOO_ENABLE_RUN_SCRIPT = "true" } }
    local status = require "guest.status"
    local seen = status.look()
    return seen, status.problems(seen)
  end
  local seen, problems = look(function() return { confinement = { system_calls = true, namespaces = false } } end)
  luaunit.assertTrue(seen.available)
  luaunit.assertEquals(problems, {})
  seen, problems = look(function() return { confinement = { system_calls = false, namespaces = false } } end)
  luaunit.assertTrue(seen.available)
  luaunit.assertStrContains(problems[1].remedy, "libseccomp")
  seen, problems = look(function() return { error = { code = "UNSUPPORTED", message = "no filter" } } end)
  luaunit.assertFalse(seen.available)
  luaunit.assertStrContains(problems[1].problem, "no filter")
end

return M
