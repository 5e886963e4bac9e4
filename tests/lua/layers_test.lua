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
  ["modules/rows/_G.lua"] = true, ["reference/tasks.lua"] = true,
  ["reference/guide.lua"] = true, ["lib/strict.lua"] = true, ["boot/prelude.lua"] = true,
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

-- What the scripts of a folder may require besides each other. Public modules are for all; lib takes only errors.
local above = { reference = true, check = true, repl = true, commands = true, boot = true }
local arrows = {
  lib = {},
  settings = { "lib" },
  desktop = { "lib", "settings" },
  capture = { "lib", "settings", "desktop" },
  seeing = { "lib", "desktop" },
  acting = { "lib", "desktop", "seeing" },
  ai = { "lib", "settings", "capture" },
  external = { "lib", "settings", "desktop", "capture" },
  guest = { "lib", "settings" },
  automation = { "lib", "desktop" },
  modules = { "lib", "settings", "desktop", "capture", "ai", "automation", "check", "tools" },
  tools = { "lib", "settings", "desktop", "capture", "seeing", "acting", "ai", "external", "guest" },
}

-- {folder, module} of each script by the name that `require` takes.
local function by_name()
  local names = {}
  for _, file in ipairs(scripts()) do
    local folder_name, rest = file.name:match "^([^/]+)/(.*)%.lua$"
    local is_module = folder_name == "modules" and not rest:find "/"
    local name = (is_module and rest or folder_name .. "/" .. rest):gsub("/init$", "")
    if folder_name ~= "docs" then names[name:gsub("/", ".")] = folder_name end
  end
  return names
end

local function may_require(from, to, name)
  if from == to or above[from] then return true end
  if to == "modules" then return from ~= "lib" and from ~= "settings" or name == "errors" end
  for _, each in ipairs(arrows[from]) do
    if each == to then return true end
  end
  return false
end

-- The names after `require`.
local function required(text)
  return text:gmatch '%f[%w]require *%(?"([%w_.]+)"'
end

-- Its error message names the modules that there are.
local exceptions = { ["lib/strict.lua"] = "reference" }

function M.test_folders_require_what_is_below_them()
  local names, count = by_name(), 0
  for _, file in ipairs(scripts()) do
    local from = file.name:match "^[^/]+"
    for name in required(file.text) do
      local to = from ~= "docs" and names[name]
      if to then
        count = count + 1
        local may = may_require(from, to, name) or exceptions[file.name] == name
        luaunit.assertTrue(may, ("%s requires %s"):format(file.name, name))
      end
    end
  end
  luaunit.assertTrue(count > 200, count)
end

function M.test_the_architecture_document_says_the_same()
  local file = assert(io.open(folder .. "/docs/ARCHITECTURE.md"))
  local text, count = file:read "a", 0
  file:close()
  for name, uses in pairs(arrows) do
    local listed = #uses == 0 and "nothing" or "`" .. table.concat(uses, "`, `") .. "`"
    local row = ("| `%s` | %s |"):format(name, listed)
    luaunit.assertTrue(text:find("\n" .. row .. "\n", 1, true) ~= nil, "ARCHITECTURE.md lacks the row " .. row)
    count = count + 1
  end
  luaunit.assertEquals(select(2, text:gsub("\n| `%l+` | [`n]", "")), count, "rows of folders in ARCHITECTURE.md")
end

function M.test_pure_modules_reach_nothing()
  local pure = { errors = true, json = true, edit_distance = true }
  for _, name in ipairs {
    "modules.errors", "lib.unicode", "desktop.target", "desktop.app_match", "desktop.app_names", "desktop.app_aliases",
    "desktop.window_select", "lib.paths", "capture.formats", "desktop.list_text", "lib.schema", "lib.text_kinds",
    "lib.words", "lib.blanks", "lib.did_you_mean", "lib.rectangle",
    "reference.signature", "reference.records",
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
