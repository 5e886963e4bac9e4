local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function plain(pairs_list)
  local args = {}
  for _, pair in ipairs(pairs_list) do args[pair[1]] = pair[2] end
  return args
end

local function each_tool(f)
  local world = worlds.server { environment = { PEEKABOO_AI_PROVIDERS = "ocr" } }
  world.put("/tmp/shot.png", "\x89PNG\r\n\x1a\nx")
  for _, declared in ipairs(require("tools").rows()) do
    if world.tools[declared.name] then f(declared, world) end
  end
end

function M.test_every_example_works()
  local count = 0
  each_tool(function(declared, world)
    luaunit.assertTrue(#declared.examples > 0, declared.name)
    for _, example in ipairs(declared.effect and {} or declared.examples) do
      local result = world.call(declared.name, plain(example[2]))
      luaunit.assertNotTrue(result.is_error, example[1] .. ": " .. result.content[1].text)
      count = count + 1
    end
  end)
  luaunit.assertTrue(count > 8)
end

-- Acts are for what is on a screen, so that only their arguments are checked.
function M.test_every_example_of_an_act_has_valid_arguments()
  each_tool(function(declared)
    if not declared.effect then return end
    luaunit.assertTrue(#declared.examples > 0, declared.name)
    for _, example in ipairs(declared.examples) do
      local given, known = plain(example[2]), {}
      for _, row in ipairs(declared.params) do
        known[row[1]] = true
        luaunit.assertTrue(row.optional or given[row[1]] ~= nil, declared.name .. " " .. row[1])
      end
      for name in pairs(given) do luaunit.assertTrue(known[name], declared.name .. " " .. name) end
    end
  end)
end

local renamed = { PERMISSION_DENIED = true } -- by the screenshot tools

function M.test_every_code_is_in_the_table()
  each_tool(function(declared)
    luaunit.assertTrue(#declared.errors > 0, declared.name)
    for _, row in ipairs(declared.errors) do
      luaunit.assertNotNil(renamed[row[1]] and row[2] or require("errors").row(row[1]), row[1])
    end
  end)
end

function M.test_every_member_has_a_meaning()
  local skipped = { x = true, y = true, width = true, height = true }
  local function check(rows, where)
    for _, row in ipairs(rows) do
      if not skipped[row[1]] then luaunit.assertTrue(#(row[3] or row.meaning or "") > 3, where .. row[1]) end
      local kind = type(row[2]) == "table" and (row[2].list or row[2])
      if type(kind) == "table" and type(kind[1]) == "table" then check(kind, where .. row[1] .. ".") end
    end
  end
  each_tool(function(declared)
    check(declared.params, declared.name .. " ")
    check(declared.result or declared.json_result or {}, declared.name .. " result ")
  end)
end

return M
