local console = require "fakes.console"
local settings = require "fakes.settings"

-- The program itself and the user's own folders; a path in world.refused is one that others can write.
local M = {}

local top = package.searchpath("boot.prelude", package.path):match "^(.*)/boot/prelude%.lua$"
local listings = {} -- by folder: the scripts do not change while the tests run

local function scripts_in(folder)
  local names, path = {}, top .. "/" .. folder:gsub("%.", "/")
  for file in io.popen(("cd '%s' 2>/dev/null && find . -name '*.lua' | LC_ALL=C sort"):format(path)):lines() do
    names[#names + 1] = file:match("^%./(.*)%.lua$"):gsub("/init$", ""):gsub("/", ".")
  end
  return names
end

function M.new(world)
  return {
    rows = console.rows, methods = function(value) return console.methods(world, value) end,
    version = world.version, platform = { system = "Linux", release = "6.1", architecture = "x86_64" },
    configuration = world.configuration
      or { path = "/home/ann/.config/peekaboo/config.json", found = false, shared = false, values = {} },
    settings = settings.rows, setting = function(name) return settings.read(world, name) end,
    user_folder = function(name) return "/home/ann/.config/peekaboo/" .. name end,
    user_scripts = function(name)
      world.raise_if_failing("user_scripts")
      local names = {}
      for _, path in ipairs(world.files()) do
        names[#names + 1] = path:match("^/home/ann/%.config/peekaboo/" .. name .. "/([^/]+)%.lua$")
      end
      return names
    end,
    scripts = function(folder)
      listings[folder] = listings[folder] or scripts_in(folder)
      return table.move(listings[folder], 1, #listings[folder], 1, {})
    end,
    helper_confinement = function()
      world.raise_if_failing("helper_confinement")
      return world.held or { files = true, system_calls = true }
    end,
    capture_folder = function()
      if world.broken["/tmp"] then error(world.fail("FILE_IO_ERROR", "/tmp: denied", { reason = "permission" }), 0) end
      require("fs").make_directory "/tmp/peekaboo-captures-7"
      return "/tmp/peekaboo-captures-7"
    end,
    read_user_file = function(path)
      local why = world.refused[path]
      if not why then return require("fs").read(path):bytes() end
      error(setmetatable({ code = "FILE_IO_ERROR", message = ("%s is not read: it %s"):format(path, why),
        hint = "chmod go-w " .. path, details = { reason = "permission", path = path, why = why } },
        { __tostring = function(err) return err.message end }), 0)
    end,
  }
end

return M
