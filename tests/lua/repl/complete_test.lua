local fakes = require "fakes.world"
local luaunit = require "luaunit"
local started = require "fakes.prompt"

local M = {}

function M.test_locals_complete()
  local world = started()
  world.type "local counted, counting <const> = nil, {member = 1}"
  luaunit.assertEquals(world.repl.complete("count").texts, { "counted", "counting" })
  luaunit.assertEquals(world.repl.complete("counting.me").texts, { "member" })
end

local function completed(world, line)
  local found = world.repl.complete(line)
  local texts = {}
  for i, text in ipairs(found.texts) do texts[i] = line:sub(1, #line - found.replaced) .. text end
  return texts
end

function M.test_completion_of_names()
  local world = started()
  world.type "my_value = {first = 1, second = {deep = 2}, [5] = 1, ['not a name'] = 1}"
  luaunit.assertEquals(completed(world, "x = my_v"), { "x = my_value" })
  luaunit.assertEquals(completed(world, "my_value."), { "my_value.first", "my_value.second" })
  luaunit.assertEquals(completed(world, "f(my_value.second.d"), { "f(my_value.second.deep" })
  luaunit.assertEquals(completed(world, "windo"), { "window" })
  luaunit.assertEquals(completed(world, "repe"), { "repeat" })
  luaunit.assertEquals(completed(world, "window.fro"), { "window.frontmost" })
  luaunit.assertEquals(completed(world, "nosuch.thing."), {})
  luaunit.assertEquals(completed(world, "1 + "), {})
end

function M.test_completion_runs_nothing()
  local world = started()
  world.type "t = setmetatable({}, {__index = function() touched = true end})"
  completed(world, "t.a.b")
  luaunit.assertErrorMsgContains("there is no global 'touched'", world.type, "touched")
end

function M.test_completion_of_options()
  local world = started()
  luaunit.assertEquals(completed(world, "window.list{"), { "window.list{on_screen = ", "window.list{pid = " })
  luaunit.assertEquals(completed(world, "n = #window.list({pid = 4, o"), { "n = #window.list({pid = 4, on_screen = " })
  luaunit.assertEquals(completed(world, "window.list({pid = wind"), { "window.list({pid = window" })
end

function M.test_completion_inside_of_a_text()
  local world = started()
  luaunit.assertEquals(completed(world, 'find("fire'), { 'find("Firefox' })
  luaunit.assertEquals(completed(world, "x = 'notes"), { "x = 'notes.txt" })
  luaunit.assertEquals(completed(world, "'closed' .. wind"), { "'closed' .. window" })
  world.windows = { fakes.window(1, 100, 'say "hi" \\ now') }
  luaunit.assertEquals(completed(world, 'f "say'), { 'f "say \\"hi\\" \\\\ now' })
  world.failing.windows, world.failing.apps = { code = "TIMEOUT" }, { code = "TIMEOUT" }
  luaunit.assertEquals(completed(world, 'f "say'), {})
end

function M.test_the_slot_of_a_text()
  started()
  local slot = require "repl.slot"
  local function told(before)
    local known = slot.of(before)
    if not known then return "nothing" end
    return ("%s %s %s %s"):format(known.call or "-", known.argument or "-", known.key or "-", known.item or "-")
  end
  luaunit.assertEquals(told "event.on { ", "event.on 1 - 1")
  luaunit.assertEquals(told "event.on({ 'timer', when_running = ", "event.on 1 when_running -")
  luaunit.assertEquals(told 'screen.capture ', "screen.capture 1 - -")
  luaunit.assertEquals(told 'x = f(1, screen.capture(', "screen.capture 1 - -")
  luaunit.assertEquals(told "screen.capture('a, (b', {region = {x = 1}, encode = ", "screen.capture 2 encode -")
  luaunit.assertEquals(told "event.listen { kinds = { 'a', ", "event.listen 1 kinds 2")
  luaunit.assertEquals(told "shot:encode{format=", "shot:encode 1 format -")
  luaunit.assertEquals(told "tool.batch { { tool = 'image', arguments = { app_target = ", "- - app_target -")
  for _, line in ipairs { "", "x = ", "f() .. ", "f(a .. ", "{ ", "((", "f() { ", ") } " } do
    luaunit.assertEquals(told(line), "nothing", line)
  end
end

function M.test_completion_of_words_that_the_reference_names()
  local world = started()
  luaunit.assertEquals(completed(world, 'screen.capture("des'), { 'screen.capture("desktop' })
  luaunit.assertEquals(completed(world, "x = screen.capture 'fro"), { "x = screen.capture 'frontmost" })
  luaunit.assertEquals(completed(world, 'screen.capture("window", {id = 5, encode = "'),
    { 'screen.capture("window", {id = 5, encode = "png' })
  luaunit.assertEquals(completed(world, 'screen.capture("window", "fire'), { 'screen.capture("window", "Firefox' })
end

function M.test_completion_of_paths_modules_and_ids()
  local world = started()
  local fs = require "fs"
  fs.list = function(path)
    if path == "/data/" then return { ".hidden", "one.png", "other" } end
    return path == "." and { "mine.lua", "notes.txt" } or {}
  end
  fs.stat = function(path) return { type = path:find "other$" and "directory" or "file" } end
  luaunit.assertEquals(completed(world, 'fs.read "/data/o'), { 'fs.read "/data/one.png', 'fs.read "/data/other/' })
  luaunit.assertEquals(completed(world, "x = '/data/.h"), { "x = '/data/.hidden" })
  luaunit.assertEquals(completed(world, 'process.run({"ls"}, {cwd = "no'), { 'process.run({"ls"}, {cwd = "notes.txt' })
  luaunit.assertEquals(completed(world, 'require "mi'), { 'require "mine' })
  luaunit.assertEquals(completed(world, 'local w = require("windo'), { 'local w = require("window' })
  local ids = completed(world, "screen.capture('window', {id = ")
  luaunit.assertEquals(#ids, #require "window".list())
  luaunit.assertStrContains(ids[1], "{id = " .. require "window".list()[1].id)
end

function M.test_completion_of_targets()
  local world = started()
  luaunit.assertEquals(completed(world, '{ app_target = "scre'),
    { '{ app_target = "screen:0', '{ app_target = "screen:1' })
  luaunit.assertEquals(completed(world, 'completion.app_target("front'), { 'completion.app_target("frontmost' })
end

return M
