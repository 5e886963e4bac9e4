-- What scripts declare and keep, on top of a world (see world.lua).
local M = {}

local function declares(world, list, words, key)
  return function(declared)
    world.options(declared, words)
    list[declared[key] or declared.template] = declared
  end
end

function M.new(world)
  local described = { name = true, title = true, description = true }
  local function words(more)
    for key in pairs(described) do more[key] = true end
    return more
  end
  return {
    add = declares(world, world.tools, words { input_schema = true, output_schema = true, annotations = true,
      unchecked = true, normalise = true, run = true }, "name"),
    add_resource = declares(world, world.resources, words { uri = true, template = true, media_type = true,
      size = true, annotations = true, complete = true, read = true }, "uri"),
    add_prompt = declares(world, world.prompts, words { arguments = true, complete = true, run = true }, "name"),
    remove = function(kind, name) world.log("remove " .. kind, name) return true end,
    changed = function(kind) world.log("changed", kind) end,
    updated = function(uri) world.log("updated", uri) end,
    keep = function(blob, options)
      world.options(options, words { uri = true, annotations = true })
      world.raise_if_failing("keep")
      if blob.size > world.shelf_bytes then return nil end
      world.log("keep", blob.bytes())
      return options.uri .. "secret"
    end,
  }
end

return M
