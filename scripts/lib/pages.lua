local errors = require "errors"
local json = require "json"
local ttl_cache = require "lib.ttl_cache"

-- Long lists, a page at a time. What a cursor goes on with is the list of the first call, whatever has changed since.
local M = {}

local kLimit = 100 -- rows, unless the call says
local kMostBytes = 60000 -- of a page as JSON
local kMostLists = 16 -- that are remembered for each session

local function unguessable()
  return ("%016x%016x"):format(math.random(0), math.random(0))
end

local function gone(cursor)
  errors.raise("INVALID_ARGUMENT", ("cursor: the list behind '%s' is not kept any more"):format(cursor:sub(1, 50)),
    { hint = "Begin anew: call without cursor.", details = { field = "cursor" } })
end

-- Returns the place behind the last row that fits, from the row at `first`: one row at least.
local function last_of(rows, first, limit)
  local bytes = 0
  for at = first, math.min(#rows, first + limit - 1) do
    bytes = bytes + #json.encode(rows[at]) + 1
    if bytes > kMostBytes and at > first then return at - 1 end
  end
  return math.min(#rows, first + limit - 1)
end

-- Returns page(args, call, rows_of): the rows that `args` (limit, cursor) ask for, and the cursor of the next ones, nil
-- at the end. rows_of() makes the list when there is no cursor. Raises INVALID_ARGUMENT for a cursor that is gone, and
-- for one of another session.
function M.new()
  local lists = ttl_cache.new { most = kMostLists }

  return function(args, call, rows_of)
    local session = call and call.session
    local id, first = (args.cursor or ""):match "^(%x+)%.(%d+)$"
    first = math.tointeger(first) or 1
    local rows = not args.cursor and rows_of() or id and lists.get(id, session)
    if not rows or first < 1 or first > #rows and args.cursor then gone(args.cursor) end
    local last = last_of(rows, first, args.limit or kLimit)
    local page = json.array(table.move(rows, first, last, 1, {}))
    if last >= #rows then return page, nil end
    if not id then
      id = unguessable()
      lists.put(id, rows, session)
    end
    return page, ("%s.%d"):format(id, last + 1)
  end
end

return M
