local json = require "json"

-- Cuts trees of nodes {…, children = {node, …}?} breadth-first, so that each level is complete before the next begins.
local M = {}

local kMostBytes = 60000 -- of a tree as JSON
local kMargin = 0.9 -- of the share that should fit, because nodes differ in size

-- Leaves `room` of the node's children, and counts the others in omittedChildren.
local function cut_children(node, room)
  local children = node.children
  if not children or #children <= room then return end
  node.omittedChildren = (node.omittedChildren or 0) + #children - room
  for i = #children, room + 1, -1 do children[i] = nil end
  if room == 0 then node.children = nil end
end

-- Leaves at most `limit` nodes of the trees, in place. Returns how many there are then. A root always stays.
function M.cut(roots, limit)
  local queue, taken, at = { table.unpack(roots) }, #roots, 1
  while queue[at] do
    local node = queue[at]
    cut_children(node, math.max(0, limit - taken))
    for _, child in ipairs(node.children or {}) do
      taken = taken + 1
      queue[#queue + 1] = child
    end
    at = at + 1
  end
  return taken
end

-- Returns how many nodes, level by level, take no more than an answer holds. `size(node)`: about how many bytes one
-- takes.
local function count_that_fits(roots, limit, size)
  local queue, bytes, at = { table.unpack(roots) }, 0, 1
  while queue[at] and at <= limit do
    bytes = bytes + size(queue[at])
    if bytes > kMostBytes then return math.max(#roots, at - 1) end
    for _, child in ipairs(queue[at].children or {}) do queue[#queue + 1] = child end
    at = at + 1
  end
  return limit
end

-- Cuts the trees to `limit` nodes, and to what fits into an answer. `write(roots)` returns the value to send; `size`:
-- see count_that_fits, nil when it is not known. Returns that value.
function M.fit(roots, limit, write, size)
  if size then limit = count_that_fits(roots, limit, size) end
  while true do
    local count = M.cut(roots, limit)
    local value = write(roots)
    local bytes = #json.encode(value)
    if bytes <= kMostBytes or count <= #roots then return value end
    limit = math.max(#roots, math.min(count - 1, math.floor(count * kMostBytes / bytes * kMargin)))
  end
end

return M
