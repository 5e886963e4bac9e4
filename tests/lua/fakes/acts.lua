-- The modules with which scripts act, on top of a world (see world.lua): each function makes one. What is done is in
-- world.requests; world.happens holds the events that follow, at once or `at` a time.
local M = {}

local function place_text(place)
  return ("%d,%d"):format(place.x, place.y)
end

local function how_text(options)
  local words = {}
  for _, name in ipairs { "button", "count", "hold", "window", "down", "right" } do
    if options[name] then words[#words + 1] = name .. "=" .. tostring(options[name]) end
  end
  if options.modifiers and options.modifiers[1] then words[#words + 1] = table.concat(options.modifiers, "+") end
  return #words > 0 and " " .. table.concat(words, " ") or ""
end

function M.input(world)
  local function pointing(name)
    return function(place, options)
      world.options(options, { button = true, count = true, modifiers = true, window = true, timeout = true,
        down = true, right = true })
      world.raise_if_failing(name)
      world.log(name .. " " .. place_text(place) .. how_text(options or {}))
      if world.after then world.after(name) end
    end
  end
  return {
    click = pointing "click", scroll = pointing "scroll",
    press_button = pointing "press_button", release_button = pointing "release_button",
    move = function(place)
      world.pointer = { x = place.x, y = place.y }
      world.log("move " .. place_text(place))
    end,
    pointer = function() return world.pointer or { x = 30, y = 40 } end,
    drag = function(options)
      world.raise_if_failing "drag"
      world.log(("drag %s %s%s"):format(place_text(options.from), place_text(options.to), how_text(options)))
    end,
    type = function(text, options)
      world.options(options, { window = true, timeout = true })
      world.raise_if_failing "type"
      world.log("type " .. text .. how_text(options or {}))
      if world.after then world.after("type", text) end
    end,
    press = function(keys, options)
      world.options(options, { window = true, timeout = true })
      world.raise_if_failing "press"
      world.log(("press %s%s"):format(keys, how_text(options or {})))
      if world.after then world.after("press", keys) end
    end,
    press_symbol = function(symbol, options)
      world.options(options, { modifiers = true, count = true, hold = true, window = true, timeout = true })
      world.raise_if_failing "press"
      world.log(("press %X%s"):format(symbol, how_text(options or {})))
      if world.after then world.after("press_symbol", symbol) end
    end,
  }
end

-- Nothing happens until the first limit of those that wait (see `task`) is over, which this raises.
local function pass_time(world)
  local first = math.huge
  for _, limit in ipairs(world.limits) do first = math.min(first, limit) end
  world.seconds = first
  for level, limit in ipairs(world.limits) do
    if limit <= first then
      world.late = { level = level }
      error(world.late, 0)
    end
  end
  error("an event is awaited without a limit", 0)
end

-- Returns whether an event comes `at` a time after the first limit; else it is that time.
local function is_later(world, happened)
  local at = type(happened) == "table" and happened.at or world.seconds
  for _, limit in ipairs(world.limits) do
    if limit < at then return true end
  end
  world.seconds = math.max(world.seconds, at)
  return false
end

function M.event(world)
  return {
    listen = function(options)
      world.raise_if_failing "listen"
      world.log("listen", table.concat(options.kinds, " "))
      if world.unpainted and options.kinds[1] == "screen.painted" then error(world.unpainted, 0) end
      local events = {}
      function events.close() world.log "unlisten" end
      return setmetatable(events, { __close = events.close, __call = function()
        local first = (world.happens or {})[1]
        if not first or is_later(world, first) then pass_time(world) end
        local happened = table.remove(world.happens, 1)
        if type(happened) == "function" then happened = happened() end
        return happened
      end })
    end,
  }
end

-- Elements of `world.elements` by process; `world.own_acts`: what elements do by themselves;
-- the rest is UNSUPPORTED.
function M.ui(world)
  local ui = {
    read = function(element)
      world.raise_if_failing "read"
      for _, list in pairs(world.elements) do
        for _, each in ipairs(list) do
          if each.id == element.id then
            local copy = {}
            for key, value in pairs(each) do copy[key] = value end
            return copy
          end
        end
      end
      return error(world.fail("ELEMENT_STALE", "the element is gone"), 0)
    end,
    find = function(options) return require("ui_elements").find(options) end,
    tree = function(options) return require("ui_elements").tree(options) end,
  }
  for _, name in ipairs { "press", "focus", "select", "set_value", "scroll_to" } do
    ui[name] = (world.own_acts or {})[name] or function()
      error(world.fail("UNSUPPORTED", "the element does not do that"), 0)
    end
  end
  return ui
end

local function formats_of(content)
  local formats = {}
  for _, name in ipairs { "text", "html", "image", "files" } do
    if content[name] then formats[#formats + 1] = name end
  end
  return formats
end

-- `world.copied`: what can be pasted; `thief`: what another program copies after each write.
function M.clipboard(world)
  world.copied = world.copied or {}
  local function put(content, what)
    world.raise_if_failing(what)
    world.copied = world.thief or content
    world.log("clipboard " .. what)
  end
  return {
    read = function(options)
      world.options(options, { formats = true, timeout = true })
      local copied, content = world.copied, { formats = formats_of(world.copied) }
      if options and options.formats and #options.formats == 0 then return content end
      world.raise_if_failing "clipboard read"
      for name, value in pairs(copied) do content[name] = value end
      return content
    end,
    write = function(content) put(content, "write") end,
    clear = function() put({}, "clear") end,
    save = function() return world.copied end,
  }
end

function M.launching(world)
  return { admit = function(program)
    world.raise_if_failing "launch"
    world.log(("admit %s %s %s"):format(program.name, program.executable, program.bundle_id))
    return { DISPLAY = ":7" }
  end, activate = function(id)
    world.log("activate " .. id)
    return 4711
  end, give_scope = function(id, pid)
    world.log(("scope %s %d"):format(id, pid))
    return true
  end }
end

-- Returns the items of a level that a name means, and the place of the last.
local function fitting(level, name)
  local alike, found = 0, nil
  for _, item in ipairs(level) do
    if item.name:lower() == name:lower() then alike, found = alike + 1, item end
  end
  return alike, found
end

local function names_of(level)
  local names = {}
  for i, item in ipairs(level) do names[i] = item.name end
  return names
end

-- Follows a path in nested items {name, enabled, checked, items?}, as native/desktop/menu_walk.cpp.
local function searched(menus, path)
  local names = {}
  for name in path:gmatch "[^>]+" do names[#names + 1] = name:match "^%s*(.-)%s*$" end
  local level, item = menus, nil
  for i, name in ipairs(names) do
    local alike, found = fitting(level, name)
    if alike ~= 1 then
      return { failed_at = i, alike = alike, available = names_of(level), names = names, left_out = 0 }
    end
    item, level = found, found.items or {}
  end
  return { item = { name = item.name, path = path, depth = #names, enabled = item.enabled ~= false,
    checked = item.checked or false, has_submenu = item.items ~= nil }, failed_at = #names, alike = 1,
    available = {}, names = names, left_out = 0 }
end

local function chosen(world, menus, path)
  local search = searched(menus, path)
  search.chosen = search.item ~= nil and search.item.enabled and not search.item.has_submenu
  search.answered = world.answered ~= false
  if search.chosen then world.log("choose " .. search.item.name) end
  return search
end

local function add_items(list, level, depth, deepest)
  if depth > (deepest or depth) then return list end
  for _, item in ipairs(level) do
    list[#list + 1] = { name = item.name, path = item.name, depth = depth, enabled = item.enabled ~= false,
      checked = item.checked or false, has_submenu = item.items ~= nil, shortcut = item.shortcut,
      left_out = item.left_out }
    add_items(list, item.items or {}, depth + 1, deepest)
  end
  return list
end

local function tree_of(menus, options)
  local level = menus
  if options.path then
    local search = searched(menus, options.path)
    if not search.item then return search end
    for name in options.path:gmatch "[^>]+" do
      local _, found = fitting(level, name:match "^%s*(.-)%s*$")
      level = found.items or {}
    end
  end
  return { items = add_items({}, level, 1, options.depth) }
end

-- `world.menus`: nested items by process.
function M.menus(world)
  local function of(pid, what)
    world.raise_if_failing "menus"
    world.log(what .. " " .. pid)
    return world.menus[pid] or {}
  end
  return {
    tree = function(pid, options) return tree_of(of(pid, "menu tree"), options) end,
    find = function(pid, path) return searched(of(pid, "menu find"), path) end,
    choose = function(pid, path) return chosen(world, of(pid, "menu choose"), path) end,
  }
end

-- `world.icons`: rows of the tray with `clicked` (what a click comes to) and `menus`.
function M.tray_icons(world)
  local function of(id)
    for _, icon in ipairs(world.icons) do
      if icon.id == id then return icon end
    end
    return error(world.fail("ELEMENT_NOT_FOUND", "the icon is gone"), 0)
  end
  return {
    items = function()
      world.raise_if_failing "tray"
      return world.icons
    end,
    click = function(id)
      world.log("click icon " .. id)
      return of(id).clicked
    end,
    tree = function(id, options) return tree_of(of(id).menus, options) end,
    find = function(id, path) return searched(of(id).menus, path) end,
    choose = function(id, path) return chosen(world, of(id).menus, path) end,
  }
end

-- `world.services`: what buses say of services, by name.
function M.services(world)
  return { state = function(name, options)
    world.options(options, { bus = true, ping = true })
    return (world.services or {})[name] or { activatable = false, answers = false }
  end }
end

function M.process(world)
  return { launch = function(words, options)
    world.log("launch " .. table.concat(words, "|") .. " on " .. options.env.DISPLAY)
    return 4711
  end }
end

return M
