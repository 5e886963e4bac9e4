-- What scripts declare and keep, on top of a world (see world.lua).
local M = {}

local described = { name = true, title = true, description = true, source = true }

local function words(more)
  for key in pairs(described) do more[key] = true end
  return more
end

local known = {
  tool = words { input_schema = true, output_schema = true, annotations = true, unchecked = true,
    schemas_tested = true, logged = true, normalise = true, run = true, failure = true, meta = true, pictures = true },
  resource = words { uri = true, template = true, media_type = true, size = true, annotations = true, complete = true,
    read = true, subscribe = true },
  prompt = words { arguments = true, complete = true, run = true },
}

local function lists_of(world)
  return { tool = world.tools, resource = world.resources, prompt = world.prompts }
end

local function name_of(kind, declared)
  return kind == "resource" and (declared.uri or declared.template) or declared.name
end

local function add(world, kind, declared)
  world.options(declared, known[kind])
  lists_of(world)[kind][name_of(kind, declared)] = declared
end

-- All or nothing, as the host does it: a name that another source has taken refuses the whole.
local function replace(world, source, rows)
  local lists = lists_of(world)
  for _, row in ipairs(rows) do
    local other = lists[row.kind][name_of(row.kind, row.declared)]
    if other and (other.source or {}).file ~= source.file then
      error(world.fail("INVALID_ARGUMENT", "There are two of " .. name_of(row.kind, row.declared)), 0)
    end
  end
  for _, list in pairs(lists) do
    for name, declared in pairs(list) do
      if declared.source and declared.source.file == source.file then list[name] = nil end
    end
  end
  for _, row in ipairs(rows) do add(world, row.kind, row.declared) end
  world.log("replace", source.file)
end

function M.new(world)
  return {
    add = function(kind, declared) add(world, kind, declared) end,
    replace = function(source, rows) replace(world, source, rows) end,
    withhold = function(name, remedy) world.withheld[name] = remedy end,
    remove = function(kind, name) world.log("remove " .. kind, name) return true end,
    check = function(name)
      world.log("check", name)
      world.raise_if_failing("check " .. name)
    end,
    call = function(name)
      world.log("call", name)
      local failure = world.failing["call " .. name]
      local text = failure and failure.message or name .. " was called"
      return { content = { { type = "text", text = text } }, isError = failure ~= nil or nil }
    end,
    changed = function(kind) world.log("changed", kind) end,
    updated = function(uri) world.log("updated", uri) end,
    keep = function(blob, options)
      world.options(options, words { uri = true, annotations = true, session = true })
      world.raise_if_failing("keep")
      local bytes = type(blob) == "string" and blob or blob.bytes()
      if #bytes > world.shelf_bytes then return nil end
      world.log("keep", bytes)
      world.shelved = (world.shelved or 0) + 1
      world.kept_for = options.session
      return options.uri .. "secret" .. (world.shelved > 1 and world.shelved or "")
    end,
    is_open = function(session) return not (world.ended or {})[session] end,
  }
end

return M
