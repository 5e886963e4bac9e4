local policy = require "policy"
local registry = require "registry"
local safeguards = require "safeguards"
local time = require "time"

local M = {}

M.most = 256
M.seconds = 600 -- as long as the pictures themselves are kept

local kNone = 0 -- key shared by calls without a session

-- Identifies the time between two changes of the policy, stops or refusals for the lock.
local function epoch()
  return ("%d %d"):format(policy.generation(), safeguards.epoch())
end

-- Remembers recent values of each session by id: the last `options.most` (default M.most), for M.seconds, until the
-- session ends, the policy changes, or captures are stopped or refused because the session is locked.
function M.new(options)
  local most = options and options.most or M.most
  local shares = {} -- by session: {known, order}; order is {id, value, at}, the oldest first
  local cache = {}

  local function forget_ended()
    for session in pairs(shares) do
      if session ~= kNone and not registry.is_open(session) then shares[session] = nil end
    end
  end

  local function forget_old(share)
    local known, order = share.known, share.order
    while #order > 0 and (#order > most or order[1].at < time.clock() - M.seconds) do
      local oldest = table.remove(order, 1)
      if known[oldest.id] == oldest then known[oldest.id] = nil end
    end
  end

  local function find(id, session)
    local share = shares[session]
    if not share then return nil end
    forget_old(share)
    local entry = share.known[id]
    return entry and entry.epoch == epoch() and entry.value or nil
  end

  -- Stores a value, replacing that of the same id. `session`: see call.session; nil: readable by all who know the id.
  function cache.put(id, value, session)
    forget_ended()
    local share = shares[session or kNone] or { known = {}, order = {} }
    shares[session or kNone] = share
    local entry = { id = id, value = value, at = time.clock(), epoch = epoch() }
    share.known[id] = entry
    share.order[#share.order + 1] = entry
    forget_old(share)
  end

  -- Returns nil when the id is unknown, has expired, belongs to another session, or was stored in another epoch.
  function cache.get(id, session)
    local value = session and find(id, session)
    return value or find(id, kNone)
  end

  return cache
end

return M
