-- Rules that hold for every script: length, shape, and nothing that only plain Lua has.
local luaunit = require "luaunit"

local M = {}

local folder = package.searchpath("prelude", package.path):match("^(.*)/prelude%.lua$")

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
    if file.name ~= "prelude.lua" and not file.name:match("^docs/") then
      luaunit.assertStrMatches(file.text, ".*\nreturn M\n", nil, nil, file.name)
    end
  end
end

-- Texts about Lua rather than Lua.
local prose = {
  ["api_rows.lua"] = true, ["api_parameters.lua"] = true, ["api_tasks.lua"] = true, ["api_guide.lua"] = true,
  ["strict.lua"] = true, ["prelude.lua"] = true, ["tools/run_script.lua"] = true,
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
  local pure = { errors = true, unicode = true, json = true, target = true, match = true, paths = true,
    words = true, app_names = true, app_aliases = true }
  for _, name in ipairs {
    "errors", "unicode", "target", "match", "app_names", "app_aliases", "window_match", "paths", "formats", "texts",
    "schema", "words", "nearest", "api_signature", "api_types", "api_parameters", "api_records",
  } do
    local file = assert(io.open(folder .. "/" .. name .. ".lua"))
    for module in file:read("a"):gmatch('require "([^"]+)"') do
      luaunit.assertTrue(pure[module], name .. " requires " .. module)
    end
    file:close()
  end
end

return M
