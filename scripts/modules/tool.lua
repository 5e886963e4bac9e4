local errors = require "errors"
local registry = require "registry"
local schema = require "lib.schema"
local text_kinds = require "lib.text_kinds"
local words = require "lib.words"

local M = {}

local known = {
  name = true, title = true, description = true, params = true, result = true, read_only = true, destructive = true,
  idempotent = true, open_world = true, logged = true, normalise = true, unchecked = true, run = true, errors = true,
  examples = true, pictures = true, meta = true, failure = true, json_result = true,
  effect = true, schemas_tested = true,
}

local places = {} -- where tools were registered, for people, by tool name

local function place()
  local info = debug.getinfo(3, "Sl")
  return ("%s:%d"):format(info.short_src, info.currentline)
end

-- Registers a tool: name, title, description, params and result (rows, see lib/schema.lua), read_only, destructive,
-- idempotent, open_world, unchecked (schema keywords that need not be enforced), normalise(args) -> args (runs before
-- the arguments are checked), pictures (true if answers may hold pictures: the members in `result` are then sent as
-- members of the answer, without a schema or structured content, because many clients drop pictures beside these), meta
-- (hints for clients, by name), run(args, call) -> result, failure({code, message, hint, details}) -> result or nil
-- (presents failures, faults of the arguments included, in a form of its own).
-- `logged`: names of arguments that the log shows, "config.type" for a member of a record, "#text" for the number of a
-- text's characters alone.
-- schemas_tested: of our own tools, whose tests check the schemas: nothing is checked before the first call.
-- effect: of tools that act, see acting/act.lua: "none", "reversible", "input" or "destructive".
-- For the reference: errors (rows {code, when?}), examples (rows {description, {{name, value}...}}), json_result (rows
-- of the JSON in the first text, for answers that have structured content only when they hold no picture).
function M.register(tool)
  local declared = M.declaration(tool)
  if places[declared.name] then
    errors.raise("INVALID_ARGUMENT", ("there is a tool named %s already, %s"):format(declared.name,
      places[declared.name]), { hint = "Rename one of them, or take the first back with tool.remove." })
  end
  registry.add("tool", declared)
  places[declared.name] = tool.schemas_tested and "built in" or "registered at " .. place()
end

-- Returns the hints about a tool: those that differ from the protocol's defaults, nil when none does. Revisions before
-- 2025-06-18 have the title there.
local function hints_of(tool)
  local hints = { title = not tool.effect and tool.title or nil, readOnlyHint = tool.read_only or nil }
  if not tool.open_world then hints.openWorldHint = false end
  if not tool.read_only and not tool.destructive then hints.destructiveHint = false end
  hints.idempotentHint = tool.idempotent or nil
  return next(hints) ~= nil and hints or nil
end

-- Returns the declaration for the registry. `source` = {order, file}: the user's file that declares the tool.
function M.declaration(tool, source)
  words.check(("tool '%s'"):format(tostring(tool.name)), tool, known, 3)
  return {
    source = source,
    name = tool.name,
    title = tool.title,
    description = tool.description,
    input_schema = schema.of(tool.params or {}, tool.name, true),
    output_schema = tool.result and schema.of(tool.result, tool.name .. " result", false) or nil,
    annotations = hints_of(tool),
    meta = tool.meta, pictures = tool.pictures, unchecked = tool.unchecked, logged = tool.logged,
    schemas_tested = tool.schemas_tested,
    normalise = text_kinds.checked(tool.params or {}, tool.normalise),
    run = tool.run, failure = tool.failure,
  }
end

-- Removes a tool; returns false if there is none of this name.
function M.remove(name)
  places[name] = nil
  return registry.remove("tool", name)
end

-- Notifies clients that the list of tools has changed (registering and removing do so themselves).
function M.changed()
  registry.changed "tools"
end

-- Calls several tools in order: {{tool = name, arguments = {…}}, …}. See tools/batch.lua.
function M.batch(calls)
  return require("tools.batch").run(calls)
end

function M.text(text)
  return { type = "text", text = text }
end

-- Returns a content block with an inline picture. `metadata`: item_label, window_title, window_id, source_path, width,
-- height, origin, scale.
function M.image(blob, metadata)
  return {
    type = "image", data = blob, mimeType = blob.media_type, metadata = metadata,
    _meta = require("lib.clients").picture_hints,
  }
end

-- Returns a content block that links to a file on this machine.
function M.link(path, name, media_type)
  local escaped = path:gsub("[^%w/._~-]", function(char) return ("%%%02X"):format(char:byte()) end)
  return { type = "resource_link", uri = "file://" .. escaped, name = name, mimeType = media_type }
end

-- Returns a content block that links to a resource of this server: {uri, name, title, media_type, size}.
function M.resource_link(resource)
  return {
    type = "resource_link", uri = resource.uri, name = resource.name, title = resource.title,
    mimeType = resource.media_type, size = resource.size,
  }
end

-- Converts any raised value to a tool's error answer. `prefix` names the failed operation, such as "Image capture
-- failed".
function M.failure(err, prefix)
  err = errors.normalise(err)
  return {
    content = { M.text(require("lib.error_text").lines(err, prefix)) },
    is_error = true,
    meta = { backend_error_code = err.code, error_details = type(err.details) == "table" and err.details or nil },
    failure = { message = prefix and prefix .. ": " .. err.message or err.message, hint = err.hint }, -- for the log
  }
end

-- Returns failure(err, prefix) for a tool, with a remedy that names tools, but raises a cancellation again, because a
-- cancelled call has no answer.
function M.failed(err, prefix)
  if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
  err = errors.normalise(err)
  err.hint = require("lib.error_text").for_tools(err.hint, function(name) return places[name] ~= nil end)
  return M.failure(err, prefix)
end

return M
