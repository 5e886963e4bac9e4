-- A desktop in memory behind the host's module names. `fresh(changes)` loads the scripts anew on top of it and
-- answers the world: what is on the desktop, what was asked of it (world.requests), and the tools registered.
local modules = require "fakes.modules"

local M = {}

local error_type = { __tostring = function(err) return err.code .. ": " .. err.message end }

local function rectangle(x, y, width, height)
  return { x = x, y = y, width = width, height = height }
end

local function window(id, pid, title, extra)
  local record = {
    id = id, pid = pid, title = title, app_class = "Class", app_instance = "instance", type = "normal",
    bounds = rectangle(10, 20, 300, 200), frame = rectangle(8, 0, 304, 222), desktop = 0, on_screen = true,
    minimised = false, active = false,
  }
  for key, value in pairs(extra or {}) do record[key] = value end
  return record
end
M.window = window

local function app(name, bundle_id, pid, extra)
  local record = { name = name, bundle_id = bundle_id, executable = name:lower(), pid = pid, active = false,
    window_count = 1 }
  for key, value in pairs(extra or {}) do record[key] = value end
  return record
end
M.app = app

local function standard()
  return {
    version = "1.2.3", now = 1781000000.25, seconds = 100, environment = {}, broken = {},
    refused = {}, requests = {}, tools = {}, withheld = {},
    resources = {}, prompts = {}, shelf_bytes = 1000,
    painted = {}, looks = 0, guest = function() return {} end, logs = {}, logged_fields = {},
    failing = {}, capture_seconds = 0,
    density = 0, limits = {},
    displays = {
      { id = 0, name = "HDMI-1", bounds = rectangle(0, 0, 1920, 1080), scale = 1, primary = true,
        pixel_width = 1920, pixel_height = 1080 },
      { id = 1, name = "DP-2", bounds = rectangle(1920, 0, 1280, 1024), scale = 1, primary = false,
        pixel_width = 1280, pixel_height = 1024 },
    },
    apps = {
      app("Firefox", "firefox", 100, { active = true, window_count = 2 }),
      app("Text Editor", "org.gnome.TextEditor", 200, { executable = "gnome-text-editor" }),
      app("XTerm", "debian-xterm", 300), app("XTerm", "debian-xterm", 301),
      app("Hidden", "hidden", 400, { window_count = 0 }),
    },
    windows = {
      window(11, 100, "Inbox: mail — Firefox", { active = true }), window(31, 301, "ann@host: ~"),
      window(12, 100, "News — Firefox"), window(21, 200, "notes.txt"), window(30, 300, "root@host"),
      window(13, 100, "Downloads", { on_screen = false, minimised = true }),
      window(41, 400, "Secret", { on_screen = false, minimised = true }),
    },
    capabilities = {
      { operation = "capture.display", available = true, detail = "root window", remedy = "" },
      { operation = "activate", available = false, detail = "no window manager", remedy = "start one" },
    },
    elements = { [100] = {}, [200] = {}, [300] = {}, [301] = {}, [400] = {} },
    words = { { text = "Hello", line = 1, bounds = rectangle(0, 300, 9, 9) },
      { text = "world", line = 1, bounds = rectangle(10, 300, 9, 9) },
      { text = "again", line = 2, bounds = rectangle(0, 310, 9, 9) } },
    ocr = { true },
  }
end

local function equip(world)
  function world.fail(code, message, details, hint)
    return setmetatable({ code = code, message = message, details = details, hint = hint }, error_type)
  end
  function world.log(what, detail)
    world.requests[#world.requests + 1] = detail ~= nil and what .. " " .. tostring(detail) or what
  end
  function world.options(options, known)
    for key in pairs(options or {}) do
      if not known[key] then error(world.fail("INVALID_ARGUMENT", "unknown option " .. tostring(key)), 0) end
    end
  end
  function world.blob(bytes, media_type)
    local blob = { size = #bytes, media_type = media_type, bytes = function() return bytes end }
    function blob:typed(kind) return world.blob(self:bytes(), kind) end
    function blob:data_url() return { data_url = self.media_type, bytes = self:bytes() } end
    return blob
  end
  function world.raise_if_failing(what)
    local failure = world.failing[what]
    if failure then error(failure, 0) end
  end
  -- Whether a request was made that begins like this.
  function world.asked(prefix)
    for _, request in ipairs(world.requests) do
      if request:sub(1, #prefix) == prefix then return true end
    end
    return false
  end
end

local kept = { string = true, table = true, math = true, io = true, os = true, utf8 = true, debug = true,
  package = true, coroutine = true, _G = true, luaunit = true }

function M.fresh(changes)
  for name in pairs(package.loaded) do
    if not kept[name] and not name:match("^fakes%.") then package.loaded[name] = nil end
  end
  local world = standard()
  equip(world)
  for key, value in pairs(changes or {}) do world[key] = value end
  for name, make in pairs(modules) do
    package.preload[name] = nil
    package.loaded[name] = make(world)
  end
  return world
end

-- A world with the server's tools, and call(name, args) that does what the host does: normalise, run, and let the
-- tool present its failure.
function M.server(changes)
  local world = M.fresh(changes)
  world.server = require "tools"
  world.server.start(world.toolsets)
  function world.call(name, args)
    local tool = world.tools[name]
    world.progress, world.told = {}, {}
    local function run() return tool.run(tool.normalise(args or {}), {
      caller = world.caller, session = world.session, client = world.client,
      log = function(_, level, message) world.told[#world.told + 1] = level .. ": " .. message end,
      ask = function(_, questions) return world.ask(questions) end,
      progress = function(_, done, total, label) world.progress[#world.progress + 1] = { done, total, label } end,
    }) end
    local result, err = try(run)
    if result then return result end
    if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
    return tool.failure(err) or require("tool").failure(err)
  end
  return world
end

return M
