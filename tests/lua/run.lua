-- Runs every *_test.lua of this folder: lua5.4 run.lua TESTS SCRIPTS [luaunit options].
local tests, scripts = arg[1] or ".", arg[2] or "../../scripts"
package.path = ("%s/modules/?.lua;%s/?.lua;%s/?/init.lua;%s/?.lua;%s")
  :format(scripts, scripts, scripts, tests, package.path)
arg = { table.unpack(arg, 3) } -- luaunit reads its own options from here, when it is loaded

rawset(package, "find_for_users", function(name) -- as the host does, without files beside the user's
  if name:find(".", 1, true) then return nil end
  local file = package.loaded[name] == nil and io.open(("%s/modules/%s.lua"):format(scripts, name))
  if file then file:close() end
  return package.loaded[name] ~= nil or file ~= nil and file ~= false
end)

-- Most tests load the scripts anew: read and compile each file once.
local chunks = {}
table.insert(package.searchers, 2, function(name)
  local path, reason = package.searchpath(name, package.path)
  if not path then return reason end
  chunks[path] = chunks[path] or assert(loadfile(path))
  return chunks[path], path
end)

package.preload.edit_distance = function() return require "fakes.edit_distance" end -- for scripts without a world

local coverage = os.getenv "PEEKABOO_COVERAGE_FOLDER"
local script_lines = coverage and assert(loadfile(tests .. "/../coverage/script_lines.lua"))()
if script_lines then script_lines.start() end

local luaunit = require "luaunit"
assert(loadfile(scripts .. "/boot/prelude.lua"))({}, {}, function() return false end)

local listing = assert(io.popen("cd '" .. tests .. "' && find . -name '*_test.lua' | sort"))
local found = 0
for name in listing:lines() do
  local module = name:match("^%./(.*_test)%.lua$")
  _G["Test_" .. module:gsub("/", "_")] = require((module:gsub("/", ".")))
  found = found + 1
end
listing:close()
assert(found > 0, "no *_test.lua in " .. tests)

local status = luaunit.LuaUnit.run()
if script_lines then script_lines.write(coverage) end
os.exit(status)
