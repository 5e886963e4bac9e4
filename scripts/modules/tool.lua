local errors = require "errors"
local registry = require "registry"
local schema = require "lib.schema"
local words = require "lib.words"

local M = {}

local known = {
  name = true, title = true, description = true, params = true, result = true, read_only = true, destructive = true,
  idempotent = true, open_world = true, logged = true, normalise = true, unchecked = true, run = true, errors = true,
  examples = true, pictures = true, meta = true,
}

local places = {} -- where scripts have declared tools, by name

local function place()
  local info = debug.getinfo(3, "Sl")
  return ("%s:%d"):format(info.short_src, info.currentline)
end

-- Registers a tool: name, title, description, params and result (rows, see schema.lua), read_only, destructive,
-- idempotent, open_world, unchecked (schema keywords that need not be enforced), normalise(args) -> args (runs before
-- the arguments are checked), pictures (its answers may hold some: what `result` says are members of the answer then,
-- and neither schema nor structured content is sent, because many clients drop pictures beside them), meta (hints for
-- clients, by name), run(args, call) -> result.
-- `logged`: names of arguments that the log shows, "config.type" for a member of a record.
-- For the reference: errors (rows {code, when?}), examples (rows {what, {{name, value}...}}).
function M.register(tool)
  local declared = M.declaration(tool)
  if places[declared.name] then
    errors.raise("INVALID_ARGUMENT", ("there is a tool named %s already, registered at %s"):format(declared.name,
      places[declared.name]), { hint = "Rename one of them, or take the first back with tool.remove." })
  end
  registry.add("tool", declared)
  places[declared.name] = place()
end

-- What the registry gets. `source` = {order, file}: the user's file that declares it.
function M.declaration(tool, source)
  words.check(("tool '%s'"):format(tostring(tool.name)), tool, known, 3)
  return {
    source = source,
    name = tool.name,
    title = tool.title,
    description = tool.description,
    input_schema = schema.of(tool.params or {}, tool.name, true),
    output_schema = tool.result and schema.of(tool.result, tool.name .. " result", false) or nil,
    annotations = {
      title = tool.title,
      readOnlyHint = tool.read_only or false,
      destructiveHint = tool.destructive or false,
      idempotentHint = tool.idempotent or false,
      openWorldHint = tool.open_world or false,
    },
    meta = tool.meta, pictures = tool.pictures, unchecked = tool.unchecked, logged = tool.logged,
    normalise = tool.normalise,
    run = tool.run,
  }
end

-- Takes a tool back; false when there is none.
function M.remove(name)
  places[name] = nil
  return registry.remove("tool", name)
end

-- Tells clients that the list is another (registering and removing do so themselves).
function M.changed()
  registry.changed "tools"
end

-- Several calls of tools, in order: {{tool = name, arguments = {…}}, …}. See batch.lua.
function M.batch(calls)
  return require("tools.batch").run(calls)
end

function M.text(text)
  return { type = "text", text = text }
end

-- A picture that travels inline. `metadata`: item_label, window_title, window_id, source_path, width, height, origin,
-- scale.
function M.image(blob, metadata)
  return {
    type = "image", data = blob, mimeType = blob.media_type, metadata = metadata,
    _meta = require("lib.clients").picture_hints,
  }
end

-- A pointer to a file on this machine.
function M.link(path, name, media_type)
  local escaped = path:gsub("[^%w/._~-]", function(char) return ("%%%02X"):format(char:byte()) end)
  return { type = "resource_link", uri = "file://" .. escaped, name = name, mimeType = media_type }
end

-- A pointer to a resource of this server: {uri, name, title, media_type, size}.
function M.resource_link(resource)
  return {
    type = "resource_link", uri = resource.uri, name = resource.name, title = resource.title,
    mimeType = resource.media_type, size = resource.size,
  }
end

-- A tool error from whatever was raised. `prefix` says what was attempted, for example "Image capture failed".
function M.failure(err, prefix)
  err = errors.normalise(err)
  return {
    content = { M.text(require("lib.error_text").lines(err, prefix)) },
    is_error = true,
    meta = { backend_error_code = err.code, error_details = type(err.details) == "table" and err.details or nil },
    failure = { message = prefix and prefix .. ": " .. err.message or err.message, hint = err.hint }, -- for the log
  }
end

-- The same for a tool's own use: a cancelled call has no answer, so the cancellation goes on.
function M.failed(err, prefix)
  if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
  return M.failure(err, prefix)
end

return M
