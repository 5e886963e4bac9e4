-- The host's native modules on top of a world (see world.lua): each function makes one module.
local applications = require "fakes.applications"
local console = require "fakes.console"
local edit_distance = require "fakes.edit_distance"
local filesystem = require "fakes.filesystem"
local guest_process = require "fakes.guest_process"
local host = require "fakes.host"
local http = require "fakes.http"
local json = require "fakes.json"
local logs = require "fakes.logs"
local luaunit = require "luaunit"
local pictures = require "fakes.pictures"
local registry = require "fakes.registry"
local windows = require "fakes.windows"

local M = { guest_process = guest_process }
for name, make in pairs(require "fakes.acts") do M[name] = make end
for name, make in pairs(require "fakes.session") do M[name] = make end

local function inside(world, area, region)
  if not region then return area end
  local x, y = math.max(area.x, region.x), math.max(area.y, region.y)
  local width = math.min(area.x + area.width, region.x + region.width) - x
  local height = math.min(area.y + area.height, region.y + region.height) - y
  if width > 0 and height > 0 then return { x = x, y = y, width = width, height = height } end
  return error(world.fail("INVALID_ARGUMENT", "region lies outside the target"), 0)
end

local function inside_of(painted, region)
  return painted.x < region.x + region.width and region.x < painted.x + painted.width
    and painted.y < region.y + region.height and region.y < painted.y + painted.height
end

local function area_of(world, kind, id)
  for _, display in ipairs(kind == "display" and world.displays or {}) do
    if display.id == id then return display.bounds end
  end
  for _, window in ipairs(kind == "window" and world.windows or {}) do
    if window.id == id then return window.bounds or { x = 0, y = 0, width = 300, height = 200 } end
  end
  return kind == "desktop" and { x = 0, y = 0, width = 3200, height = 1080 }
    or { x = 10, y = 20, width = 300, height = 200 }
end

function M.screen(world)
  return {
    mark = function()
      world.raise_if_failing("mark")
      world.log("mark")
      return #world.painted
    end,
    changed = function(moment, options)
      world.options(options, { region = true, timeout = true })
      world.raise_if_failing("changed")
      for i = moment + 1, #world.painted do
        if inside_of(world.painted[i], options.region) then return true end
      end
      return false
    end,
    displays = function()
      world.raise_if_failing("displays")
      return world.displays
    end,
    capture = function(kind, options)
      world.options(options, { id = true, region = true, timeout = true, encode = true, fingerprint = true,
        scale = true, max_width = true, max_height = true, fit = true, frame = true, mask_pii = true })
      local name = kind .. " " .. tostring(options.id)
      world.log("capture", name)
      if options.encode then world.log("early " .. options.encode, name) end
      world.seconds = world.seconds + world.capture_seconds
      if options.timeout < world.capture_seconds then error(world.fail("TIMEOUT", name .. " did not answer"), 0) end
      world.raise_if_failing("capture " .. name)
      local area = inside(world, area_of(world, kind, options.id), options.region)
      if options.frame then
        area = { x = area.x - 2, y = area.y - 20, width = area.width + 4, height = area.height + 22 }
      end
      local made = pictures.arrive(world, name, area, options)
      made.masked = options.mask_pii and world.masked or nil
      made.fingerprint = options.fingerprint and { looks = world.looks, name = name } or nil
      return made
    end,
    matches = function(kind, options)
      world.options(options, { id = true, region = true, timeout = true, fingerprint = true })
      world.log("match", kind .. " " .. options.id)
      world.raise_if_failing("matches")
      luaunit.assertEquals(options.fingerprint.name, kind .. " " .. options.id)
      return options.fingerprint.looks == world.looks
    end,
  }
end

function M.picture_files(world)
  return {
    capture = function(kind, file, options)
      local format, quality = options.format, options.quality
      options.format, options.quality, options.encode = nil, nil, format == "png" and "png" or nil
      local made = M.screen(world).capture(kind, options)
      file.write(made:encode({ format = format, quality = quality }):bytes())
      return made
    end,
  }
end

M.window = windows.new

M.app = applications

function M.desktop(world)
  return { guess = function() return world.guess end, status = function()
    world.raise_if_failing("status")
    return { name = "fake", description = "a desktop in memory", capabilities = world.capabilities }
  end }
end

-- Elements of world.elements, lists by process; what was asked is in world.requests.
function M.elements(world)
  local function of(pid, options)
    world.options(options, { windows = true, path = true, role = true, name = true, depth = true, max_elements = true,
      timeout = true })
    world.log("elements", pid .. " " .. table.concat(options.windows or {}, ","))
    world.raise_if_failing("elements")
    local id = (options.windows or {})[1]
    for _, window in ipairs(pid == 0 and world.windows or {}) do
      if window.id == id then pid = window.pid end
    end
    return world.elements[pid] or world.elements[id] or {}
  end
  return {
    tree = function(pid, options)
      local elements = {}
      for i, each in ipairs(of(pid, options)) do
        elements[i] = {}
        for key, value in pairs(each) do elements[i][key] = value end
      end
      return { elements = elements, left_out = world.left_out or {} }
    end,
    find = function(pid, options)
      local found = {}
      for _, each in ipairs(of(pid, options)) do
        if (options.name or each.name) == each.name and (options.role or each.role) == each.role then
          found[#found + 1] = each
        end
      end
      return found, #found
    end,
    again = function(id)
      world.log("again", id)
      return { id = id, role = "button", name = "Save", actions = { "click" } }
    end,
    wait = function(pid, options)
      world.options(options, { windows = true, path = true, role = true, name = true, state = true, value = true,
        gone = true, timeout = true })
      world.log("wait", table.concat({ pid, table.concat(options.windows, ","), tostring(options.state),
        tostring(options.value), tostring(options.gone) }, " "))
      world.raise_if_failing("wait")
      return options.gone and {} or world.elements[pid] or world.elements[options.windows[1]] or {}
    end,
    act = function(id, options)
      world.options(options, { kind = true, add = true, value = true, timeout = true })
      world.log("act", table.concat({ id, options.kind, tostring(options.add), tostring(options.value) }, " "))
      world.raise_if_failing("act")
      if options.kind == "press" then return nil, "click", true end
      return { id = id, role = "text", name = "", value = options.value }, "", true
    end,
    support = function(options)
      local rows = {}
      for i, pid in ipairs(options.processes) do
        rows[i] = { pid = pid, available = world.elements[pid] ~= nil, remedy = world.element_remedy }
      end
      return { operation = "elements", available = true }, world.elements_unknown and {} or rows
    end,
  }
end

function M.image(world)
  return {
    sniff = function(blob)
      for kind, start in pairs(pictures.magic) do
        if blob:bytes():sub(1, #start) == start then return kind == "jpg" and "jpeg" or kind end
      end
      return nil
    end,
    decode = function(blob)
      world.log("decode")
      if not blob:bytes():find("^\x89PNG") then error(world.fail("INVALID_ARGUMENT", "not an image"), 0) end
      local size = world.picture_size or { width = 300, height = 200 }
      return pictures.make(world, "decoded", { x = 0, y = 0, width = size.width, height = size.height })
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
    require = function(language, options)
      world.options(options, { timeout = true })
      world.log("require", language)
      world.raise_if_failing("require " .. language)
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
    -- See fakes/acts.lua, whose events let time pass.
    timeout = function(seconds, f, ...)
      world.log("timeout", seconds)
      local level = #world.limits + 1
      world.limits[level] = world.seconds + seconds
      local results = table.pack(pcall(f, ...))
      for deeper = level, #world.limits do world.limits[deeper] = nil end
      if results[1] then return table.unpack(results, 2, results.n) end
      if results[2] == world.late and world.late.level == level then error(world.fail("TIMEOUT", "late"), 0) end
      return error(results[2], 0)
    end,
    spawn = function(f, ...) f(...) end,
    sleep = function(seconds) world.seconds = world.seconds + seconds end,
  }
end

-- world.safeguards: what `status` returns, when it differs from an undisturbed desktop; must_confirm: effects;
-- confirmation: "allowed", or why not; notifications: what shows them.
function M.safeguards(world)
  return {
    status = function()
      return world.safeguards or { stopped = false, lock = "unlocked", audit_path = "/state/audit.jsonl" }
    end,
    note = function() return world.lock_note end,
    epoch = function() return world.epoch or 0 end,
    audit = function(entry)
      world.raise_if_failing "audit"
      world.audited = world.audited or {}
      table.insert(world.audited, entry.operation .. " " .. tostring(entry.file or entry.provider))
    end,
    audit_last = function(count)
      world.audit.count = count
      return world.audit.entries
    end,
    audit_verify = function() return world.audit.report end,
    window_for_keys = function()
      for _, window in ipairs(world.windows) do
        if window.id == world.window_for_keys or not world.window_for_keys and window.active then return window end
      end
      return nil
    end,
    raise_for_picture = function(id, seconds) package.loaded.window.focus(id, { timeout = seconds }) end,
    keep_window_for_keys = function(id) world.window_for_keys = id ~= 0 and id or nil end,
    must_confirm = function(effect) return (world.must_confirm or {})[effect] or false end,
    confirm = function(question)
      world.questions = world.questions or {}
      table.insert(world.questions, question)
      if world.confirmation == "allowed" then return true end
      return require("errors").raise("NOT_CONFIRMED", "the person at the desktop refused",
        { details = { reason = world.confirmation or "refused" } })
    end,
    notifications = function()
      return world.notifications or { available = true, buttons = true, detail = "fake 1.0" }
    end,
  }
end

M.console = console.new
M.log, M.log_lines = logs.log, logs.lines
M.edit_distance = function() return edit_distance end
M.fs = filesystem.new
M.host = host.new
M.own_files = filesystem.own_files
M.http = http.new
M.registry = registry.new
M.json = function() return json end

-- `world.policy`: what differs from the rules without a policy file; `rules`: of all callers, `levels`: by window.
function M.policy(world)
  world.policy = world.policy or { generation = 1, blocks_windows = false }
  local paths = { bound = true, allowed = { "/home/ann" }, restricted = {}, without_hidden = { "/home/ann" } }
  local rules = { paths = paths,
    captures_per_minute = 0, audited = false, denied_when_locked = true, always_masked = false, masked_kinds = {},
    custom_patterns = {}, sources = {}, windows = {}, built_in_exclusions = true, levels = {},
    own_windows_denied = true }
  return {
    generation = function() return world.policy.generation end,
    blocks_windows = function() return world.policy.blocks_windows end,
    masks_always = function() return world.policy.masks_always or false end,
    excluded = function() return world.policy.excluded or {} end,
    level = function(_, id)
      for _, window in ipairs(world.windows) do
        if window.id == id then return (world.policy.levels or {})[id] or { level = "full" } end
      end
      return require("errors").raise("WINDOW_NOT_FOUND", "there is no window " .. id)
    end,
    validate = function(path) return not (world.policy.files or {})[path] and "there is no such file" or nil end,
    status = function()
      local callers = {}
      for name, value in pairs(world.policy.rules or {}) do rules[name] = value end
      for _, name in ipairs { "mcp", "guest", "script", "command_line", "daemon" } do callers[name] = rules end
      return { system_file = "/etc/peekaboo/policy.json", user_file = "/home/ann/.config/peekaboo/policy.json",
        files = {}, strict = false, blocks_windows = world.policy.blocks_windows,
        generation = world.policy.generation, callers = callers }
    end,
  }
end

return M
