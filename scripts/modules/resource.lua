local registry = require "registry"
local words = require "lib.words"

local M = {}

local known = {
  uri = true, template = true, name = true, title = true, description = true, media_type = true, size = true,
  annotations = true, subscribe = true, read = true, complete = true,
}

-- Registers a resource: uri, or template ("notes://day/{day}") for a family; name, title, description, media_type,
-- size (bytes), annotations, read(uri, values, call), subscribe = false (its changes are not notified), and for a
-- template complete = {day = function(typed, values)}. read returns a text, a blob, {contents = {{uri, text | blob,
-- mimeType}, …}}, or nil if there is no such resource.
function M.register(resource)
  registry.add("resource", M.declaration(resource))
end

-- Returns the declaration for the registry. `source` = {order, file}: the user's file that declares the resource.
function M.declaration(resource, source)
  words.check(("resource '%s'"):format(tostring(resource.name)), resource, known, 3)
  local declared = { source = source }
  for key, value in pairs(resource) do declared[key] = value end
  return declared
end

-- Removes a resource or template; returns false if there is none of this URI.
function M.remove(uri)
  return registry.remove("resource", uri)
end

-- Notifies clients that the list of resources has changed (registering and removing do so themselves).
function M.changed()
  registry.changed "resources"
end

-- Notifies clients that a resource has new content.
function M.updated(uri)
  registry.updated(uri)
end

return M
