local cut_tree = require "lib.cut_tree"
local element_at = require "acting.element_at"
local json = require "json"
local read = require "acting.read"
local rectangle = require "lib.rectangle"
local roles = require "seeing.roles"
local target = require "desktop.target"
local ui_elements = require "ui_elements"
local unicode = require "lib.unicode"
local window_order = require "desktop.window_order"

-- `get_ui_elements`: the tree of an application's elements.
local M = { is_record = true }

local kDepth, kLimit = 3, 1000
local kMostRead = 4000 -- elements
local kLongest = 500 -- characters of a value
local kNowhere = { x = 0, y = 0, width = 0, height = 0 }

local told = { "focused", "checked", "indeterminate", "pressed", "selected", "expanded", "read only" }

-- Returns the states that do not go without saying, or nil.
local function states_of(element)
  local has, words = {}, {}
  for _, name in ipairs(element.states) do has[name] = true end
  for _, name in ipairs(told) do
    if has[name] then words[#words + 1] = name end
  end
  if roles.used[element.role] and not (has.enabled or has.sensitive) then words[#words + 1] = "disabled" end
  return #words > 0 and words or nil
end

local function node_of(element)
  local value = element.value ~= "" and element.value or nil
  return {
    role = element.role, title = element.name ~= "" and element.name or nil,
    value = value and unicode.fit(value, kLongest), bounds = element.bounds or kNowhere, path = element.path,
    states = states_of(element), omittedChildren = element.left_out,
  }
end

-- Adds a node to its parent; counts it when it is too deep.
local function add(parent, node, depth, most)
  if depth <= most then
    parent.children = parent.children or {}
    table.insert(parent.children, node)
  elseif depth == most + 1 then
    parent.omittedChildren = (parent.omittedChildren or 0) + 1
  end
end

-- Makes a tree of elements, parents before their children, below a root: `most` levels. Folded elements count for no
-- level; what they hold belongs to the one that they are in.
local function grow(root, elements, most)
  local above = { [0] = { node = root, depth = 0 } } -- by depth of the program's tree
  local base = elements[1] and elements[1].depth - 1 or 0
  for _, element in ipairs(elements) do
    local level = element.depth - base
    local parent = above[level - 1] or above[0]
    if element_at.is_wrapper(element) then
      above[level] = parent
    else
      local entry = { node = node_of(element), depth = parent.depth + 1 }
      if entry.depth > most + 1 then entry.node = parent.node else add(parent.node, entry.node, entry.depth, most) end
      above[level] = entry
    end
  end
end

local function place_of(bounds)
  return json.object { { "x", bounds.x }, { "y", bounds.y } },
    json.object { { "width", bounds.width }, { "height", bounds.height } }
end

-- Returns the tree as it is sent.
local function written(node)
  local position, size = place_of(node.bounds)
  local children = node.children and {}
  for i, child in ipairs(node.children or {}) do children[i] = written(child) end
  return json.object {
    { "role", node.role }, { "title", node.title }, { "value", node.value }, { "position", position }, { "size", size },
    { "states", node.states and json.array(node.states) }, { "path", node.path },
    { "children", children and json.array(children) }, { "omittedChildren", node.omittedChildren },
    { "leftOut", node.leftOut },
  }
end

local kFixed = 150 -- bytes of a node without its texts

-- Returns about how many bytes a node takes; quotes in paths are escaped.
local function size_of(node)
  return kFixed + #(node.title or "") + #(node.value or "") + #(node.path or "") * 1.15
end

-- Returns the part of a list of elements that begins with the one at a path.
local function part_of(elements, path)
  local part, depth = {}, nil
  for _, each in ipairs(elements) do
    if depth and each.depth <= depth then break end
    if depth then part[#part + 1] = each end
    if not depth and each.path == path then depth = each.depth end
  end
  return part
end

-- Returns the bounds of all windows of a process. Where no element of a window has bounds, because it is not known to
-- which of several windows it belongs, the windows themselves may have them.
local function bounds_of_all(pid, elements)
  local areas = {}
  for _, each in ipairs(elements) do
    if each.depth == 1 then areas[#areas + 1] = each.bounds end
  end
  for _, each in ipairs(#areas == 0 and window_order.known() or {}) do
    if each.pid == pid and each.on_screen then areas[#areas + 1] = each.frame or each.bounds end
  end
  return #areas > 0 and rectangle.around(areas) or kNowhere
end

local function root_of_application(name, pid, elements)
  return { role = "application", title = unicode.line(name), path = ('application "%s"'):format(unicode.line(name)),
    bounds = bounds_of_all(pid, elements) }
end

function M.read(args)
  local app, found = element_at.app(args.appName)
  local tree = ui_elements.tree { app = app, max_elements = kMostRead }
  local root = root_of_application(found and found.name or args.appName, target.process_id(app), tree.elements)
  local elements, most = tree.elements, args.maxDepth or kDepth
  if args.elementPath and args.elementPath ~= root.path then
    local element = element_at.find(args.appName, args.elementPath)
    root, elements = node_of(element), part_of(tree.elements, element.path)
    root.omittedChildren = nil
  end
  grow(root, elements, most)
  if #tree.left_out > 0 then root.leftOut = json.array(tree.left_out) end
  return cut_tree.fit({ root }, args.limit or kLimit, function(roots) return written(roots[1]) end, size_of)
end

read.tool(M)

return M
