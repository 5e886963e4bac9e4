local forms = require "fakes.forms"
local json = require "fakes.json"
local luaunit = require "luaunit"
local reads = require "fakes.reads"

local M = {}
local world

local function element(depth, role, name, more)
  local made = forms.element(role, name, 20, 60, more)
  made.depth = depth
  return made
end

function M.setUp() world = forms.world() end

-- Returns a tree as text: role "title"(children).
local function text(node)
  local parts = {}
  for i, child in ipairs(node.children or {}) do parts[i] = text(child) end
  local more = node.omittedChildren and ("+%d"):format(node.omittedChildren) or nil
  return ("%s%s%s"):format(node.role, node.title and " " .. node.title or "",
    (#parts > 0 or more) and "(" .. table.concat(parts, ",") .. (more or "") .. ")" or "")
end

local function got(args)
  args.appName = "Firefox"
  return reads.done(world, "get_ui_elements", args)
end

function M.test_the_tree_of_an_application()
  local root = got {}
  luaunit.assertEquals(text(root), "application Firefox(frame Inbox(button Save,button Same,button Same,text))")
  luaunit.assertEquals({ root.position, root.size }, { { x = 10, y = 20 }, { width = 300, height = 200 } })
  local save, field = root.children[1].children[1], root.children[1].children[4]
  luaunit.assertEquals({ save.position, save.size, save.path },
    { { x = 20, y = 60 }, { width = 80, height = 20 }, 'frame "Inbox"/button "Save"' })
  luaunit.assertEquals({ field.value, save.value }, { "Ada", nil })
end

function M.test_an_application_has_bounds_without_those_of_its_frames()
  local without = element(1, "frame", "Inbox")
  without.bounds = nil
  world.elements[100] = { without, element(2, "button", "B") }
  world.windows[3].frame = { x = 400, y = 50, width = 100, height = 30 } -- the other one of Firefox
  local root = got {}
  luaunit.assertEquals({ root.position, root.size }, { { x = 8, y = 0 }, { width = 492, height = 222 } })
  forms.without_places(world)
  luaunit.assertEquals(got({}).size, { width = 0, height = 0 })
end

function M.test_nameless_wrappers_fold_and_count_for_no_level()
  world.elements[100] = {
    element(1, "frame", "A"), element(2, "filler", ""), element(3, "panel", ""), element(4, "button", "B"),
    element(3, "panel", "named"), element(4, "label", "C"), element(2, "button", "D"),
  }
  luaunit.assertEquals(text(got {}), "application Firefox(frame A(button B,panel named(label C),button D))")
  luaunit.assertEquals(text(got { maxDepth = 2 }), "application Firefox(frame A(button B,panel named(+1),button D))")
  luaunit.assertEquals(text(got { maxDepth = 1 }), "application Firefox(frame A(+3))")
end

function M.test_a_limit_cuts_level_by_level()
  luaunit.assertEquals(text(got { limit = 3 }), "application Firefox(frame Inbox(button Save+3))")
end

function M.test_a_path_narrows()
  world.elements[100] = {
    element(1, "frame", "A", { path = 'frame "A"' }), element(2, "panel", "P", { path = 'frame "A"/panel "P"' }),
    element(3, "label", "C"), element(2, "button", "D"),
  }
  package.loaded.elements.find = function() return { world.elements[100][2] }, 1 end
  luaunit.assertEquals(text(got { elementPath = 'frame "A"/panel "P"' }), "panel P(label C)")
  luaunit.assertEquals(text(got { elementPath = 'application "Firefox"', maxDepth = 1 }),
    "application Firefox(frame A(+2))")
end

function M.test_states_that_do_not_go_without_saying()
  world.elements[100] = { element(1, "check box", "A", { states = { "checked", "showing" } }) }
  luaunit.assertEquals(got({}).children[1].states, { "checked", "disabled" })
end

function M.test_an_answer_is_bounded()
  world.elements[100] = { element(1, "frame", "A") }
  for i = 1, 3000 do world.elements[100][i + 1] = element(2, "button", "B" .. i) end
  local root = got {}
  luaunit.assertTrue(#json.encode(root) < 64000)
  local frame = root.children[1]
  luaunit.assertEquals(#frame.children + frame.omittedChildren, 3000)
end

function M.test_what_shows_no_tree_is_told_with_the_remedy()
  world.failing.elements = world.fail("UNSUPPORTED", "Firefox shows no elements", nil, "Start it with --force.")
  luaunit.assertStrContains(forms.fails(world, "UNSUPPORTED", "get_ui_elements", { appName = "Firefox" }), "--force")
end

return M
