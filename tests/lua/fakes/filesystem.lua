-- A file system in memory with the interface of the host's `fs`.
local M = {}

local function fail(world, reason, path)
  error(world.fail("FILE_IO_ERROR", ("%s: %s"):format(path, reason), { reason = reason }), 0)
end

local function parent_of(path)
  local parent = path:match("^(.*)/[^/]*$")
  return parent == "" and "/" or parent
end

local function clean(path)
  local base = path:gsub("/+", "/"):gsub("/%.$", "")
  return base ~= "/" and base:gsub("/$", "") or base
end

function M.new(world)
  local fs = {}
  local nodes = {}
  world.nodes = nodes
  for _, directory in ipairs { "/", "/tmp", "/home", "/home/ann", "/project", "/out" } do
    nodes[directory] = { type = "directory", size = 0, modified = 0 }
  end

  local function visit(path)
    if world.broken[clean(path)] then fail(world, world.broken[clean(path)], path) end
  end

  function fs.exists(path) return nodes[clean(path)] ~= nil end

  function fs.stat(path)
    local node = nodes[clean(path)]
    if not node then fail(world, "missing", path) end
    return { type = node.type, size = node.size, modified = node.modified }
  end

  function fs.read(path, options)
    world.options(options, { limit = true, head = true })
    local node = nodes[clean(path)]
    if not node then fail(world, "missing", path) end
    if options and options.limit and node.size > options.limit then fail(world, "other", path) end
    return world.blob(options and options.head and node.data:sub(1, options.head) or node.data,
      "application/octet-stream")
  end

  function fs.write(path, content, options)
    world.options(options, { replace = true, mode = true, lasting = true })
    world.log("write", path)
    local key = clean(path)
    visit(key)
    visit(parent_of(key))
    local name = key:match("[^/]*$")
    if #name > 255 then fail(world, "too_long", path) end
    local there, parent = nodes[key], nodes[parent_of(key)]
    if not parent or parent.type ~= "directory" then fail(world, "missing", path) end
    if there and (there.type == "directory" or not (options and options.replace)) then fail(world, "exists", path) end
    local data = type(content) == "string" and content or content:bytes()
    nodes[key] = { type = "file", size = #data, modified = world.now, data = data, mode = options and options.mode }
  end

  function fs.list(path)
    local names, prefix = {}, clean(path)
    for key in pairs(nodes) do
      if key ~= "/" and parent_of(key) == prefix then names[#names + 1] = key:match("[^/]*$") end
    end
    table.sort(names)
    return names
  end

  -- Each round of the loop is the next of `world.changes`, functions that change something; a watch ends with them.
  function fs.watch(folder)
    world.log("watch", folder)
    return function()
      local change = table.remove(world.changes, 1)
      if not change then return nil end
      change()
      return { "some" }
    end
  end

  function fs.make_directory(path, options)
    world.options(options, { mode = true })
    local key = clean(path)
    visit(key)
    if nodes[key] then return end
    if not nodes[parent_of(key)] then fs.make_directory(parent_of(key), options) end
    if nodes[parent_of(key)].type ~= "directory" then fail(world, "other", path) end
    visit(parent_of(key))
    nodes[key] = { type = "directory", size = 0, modified = world.now, mode = options and options.mode }
  end

  function fs.remove(path)
    world.log("remove", path)
    nodes[clean(path)] = nil
  end

  function fs.temporary_directory() return "/tmp" end
  function fs.current_directory() return "/project" end
  function fs.home() return "/home/ann" end

  function world.put(path, data, modified)
    nodes[path] = { type = "file", size = #data, modified = modified or world.now, data = data }
  end

  -- Paths of all files, sorted.
  function world.files()
    local paths = {}
    for key, node in pairs(nodes) do
      if node.type == "file" then paths[#paths + 1] = key end
    end
    table.sort(paths)
    return paths
  end

  return fs
end

local function identity(node)
  return ("%s:%d:%s"):format(tostring(node), node.size, node.modified)
end

-- The host's `own_files` on the same files. A node {type = "link"} is a link that leads nowhere.
function M.own_files(world)
  local own = {}

  function own.runtime_folder()
    local folder = "/run/user/1000/peekaboo"
    for _, path in ipairs { "/run", "/run/user", "/run/user/1000", folder } do
      world.nodes[path] = world.nodes[path] or { type = "directory", size = 0, modified = world.now }
    end
    return folder
  end

  function own.look(path)
    local node = world.nodes[clean(path)]
    return node and { type = node.type, identity = identity(node) }
  end

  function own.write(path, content, options)
    world.options(options, { only = true })
    if world.before_write then world.before_write(path) end
    local fs, there = require "fs", world.nodes[clean(path)]
    local ours = there and options and options.only == identity(there)
    fs.write(path, content, { replace = ours or false, mode = ours and there.mode or 0x180 })
    return identity(world.nodes[clean(path)])
  end

  -- A file that has no name yet. `text`: what is written into it so far.
  function own.create(path, options)
    world.options(options, { only = true, replace = true, mode = true })
    local fs, file = require "fs", { text = "", size = 0 }
    world.log("create", path)
    if world.broken[clean(path)] then fail(world, world.broken[clean(path)], path) end
    if not world.nodes[parent_of(clean(path))] then fail(world, "missing", path) end
    function file.write(text) file.text, file.size = text, #text end
    function file.finish(_, name)
      local target = name and path:gsub("[^/]*$", name) or path
      if world.before_write then world.before_write(target) end
      local there = world.nodes[clean(target)]
      local ours = there and options.only == identity(there)
      fs.write(target, file.text, { replace = ours or options.replace or false,
        mode = there and there.mode or options.mode or 0x180 })
      return identity(world.nodes[clean(target)])
    end
    return file
  end

  function own.is_confined() return world.save_error ~= nil end

  -- world.save_error(path): the error that the policy raises for a path, or nil.
  function own.check_save(path)
    local err = world.save_error and world.save_error(path)
    if err then error(err, 0) end
  end

  -- Follows world.links (targets by path), "." and ".." from left to right, as the system does.
  function own.resolved(path)
    local real = ""
    for name in path:gmatch "[^/]+" do
      if name == ".." then
        real = real:match "^(.*)/[^/]*$" or ""
      elseif name ~= "." then
        real = real .. "/" .. name
        real = world.links and world.links[real] or real
      end
    end
    return real == "" and "/" or real
  end

  function own.make_private(path)
    world.nodes[clean(path)].mode = 0x180
    return true
  end

  return own
end

return M
