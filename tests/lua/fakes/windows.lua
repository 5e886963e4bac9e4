-- The module "window" of a world.
local M = {}

-- The windows that a title means, or all.
local function titled(windows, title)
  local rules = { function(own) return own:lower() == title:lower() end,
    function(own) return own:lower():find(title:lower(), 1, true) end }
  for _, fits in ipairs(title and rules or {}) do
    local found = {}
    for _, candidate in ipairs(windows) do
      if not candidate.excluded and fits(candidate.title) then found[#found + 1] = candidate end
    end
    if #found > 0 then return found end
  end
  return title and {} or windows
end

local function copy_of(record)
  local copy = {}
  for key, value in pairs(record) do copy[key] = value end
  return copy
end

local function find(world, id)
  for _, candidate in ipairs(world.windows) do
    if candidate.id == id then return candidate end
  end
  return error(world.fail("WINDOW_NOT_FOUND", "there is no window " .. id), 0)
end

function M.new(world)
  return {
    list = function(options)
      world.options(options, { pid = true, on_screen = true, title = true })
      world.raise_if_failing("windows")
      local found = {}
      for _, candidate in ipairs(titled(world.windows, options and options.title)) do
        if not (options and options.pid) or candidate.pid == options.pid then found[#found + 1] = copy_of(candidate) end
      end
      return found
    end,
    get = function(id) return copy_of(find(world, id)) end,
    place = function(id, options)
      world.options(options, { x = true, y = true, width = true, height = true })
      world.raise_if_failing "place"
      local bounds = find(world, id).bounds
      local now = { x = options.x or bounds.x, y = options.y or bounds.y, width = options.width or bounds.width,
        height = options.height or bounds.height }
      if world.place then now = world.place(now) end
      local found = find(world, id)
      local frame, was = found.frame, found.bounds
      found.frame = { x = frame.x + now.x - was.x, y = frame.y + now.y - was.y,
        width = frame.width + now.width - was.width, height = frame.height + now.height - was.height }
      found.bounds = now
      return now
    end,
    -- What `world.limits_of` says of a window's size, by id.
    limits = function(id)
      find(world, id)
      return (world.limits_of or {})[id] or { min_width = 1, min_height = 1, step_width = 1, step_height = 1 }
    end,
    close = function(id)
      world.log("close", id)
      world.raise_if_failing("close " .. id)
      for place, candidate in ipairs(world.closes and world.windows or {}) do
        if candidate.id == id then
          table.remove(world.windows, place)
          break
        end
      end
    end,
    minimise = function(id) world.log("minimise", id) end,
    maximise = function(id) world.log("maximise", id) end,
    restore = function(id) world.log("restore", id) end,
    to_workspace = function(id, options) world.log("to_workspace " .. id, options.workspace) end,
    wait = function(options)
      world.raise_if_failing "wait"
      return package.loaded.window.list({ title = options.title })[1]
    end,
    wait_gone = function() world.log "wait_gone" end,
    frontmost = function()
      for _, candidate in ipairs(world.windows) do
        if candidate.active then return copy_of(candidate) end
      end
      return nil
    end,
    focus = function(id, options)
      world.options(options, { timeout = true })
      world.log("focus", id)
      world.focus_timeout = options and options.timeout
      world.raise_if_failing("focus")
      for _, candidate in ipairs(world.windows) do
        if candidate.id == id then candidate.on_screen, candidate.minimised = true, false end
      end
    end,
  }
end

return M
