local json = require "fakes.json"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local cut_tree

function M.setUp()
  worlds.fresh()
  cut_tree = require "lib.cut_tree"
end

-- Returns a tree from nested lists: { "name", child, … }.
local function tree(list)
  local node = { name = list[1] }
  for i = 2, #list do
    node.children = node.children or {}
    node.children[i - 1] = tree(list[i])
  end
  return node
end

local function text(node)
  local parts = { node.name }
  for i, child in ipairs(node.children or {}) do parts[i + 1] = text(child) end
  if node.omittedChildren then parts[#parts + 1] = "+" .. node.omittedChildren end
  return "(" .. table.concat(parts, " ") .. ")"
end

local function after(limit)
  local root = tree { "a", { "b", { "d" }, { "e", { "g" } } }, { "c", { "f" } } }
  return text(root), cut_tree.cut({ root }, limit), text(root)
end

function M.test_each_level_is_whole_before_the_next()
  for limit, expected in pairs {
    [1] = "(a +2)", [2] = "(a (b +2) +1)", [3] = "(a (b +2) (c +1))", [5] = "(a (b (d) (e +1)) (c +1))",
    [7] = "(a (b (d) (e (g))) (c (f)))", [99] = "(a (b (d) (e (g))) (c (f)))",
  } do
    local _, count, result = after(limit)
    luaunit.assertEquals(result, expected)
    luaunit.assertEquals(count, math.min(limit, 7))
  end
end

function M.test_what_was_left_out_before_is_counted_too()
  local root = tree { "a", { "b" }, { "c" } }
  root.omittedChildren = 5
  cut_tree.cut({ root }, 2)
  luaunit.assertEquals(text(root), "(a (b) +6)")
end

function M.test_roots_stay()
  local roots = { tree { "a", { "b" } }, tree { "c" } }
  luaunit.assertEquals(cut_tree.cut(roots, 1), 2)
  luaunit.assertEquals(text(roots[1]) .. text(roots[2]), "(a +1)(c)")
end

function M.test_an_answer_holds_what_fits()
  local root = { name = "root", children = {} }
  for i = 1, 5000 do root.children[i] = { name = ("x"):rep(20) .. i } end
  local value = cut_tree.fit({ root }, 4000, function(roots) return roots[1] end)
  luaunit.assertTrue(#json.encode(value) <= 60000)
  luaunit.assertTrue(#value.children > 1000)
  luaunit.assertEquals(#value.children + value.omittedChildren, 5000)
end

function M.test_a_size_saves_writing_twice()
  local root, written = { name = "root", children = {} }, 0
  for i = 1, 5000 do root.children[i] = { name = ("x"):rep(20) .. i } end
  local value = cut_tree.fit({ root }, 4000, function(roots)
    written = written + 1
    return roots[1]
  end, function(node) return #node.name + 15 end)
  luaunit.assertEquals(written, 1)
  luaunit.assertTrue(#value.children > 1000 and #json.encode(value) <= 60000)
end

-- Random trees: nothing is lost without being counted, and no node is deeper than one that was cut.
function M.test_property_nothing_is_lost_uncounted()
  math.randomseed(18)
  for _ = 1, 200 do
    local nodes = { { name = "0", level = 0 } }
    for i = 1, math.random(0, 60) do
      local parent = nodes[math.random(#nodes)]
      parent.children = parent.children or {}
      nodes[#nodes + 1] = { name = tostring(i), level = parent.level + 1 }
      table.insert(parent.children, nodes[#nodes])
    end
    local limit = math.random(1, 70)
    luaunit.assertEquals(cut_tree.cut({ nodes[1] }, limit), math.min(limit, #nodes))
    local deepest, highest_cut = 0, math.huge
    local function walk(node)
      deepest = math.max(deepest, node.level)
      if node.omittedChildren then highest_cut = math.min(highest_cut, node.level + 1) end
      for _, child in ipairs(node.children or {}) do walk(child) end
    end
    walk(nodes[1])
    luaunit.assertTrue(deepest <= highest_cut)
  end
end

return M
