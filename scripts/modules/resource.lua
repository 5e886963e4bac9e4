local registry = require "registry"
local words = require "lib.words"

local M = {}

local known = {
  uri = true, template = true, name = true, title = true, description = true, media_type = true, size = true,
  annotations = true, subscribe = true, read = true, complete = true,
}

-- Registers a resource: uri, or template ("notes://day/{day}") for a family; name, title, description, media_type,
-- size (bytes), annotations, read(uri, values, call), subscribe = false (nobody tells of its changes), and of a
-- template complete = {day = function(typed, values)}. read answers a text, a blob, {contents = {{uri, text | blob,
-- mimeType}, …}}, or nil when there is no such resource.
function M.register(resource)
  registry.add("resource", M.declaration(resource))
end

-- What the registry gets. `source` = {order, file}: the user's file that declares it.
function M.declaration(resource, source)
  words.check(("resource '%s'"):format(tostring(resource.name)), resource, known, 3)
  local declared = { source = source }
  for key, value in pairs(resource) do declared[key] = value end
  return declared
end

-- Takes a resource or template back; false when there is none.
function M.remove(uri)
  return registry.remove("resource", uri)
end

-- Tells clients that the list is another (registering and removing do so themselves).
function M.changed()
  registry.changed "resources"
end

-- Tells clients that a resource has new content.
function M.updated(uri)
  registry.updated(uri)
end

return M
