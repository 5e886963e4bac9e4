local errors = require "errors"
local fs = require "fs"
local own_files = require "own_files"
local picture_files = require "capture.picture_files"

-- The files that MCP tools may write at a client's path: a free name, a file that this server wrote and that is
-- unchanged since, or, with `overwrite`, any picture. Every tool with a path follows this rule.
local M = {}

local kMaxRemembered = 1000
local kMaxTries = 1000

-- The argument of every tool that writes to a path.
M.argument = { "overwrite", "boolean", "Optional. true: replace a picture at 'path' that this server did not write, or "
  .. "that was changed since.", optional = true }

local written, names, place = {}, {}, 1 -- identities by path; the paths in a ring

local function plain(path)
  return (path:gsub("/+", "/"))
end

-- Records the file at a path as written by this server.
function M.remember(path, identity)
  path = plain(path)
  if not written[path] then
    if names[place] then written[names[place]] = nil end
    names[place], place = path, place % kMaxRemembered + 1
  end
  written[path] = identity
end

-- Returns a free path beside this one; nil when there is none.
function M.free_path(path)
  for number = 2, kMaxTries do
    local other = require("lib.paths").numbered(path, number)
    if not own_files.look(other) then return other end
  end
  return nil
end

local function refuse(path, picture, asked)
  local free = M.free_path(path)
  local hint = free and ("Give another path, for example %s"):format(free) or "Give another path"
  errors.raise("FILE_IO_ERROR", picture
    and ("'%s' exists and was not written by this server, or was changed since, so it is not replaced"):format(path)
    or ("'%s' exists and is not an image, so it is not replaced"):format(path), {
    hint = hint .. (picture and ", or overwrite: true." or "."),
    details = { reason = asked and "not an image" or "exists", path = path, free_path = free },
  })
end

-- Refuses a name that another program has taken since M.check.
function M.refuse_taken(path)
  return refuse(path, picture_files.is_picture(path))
end

-- Returns the identity of a file that may be replaced; nil when the name is free. Raises "FILE_IO_ERROR" otherwise.
function M.check(path, overwrite)
  local found = own_files.look(path)
  if not found then return nil end
  if found.identity == written[plain(path)] then return found.identity end
  local picture = picture_files.is_picture(path)
  if overwrite and picture then return found.identity end
  return refuse(path, picture, overwrite)
end

-- Refuses to create a hidden folder, or a folder inside one: programs keep their settings and keys there.
function M.check_folder(folder)
  if folder == "" or fs.exists(folder) then return end
  for _, path in ipairs { folder, own_files.resolved(folder) } do
    for name in path:gmatch "[^/]+" do
      if name:sub(1, 1) == "." and name ~= "." and name ~= ".." then
        errors.raise("FILE_IO_ERROR", ("folder '%s' does not exist, and none is created in or as a hidden folder "
          .. "(%s)"):format(folder, name), {
          hint = "Give a folder that is there, or one elsewhere.", details = { reason = "missing", path = folder },
        })
      end
    end
  end
end

-- Checks a plan's place before anything is captured. `single`: the one picture takes the path as its name. Raises the
-- errors of M.check and M.check_folder. Returns true when a file will be replaced.
function M.check_place(plan, overwrite, single)
  local replaces = single and not plan.directory and not plan.renamed and M.check(plan.base, overwrite) ~= nil
  -- The user chose the folder of the settings, hidden or not; and the folder of a file is there.
  if plan.keep == "path" and not replaces then
    M.check_folder(plan.directory and plan.base or (require("lib.paths").split(plan.base)))
  end
  return replaces
end

-- Writes a file whose name must be free.
function M.create(path, blob)
  M.remember(path, own_files.write(path, blob))
end

-- Writes a file whose name is free, or replaces one if M.check allows it at the moment of writing. Looks at the file
-- only when it is not the one that this server wrote, because most are.
function M.write(path, blob, overwrite)
  local identity, err = try(own_files.write, path, blob, { only = written[plain(path)] })
  if picture_files.is_taken(err) then
    identity, err = try(own_files.write, path, blob, { only = M.check(path, overwrite) })
  end
  if identity then return M.remember(path, identity) end
  if picture_files.is_taken(err) then M.refuse_taken(path) end
  return error(err, 0)
end

-- Records a file that another program wrote for this server. `replaced`: it existed before and keeps its mode.
function M.take_over(path, replaced)
  if not replaced then own_files.make_private(path) end
  local found = own_files.look(path)
  if found and found.type == "file" then M.remember(path, found.identity) end
end

return M
