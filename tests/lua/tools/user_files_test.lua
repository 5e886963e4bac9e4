local is_addition = require "fakes.additions"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, files
local folder = "/home/ann/.config/peekaboo/tools/"

function M.setUp()
  world = worlds.server { changes = {} }
  files = require "tools.user_files"
end

local function greeter(name, extra)
  return ("local tool = require 'tool'\n%s tool.register { name = '%s', run = function() return '%s' end }"):format(
    extra or "", name, name)
end

local function names()
  local found = {}
  for name in pairs(world.tools) do
    if not is_addition(name) then found[#found + 1] = name end
  end
  table.sort(found)
  return table.concat(found, " ")
end

local function problem()
  local rows = files.problems()
  return rows[1] and rows[1].problem
end

function M.test_files_of_the_command_line_and_of_the_folder()
  world.put("/project/one.lua", greeter "one")
  world.put(folder .. "two.lua", "#!/usr/bin/env peekaboo\n" .. greeter "two")
  files.start { "/project/one.lua" }
  luaunit.assertEquals(names(), "analyze image list one two")
  luaunit.assertEquals(world.tools.one.source, { order = 1, file = "/project/one.lua" })
  luaunit.assertEquals(world.tools.two.source, { order = 2, file = folder .. "two.lua" })
  luaunit.assertEquals(files.problems(), {})
end

function M.test_resources_and_prompts_too()
  world.put(folder .. "a.lua", [[
    require("resource").register { uri = "notes://a", name = "a", read = print }
    require("prompt").register { name = "p", run = print }]])
  files.start {}
  luaunit.assertEquals(world.resources["notes://a"].name, "a")
  luaunit.assertEquals(world.prompts.p.source.file, folder .. "a.lua")
end

function M.test_a_broken_file_of_the_command_line_is_raised_as_it_is()
  world.put("/project/one.lua", "x = = 1")
  local _, err = try(files.start, { "/project/one.lua" })
  luaunit.assertEquals(err.code, "SCRIPT_ERROR")
  luaunit.assertStrContains(err.message, "/project/one.lua:1:")
  _, err = try(files.start, { "/project/none.lua" })
  luaunit.assertEquals(err.code, "FILE_IO_ERROR")
end

function M.test_a_broken_file_of_the_folder_is_a_problem()
  for text, word in pairs { ["x = = 1"] = "a.lua:1:", ["error 'luck'"] = "luck", [greeter "image"] = "two of image",
    [greeter("b", "error({ message = 'ours' }) ")] = "ours", ["require 'none'"] = "none",
    ["require('tool').register { name = 'c', wrong = 1 }"] = "unknown word 'wrong'" } do
    M.setUp()
    world.put(folder .. "a.lua", text)
    files.start {}
    luaunit.assertEquals(names(), "analyze image list", text)
    luaunit.assertStrContains(problem(), "The tools file " .. folder .. "a.lua is broken: ")
    luaunit.assertStrContains(problem(), word)
  end
end

function M.test_a_file_of_the_folder_that_others_can_write_is_not_run()
  for _, path in ipairs { "a.lua", "lib.lua" } do
    M.setUp()
    world.put(folder .. "lib.lua", "return 1")
    world.put(folder .. "a.lua", greeter("a", "require 'lib'"))
    world.refused[folder .. path] = "belongs to bob"
    files.start {}
    luaunit.assertEquals(names(), "analyze image list", path)
    luaunit.assertEquals(files.problems()[1], {
      problem = ("The tools file %s%s is not read: it belongs to bob."):format(folder, path),
      remedy = "chmod go-w " .. folder .. path })
  end
end

function M.test_a_file_named_on_the_command_line_is_the_persons_choice()
  world.put("/project/one.lua", greeter("one", "require 'lib'"))
  world.put("/project/lib.lua", "")
  world.refused["/project/one.lua"], world.refused["/project/lib.lua"] = "belongs to bob", "belongs to bob"
  files.start { "/project/one.lua" }
  luaunit.assertEquals(names(), "analyze image list one")
end

function M.test_what_a_file_declared_stays_when_others_can_write_it_later()
  world.put(folder .. "a.lua", greeter "a")
  files.start {}
  world.changes[1] = function()
    world.put(folder .. "a.lua", greeter "b")
    world.refused[folder .. "a.lua"] = "is writable by every user"
  end
  files.watch()
  luaunit.assertEquals(names(), "a analyze image list")
  luaunit.assertStrContains(problem(), "is writable by every user")
end

function M.test_a_folder_is_followed()
  world.put(folder .. "a.lua", greeter "a")
  files.start {}
  local seen = {}
  local function step(change)
    world.changes[#world.changes + 1] = function()
      seen[#seen + 1] = names() .. (problem() and " !" or "")
      change()
    end
  end
  step(function() world.put(folder .. "a.lua", greeter "b") end)
  step(function() world.put(folder .. "a.lua", "broken(") end)
  step(function() world.put(folder .. "c.lua", greeter "c") end)
  step(function() world.put(folder .. "a.lua", greeter "d") end)
  step(function() world.nodes[folder .. "a.lua"] = nil end)
  step(function() end)
  files.watch()
  luaunit.assertEquals(seen, { "a analyze image list", "analyze b image list", "analyze b image list !",
    "analyze b c image list !", "analyze c d image list", "analyze c image list" })
end

function M.test_a_file_that_did_not_change_is_not_run_again()
  world.put(folder .. "a.lua", greeter("a", "runs = (runs or 0) + 1 require('json').runs = runs"))
  files.start {}
  world.requests = {}
  world.changes = { function() world.put(folder .. "b.txt", "") end }
  files.watch()
  luaunit.assertFalse(world.asked "replace")
end

function M.test_neighbours_are_read_with_the_file_and_followed()
  world.put("/project/one.lua", greeter("x", "local words = require 'lib.words' "):gsub("'x'", "words.name"))
  world.put("/project/lib/words.lua", "return { name = 'one' }")
  files.start { "/project/one.lua" }
  luaunit.assertEquals(names(), "analyze image list one")
  world.changes = { function() world.put("/project/lib/words.lua", "return { name = 'other' }") end }
  files.watch()
  luaunit.assertEquals(names(), "analyze image list other")
end

function M.test_a_neighbour_cannot_take_the_place_of_what_is_built_in()
  for _, name in ipairs { "completion", "tool", "prompt" } do
    world.put("/project/" .. name .. ".lua", "error 'mine'")
  end
  world.put("/project/match.lua", "return 'mine'")
  world.put("/project/one.lua", greeter("one", "assert(require('completion').app and require('match') == 'mine') "))
  files.start { "/project/one.lua" }
  luaunit.assertEquals(names(), "analyze image list one")
end

function M.test_what_a_handler_declares_later_belongs_to_the_file()
  world.put(folder .. "a.lua", [[local tool = require "tool"
    tool.register { name = "a", run = function() tool.register { name = "late", run = print } end }]])
  files.start {}
  world.tools.a.run()
  luaunit.assertEquals(names(), "a analyze image late list")
  luaunit.assertEquals(world.tools.late.source.file, folder .. "a.lua")
end

function M.test_globals_of_a_file_stay_in_it()
  world.put(folder .. "a.lua", "mine = 1 " .. greeter "a")
  files.start {}
  luaunit.assertNil(rawget(_G, "mine"))
end

function M.test_a_problem_is_known_without_a_server()
  world.put(folder .. "a.lua", "broken(")
  luaunit.assertStrContains(problem(), "a.lua")
end

return M
