-- The host's native modules on top of a world (see world.lua): each function makes one module.
local filesystem = require "fakes.filesystem"
local json = require "fakes.json"

local M = {}

local magic = { png = "\x89PNG\r\n\x1a\n", jpg = "\xFF\xD8\xFF\xE0", webp = "RIFF0000WEBP" }
local media = { png = "image/png", jpg = "image/jpeg" }

local picture
-- `size`: width, height and, when the bytes of a file matter, bytes(format, picture).
function picture(world, name, size)
  local made = { width = 300, height = 200, method = "fake", name = name }
  made.origin = { x = 10, y = 20, width = 300, height = 200 }
  for key, value in pairs(size or {}) do made[key] = value end
  function made:fit(options)
    world.options(options, { max_width = true, max_height = true, scale = true })
    local scale = options.scale or 1
    for side, limit in pairs { width = options.max_width or 0, height = options.max_height or 0 } do
      if limit > 0 then scale = math.min(scale, limit / self[side]) end
    end
    if scale == 1 then return self end
    world.log("fit", ("%.3f"):format(scale))
    return picture(world, name, { width = math.ceil(self.width * scale), height = math.ceil(self.height * scale) })
  end
  function made:encode(options)
    world.options(options, { format = true, quality = true, small = true })
    world.log("encode", options.format)
    return world.blob(magic[options.format] .. (world.encoded and world.encoded(options.format, self) or self.name),
      media[options.format])
  end
  return made
end


function M.screen(world)
  return {
    displays = function()
      world.raise_if_failing("displays")
      return world.displays
    end,
    capture = function(kind, options)
      world.options(options, { id = true, region = true, timeout = true })
      local name = kind .. " " .. tostring(options.id)
      world.log("capture", name)
      world.seconds = world.seconds + world.capture_seconds
      if options.timeout < world.capture_seconds then error(world.fail("TIMEOUT", name .. " did not answer"), 0) end
      world.raise_if_failing("capture " .. name)
      return picture(world, name)
    end,
  }
end

function M.window(world)
  return {
    list = function(options)
      world.options(options, { pid = true, on_screen = true })
      world.raise_if_failing("windows")
      local found = {}
      for _, candidate in ipairs(world.windows) do
        if not (options and options.pid) or candidate.pid == options.pid then found[#found + 1] = candidate end
      end
      return found
    end,
    frontmost = function()
      for _, candidate in ipairs(world.windows) do
        if candidate.active then return candidate end
      end
      return nil
    end,
    focus = function(id, options)
      world.options(options, { timeout = true })
      world.log("focus", id)
      world.raise_if_failing("focus")
      for _, candidate in ipairs(world.windows) do
        if candidate.id == id then candidate.on_screen, candidate.minimised = true, false end
      end
    end,
  }
end

function M.app(world)
  return { list = function()
    world.raise_if_failing("apps")
    return world.apps
  end }
end

function M.desktop(world)
  return { status = function()
    world.raise_if_failing("status")
    return { name = "fake", description = "a desktop in memory", capabilities = world.capabilities }
  end }
end

function M.image(world)
  return {
    sniff = function(blob)
      for kind, start in pairs(magic) do
        if blob:bytes():sub(1, #start) == start then return kind == "jpg" and "jpeg" or kind end
      end
      return nil
    end,
    decode = function(blob)
      world.log("decode")
      if not blob:bytes():find("^\x89PNG") then error(world.fail("INVALID_ARGUMENT", "not an image"), 0) end
      return picture(world, "decoded", world.picture_size)
    end,
  }
end

function M.text(world)
  return {
    read = function(made, options)
      world.options(options, { language = true, timeout = true })
      world.log("read " .. made.name, options.language)
      world.raise_if_failing("read " .. made.name)
      return world.words
    end,
    available = function() return table.unpack(world.ocr, 1, 3) end,
  }
end

function M.env(world)
  return { get = function(name, default)
    local value = world.environment[name]
    if value == nil then return default end
    return value
  end }
end

function M.time(world)
  return {
    now = function() return world.now end,
    clock = function() return world.seconds end,
    format = function(pattern, seconds) return os.date("!" .. pattern, math.floor(seconds)) end,
  }
end

function M.task(world)
  return {
    all = function(list)
      local results = {}
      for i, f in ipairs(list) do results[i] = f() end
      return table.unpack(results)
    end,
    timeout = function(seconds, f)
      world.log("timeout", seconds)
      return f()
    end,
  }
end

function M.log(world)
  local log = {}
  for _, level in ipairs { "debug", "info", "warn", "error" } do
    log[level] = function(message) world.logs[#world.logs + 1] = level .. ": " .. message end
  end
  function log.status()
    return { file = world.environment.PEEKABOO_LOG_FILE or "/tmp/peekaboo-mcp.log", writable = true,
      problem = world.log_problem or "" }
  end
  return log
end

function M.registry(world)
  local words = { name = true, title = true, description = true, input_schema = true, output_schema = true,
    annotations = true, normalise = true, run = true }
  return { add = function(tool)
    world.options(tool, words)
    world.tools[tool.name] = tool
  end }
end

function M.host(world)
  return {
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

-- world.answers[n] answers request n, the last one every later request too: {status, body, type, document} or an
-- error to raise. What was asked is in world.asked_http: {method, url, options}.
function M.http(world)
  world.asked_http, world.answers = {}, world.answers or {}
  local known = { headers = true, json = true, timeout = true, limit = true, retry = true, read_timeout = true }
  return { request = function(method, url, options)
    world.options(options, known)
    world.asked_http[#world.asked_http + 1] = { method = method, url = url, options = options }
    local answer = world.answers[math.min(#world.asked_http, #world.answers)]
    if answer.code then error(answer, 0) end
    return {
      status = answer.status or 200, headers = { ["content-type"] = answer.type or "application/json",
        ["retry-after"] = answer.wait }, body = answer.body or "", json = answer.document,
    }
  end }
end

M.fs = filesystem.new
M.json = function() return json end

return M
