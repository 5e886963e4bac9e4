-- Rules that hold for every script: length, shape, and nothing that only plain Lua has.
local luaunit = require "luaunit"

local M = {}

local folder = package.searchpath("boot.prelude", package.path):match("^(.*)/boot/prelude%.lua$")

local function scripts()
  local files = {}
  for path in io.popen("find '" .. folder .. "' -name '*.lua' | sort"):lines() do
    local file = assert(io.open(path))
    files[#files + 1] = { path = path, name = path:sub(#folder + 2), text = file:read "a" }
    file:close()
  end
  luaunit.assertTrue(#files > 20)
  return files
end

function M.test_length_and_ending()
  for _, file in ipairs(scripts()) do
    luaunit.assertTrue(select(2, file.text:gsub("\n", "")) < 300, file.name)
    if file.name ~= "boot/prelude.lua" and not file.name:match("^docs/") then
      luaunit.assertStrMatches(file.text, ".*\nreturn M\n", nil, nil, file.name)
    end
  end
end

-- Texts about Lua rather than Lua.
local prose = {
  ["reference/rows.lua"] = true, ["reference/parameters.lua"] = true, ["reference/tasks.lua"] = true,
  ["reference/guide.lua"] = true, ["boot/strict.lua"] = true, ["boot/prelude.lua"] = true,
  ["tools/script/run_script.lua"] = true,
}

function M.test_nothing_that_could_block_the_loop()
  for _, file in ipairs(scripts()) do
    local skipped = prose[file.name] or file.name:match "^docs/"
    for _, word in ipairs(skipped and {} or { "io%.", "os%.", "dofile", "loadfile", "print%(" }) do
      luaunit.assertNil(file.text:find("%f[%w]" .. word), file.name .. " uses " .. word)
    end
  end
end

function M.test_pure_modules_reach_nothing()
  local pure = { errors = true, json = true }
  for _, name in ipairs {
    "modules.errors", "lib.unicode", "desktop.target", "desktop.app_match", "desktop.app_names", "desktop.app_aliases",
    "desktop.window_select", "lib.paths", "capture.formats", "desktop.list_text", "lib.schema", "lib.words",
    "lib.edit_distance", "reference.signature", "reference.types", "reference.parameters", "reference.records",
  } do
    pure[name] = true
  end
  for name in pairs(pure) do
    local file = io.open(folder .. "/" .. name:gsub("%.", "/") .. ".lua")
    for module in file and file:read("a"):gmatch('require "([^"]+)"') or function() end do
      luaunit.assertTrue(pure[module], name .. " requires " .. module)
    end
    if file then file:close() end
  end
end

return M
