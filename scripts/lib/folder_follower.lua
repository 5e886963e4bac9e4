local fs = require "fs"
local log = require "log"
local task = require "task"

local M = {}

local kSettle = 0.02 -- seconds: an editor writes a file in several steps

-- Follows folders: calls look(), one call at a time, when something in them has changed; a change during a call causes
-- another one. Never polls. Returns
--   follow(folder)  follows a further folder, and looks, during this call
--   refresh()       looks now
function M.new(look)
  local follower, folders = {}, {}
  local looking, again = false, false

  function follower.refresh()
    again = true
    if looking then return end
    looking = true
    local _ <close> = setmetatable({}, { __close = function() looking = false end })
    while again do
      again = false
      look()
    end
  end

  local function watch(folder)
    local changes = fs.watch(folder)
    follower.refresh()
    for _ in changes do
      task.sleep(kSettle)
      follower.refresh()
    end
  end

  local function keep_watching(folder)
    local _, err = try(watch, folder)
    if err == nil then return end
    if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
    folders[folder] = nil
    log.error("a folder is not followed any more",
      { folder = folder, reason = type(err) == "table" and err.message or tostring(err) })
  end

  function follower.follow(folder)
    if folders[folder] then return end
    folders[folder] = true
    task.spawn(keep_watching, folder)
  end

  return follower
end

return M
