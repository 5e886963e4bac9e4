local choices = require "acting.choices"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local lines = require "seeing.lines"
local look = require "seeing.look"
local subject = require "acting.subject"
local target = require "desktop.target"
local time = require "time"

-- Items of menus and lists that are offered now, by name.
local M = {}

local kLook = 5 -- seconds that one look may take
local kOpening = 3 -- seconds for a menu or list to open
local kMostShown = 12

local function set(names)
  local roles = {}
  for name in names:gmatch "[^,]+" do roles[name] = true end
  return roles
end

M.menu_roles = set "menu,menu item,check menu item,radio menu item,tearoff menu item,button,push button menu"
M.list_roles = set("menu item,list item,tree item,table cell,check menu item,radio menu item,option,page tab,"
  .. "radio button")

-- Java's lists hold labels.
local function is_offered(item, roles)
  return item.name ~= "" and (roles[item.role] or roles == M.list_roles and item.states.selectable) or false
end

-- Returns the items of the roles that a window, and the menus open in its program, show now.
local function shown(app_target, roles)
  local options = { focus = "background", deadline = time.clock() + kLook, debug = {}, warnings = {} }
  local seen = look.look(target.parse(app_target or "frontmost"), options, { elements_only = true })
  local found = {}
  for _, item in ipairs(seen.items) do
    if is_offered(item, roles) then found[#found + 1] = item end
  end
  return found
end

-- `apart`: the ids of elements that are not meant, as a set.
local function named(items, name, apart)
  for _, item in ipairs(items) do
    local is_apart = apart and item.element and apart[item.element.id]
    if choices.plain(item.name) == choices.plain(name) and not is_apart then return item end
  end
  return nil
end

local function missing(name, items)
  local names = {}
  for i = 1, math.min(#items, kMostShown) do names[i] = lines.name(items[i]) end
  local is_path = name:find("/", 2, true)
  errors.raise("ELEMENT_NOT_FOUND", ("'%s' is not offered"):format(name), {
    hint = is_path and "Write > between the names of a path." or #names > 0 and "Choose one of these." or nil,
    details = #names > 0 and { available = names } or nil,
  })
end

-- Returns the item or element of a list that has the name. Raises ELEMENT_NOT_FOUND with those that there are.
function M.pick(items, name)
  return named(items, name) or missing(name, items)
end

-- Returns the item that has the name now. Raises ELEMENT_NOT_FOUND with those that there are.
function M.find(name, app_target, roles)
  return subject.of_item(M.pick(shown(app_target, roles), name))
end

local buttons = set "button,push button menu"

-- Returns the ids of the buttons that are shown now, as a set: they are in no menu that is opened later.
function M.buttons(app_target)
  local ids = {}
  for _, item in ipairs(shown(app_target, buttons)) do
    if item.element then ids[item.element.id] = true end
  end
  return ids
end

-- Waits until an item of that name is offered, as after its menu was opened. `apart` (optional): the ids of elements
-- that are not meant, as a set.
function M.await(name, app_target, roles, apart)
  local last = {}
  local item = element_wait.within(kOpening, function()
    last = shown(app_target, roles)
    local found = named(last, name, apart)
    return found ~= nil, found
  end)
  return item and subject.of_item(item) or missing(name, last)
end

-- Returns it as M.await() does, once it can be chosen. Raises also UNSUPPORTED for one that is disabled.
function M.await_enabled(name, app_target, roles, apart)
  local found = M.await(name, app_target, roles, apart)
  enabled.check(found)
  return found
end

return M
