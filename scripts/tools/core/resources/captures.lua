local log = require "log"
local registry = require "registry"
local resource = require "resource"

local M = {}

local start = "peekaboo://captures/"

-- Each kept picture is a resource of its own, so only requests for missing ones reach this template.
resource.register {
  template = start .. "{id}",
  name = "capture",
  title = "A recent capture",
  description = "A picture that the image tool has made: kept for ten minutes, the last 8 and at most 16 MB of them. "
    .. "The results of the tool link to them.",
  read = function() return nil end,
}

-- Keeps an encoded picture for the client to fetch later: in its session, or (nil) for any client with the URI. Returns
-- {uri, name, size, media_type}, or nil when the picture is too large.
function M.keep(blob, name, title, session)
  local uri, err = try(registry.keep, blob, { uri = start, name = name, title = title, session = session })
  -- A failure to keep the picture must not prevent the answer that shows it.
  if err then log.warn("a capture could not be kept", { reason = tostring(err) }) end
  if not uri then return nil end
  return { uri = uri, name = name, title = title, size = blob.size, media_type = blob.media_type }
end

return M
