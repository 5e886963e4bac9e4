-- The module `host` on top of a world (see world.lua).
local M = {}

function M.new(world)
  return {
    rows = console.rows, methods = function(value) return console.methods(world, value) end,
    version = world.version, platform = { system = "Linux", release = "6.1", architecture = "x86_64" },
    configuration = world.configuration
      or { path = "/home/ann/.config/peekaboo/config.json", found = false, shared = false, values = {} },
    user_folder = function(name) return "/home/ann/.config/peekaboo/" .. name end,
    user_scripts = function(name)
      world.raise_if_failing("user_scripts")
      local names = {}
      for _, path in ipairs(world.files()) do
        names[#names + 1] = path:match("^/home/ann/%.config/peekaboo/" .. name .. "/([^/]+)%.lua$")
      end
      return names
    end,
  }
end

return M
