local app_resolve = require "desktop.app_resolve"
local json = require "json"
local menu_search = require "desktop.menu_search"
local menus = require "menus"
local target = require "desktop.target"
local ui_elements = require "ui_elements"
local window = require "window"

-- Whose menus a tool means, and how it writes them.
local M = {}

local kMostRead = 5000

M.kLimit = 500 -- items of an answer

-- Returns {pid, windows (ids), window (the front-most one), name} of the application that a name, or "PID:663", means.
function M.of(name)
  if target.process_id(name) ~= nil then
    local pid, ids = ui_elements.subject_of("appName", { app = name })
    for _, each in ipairs(window.list()) do
      if each.pid == pid then
        return { pid = pid, windows = ids, window = each, name = app_resolve.owner(each).name }
      end
    end
    return { pid = pid, windows = ids, name = name }
  end
  local found = app_resolve.find(name)
  local application = found.applications[1]
  local subject = { pid = application.pid, windows = application.windows, name = application.name }
  for _, each in ipairs(found.windows) do
    if found.owners[each.id] == application and not subject.window then subject.window = each end
  end
  return subject
end

-- Returns the plan to choose an item that was found by menus.find() in the menus of a subject; they stay closed. Raises
-- what menu_search.choosable() raises.
function M.choosing(subject, path, search)
  local item = menu_search.choosable(search)
  return { what = ("choose '%s' from the menus"):format(item.path), chosen = item.name, window = subject.window,
    how = "action", of = subject, path = path, opens = true }
end

-- Does what a plan of M.choosing() says, and returns the facts.
function M.choose(plan)
  local _, answered = menu_search.chosen(menus.choose(plan.of.pid, plan.path, { windows = plan.of.windows }))
  return not answered and { { "program", "has not answered; a dialog may be open" } } or nil
end

-- Returns the menus of an application as trees, whose they are, and how many items at the top were not read, if any.
-- `path`: only what is in this item.
function M.trees(name, path)
  local subject = M.of(name)
  local tree = menu_search.tree(menus.tree(subject.pid,
    { windows = subject.windows, path = path, max_items = kMostRead }))
  return M.nodes(tree), subject, tree.left_out
end

-- Returns an item as answers have it.
local function written(item, children)
  return json.object {
    { "name", item.name }, { "shortcut", item.shortcut }, { "enabled", item.enabled }, { "checked", item.checked },
    { "hasSubmenu", item.has_submenu }, { "children", children and #children > 0 and json.array(children) or nil },
    { "omittedChildren", item.omittedChildren },
  }
end

-- Returns the items of a menu_tree as trees for lib/cut_tree.lua: {item, children?, omittedChildren?}.
function M.nodes(tree)
  local roots, by_path = {}, {}
  for _, item in ipairs(tree.items) do
    local node = { item = item, omittedChildren = item.left_out }
    local holder = item.depth > 1 and by_path[item.depth - 1] or nil
    local siblings = holder and holder.children or roots
    siblings[#siblings + 1] = node
    if item.has_submenu then node.children = {} end
    by_path[item.depth] = node
  end
  return roots
end

-- Converts menu trees to the form that answers have.
function M.list(nodes)
  local list = json.array {}
  for i, node in ipairs(nodes) do
    local item = node.item
    list[i] = written({ name = item.name, shortcut = item.shortcut, enabled = item.enabled, checked = item.checked,
      has_submenu = item.has_submenu, omittedChildren = node.omittedChildren },
      node.children and M.list(node.children))
  end
  return list
end

return M
