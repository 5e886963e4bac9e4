-- The services of a session, on top of a world (see world.lua): each function makes one module.
local M = {}

local function copy(record)
  local made = {}
  for name, value in pairs(record) do made[name] = value end
  return made
end

-- `world.sound`: the default output.
function M.audio(world)
  world.sound = world.sound or { percent = 40, muted = false, name = "sink", title = "Speakers" }
  local function change(what, field, value)
    world.raise_if_failing "audio"
    local before = copy(world.sound)
    world.sound[field] = value
    world.log(what, value)
    return copy(world.sound), before
  end
  return {
    output = function(options)
      world.options(options, { timeout = true })
      world.raise_if_failing "audio"
      return copy(world.sound)
    end,
    set_volume = function(percent) return change("volume", "percent", percent) end,
    mute = function() return change("mute", "muted", true) end,
    unmute = function() return change("mute", "muted", false) end,
  }
end

-- `world.notified`: what is shown, by number; `world.notifier`: what the service can do.
function M.notify(world)
  world.notified, world.notifier = world.notified or {}, world.notifier or { sounds = false, texts = true }
  return {
    send = function(title, options)
      world.options(options, { text = true, subtitle = true, sound = true, timeout = true })
      world.raise_if_failing "notify"
      world.notified[#world.notified + 1] = { title = title, text = options.text, subtitle = options.subtitle,
        sound = options.sound }
      return { id = #world.notified, service = "dunst 1.9", sounds = world.notifier.sounds,
        texts = world.notifier.texts }
    end,
    close = function(id)
      world.raise_if_failing "notify"
      world.log("close notification", id)
      world.notified[id] = nil
    end,
  }
end

-- `world.battery`, `world.machine`.
function M.power(world)
  world.battery = world.battery or { present = false, percentage = 100, charging = false, source = "sysfs" }
  world.machine = world.machine or { system = "Debian GNU/Linux 12", kernel = "Linux 6.1", model = "ACME Book",
    processor = "Fast CPU", processors = 8, memory = 16 * 2 ^ 30 // 1 }
  return {
    battery = function()
      world.raise_if_failing "battery"
      return copy(world.battery)
    end,
    machine = function() return copy(world.machine) end,
  }
end

-- `world.file_manager`: {pid, executable, windows (see the module; or a function that returns them), objects
-- (of windows, by id), shows = function(path)}; nil: there is none.
function M.file_managers(world)
  local function manager()
    world.raise_if_failing "file manager"
    if world.file_manager then return world.file_manager end
    return error(world.fail("PROVIDER_UNAVAILABLE", "file manager is not installed"), 0)
  end
  local function program()
    local found = manager()
    return { service = "org.freedesktop.FileManager1", pid = found.pid, executable = found.executable }
  end
  return {
    program = program,
    show = function(path, options)
      world.options(options, { timeout = true })
      world.log("show", path)
      local found = program()
      if world.file_manager.shows then world.file_manager.shows(path) end
      return found
    end,
    windows = function(id)
      local found = world.file_manager
      if not found or not found.windows then return nil end
      local opened = type(found.windows) == "function" and found.windows() or found.windows
      return opened, (found.objects or {})[id] or ""
    end,
  }
end

function M.files()
  return {
    reveal = function(...) return require("files_shown").reveal(...) end,
    folder = function(...) return require("files_shown").folder(...) end,
    selected = function(...) return require("files_shown").selected(...) end,
  }
end

return M
