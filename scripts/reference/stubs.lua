local reference = require "reference"
local fs = require "fs"
local records = require "reference.records"

-- Makes annotations for the Lua language server, with which an editor completes and checks the names of the API.
local M = {}

-- Returns the class name of a module; a name of its own keeps the module `image` apart from an image.
local function class_of(module)
  return module.name .. "_module"
end

local function one_line(text)
  return (text:gsub("%s*\n%s*", " "))
end

local function option_class(row)
  return row.call:gsub("[.:]", "_") .. "_options"
end

local function add_option_class(lines, row)
  if #row.options == 0 then return end
  lines[#lines + 1] = "---@class " .. option_class(row)
  for _, option in ipairs(row.options) do
    local mark = option.optional and "?" or ""
    lines[#lines + 1] = ("---@field %s%s %s %s"):format(option.name, mark, option.type, option.text)
  end
  lines[#lines + 1] = ""
end

local function parameter(each)
  return ("---@param %s%s %s %s"):format(each.name, each.optional and "?" or "", each.type, each.text)
end

-- Returns the annotation for the table of options, a function's last parameter.
local function options_parameter(row)
  for _, option in ipairs(row.options) do
    if not option.optional then return "---@param options " .. option_class(row) end
  end
  return "---@param options? " .. option_class(row)
end

local function add_function(lines, row, owner)
  lines[#lines + 1] = "---" .. one_line(row.text)
  local names = {}
  for i, each in ipairs(row.parameters) do
    names[i] = each.name
    lines[#lines + 1] = parameter(each)
  end
  if #row.options > 0 then
    names[#names + 1] = "options"
    lines[#lines + 1] = options_parameter(row)
  end
  for _, kind in ipairs(row.results) do
    lines[#lines + 1] = "---@return " .. (kind == "..." and "any ..." or kind)
  end
  local word = owner and owner .. (row.method and ":" or ".") .. row.name or row.name
  lines[#lines + 1] = ("function %s(%s) end\n"):format(word, table.concat(names, ", "))
end

local function add_record(lines, name, methods)
  lines[#lines + 1] = "---" .. records.about[name]
  lines[#lines + 1] = "---@class " .. name
  for _, field in ipairs(records.rows[name]) do
    lines[#lines + 1] = ("---@field %s %s %s"):format(field[1], field[2], field[3])
  end
  lines[#lines + 1] = ("local %s_object = {}\n"):format(name)
  for _, row in ipairs(methods) do
    add_option_class(lines, row)
    add_function(lines, row, name .. "_object")
  end
end

-- Adds the declarations that all files share: the records, the objects and the globals.
local function add_shared(lines, modules)
  local methods = {}
  for _, module in ipairs(modules) do methods[module.name] = module.methods end
  for _, name in ipairs(records.order) do add_record(lines, name, methods[name] or {}) end
  for _, module in ipairs(modules) do
    for _, row in ipairs(module.name == "_G" and module.functions or {}) do
      if row.name == "try" then add_function(lines, row) end
    end
    for _, row in ipairs(module.of_lua and module.functions or {}) do add_function(lines, row, module.name) end
  end
  lines[#lines + 1] = "---The words behind the file's name.\n---@type string[]\narg = {}\n"
end

-- Adds a module. `global`: declares it as a global, as at the prompt; otherwise as a local that the file returns.
local function add_module(lines, module, global)
  for _, row in ipairs(module.functions) do add_option_class(lines, row) end
  lines[#lines + 1] = ("---%s\n---@class %s"):format(module.about, class_of(module))
  for _, name in ipairs(module.constants) do lines[#lines + 1] = ("---@field %s any"):format(name) end
  lines[#lines + 1] = ("%s%s = {}\n"):format(global and "" or "local ", module.name)
  for _, row in ipairs(module.functions) do add_function(lines, row, module.name) end
end

local function is_required(module)
  return not module.object and not module.of_lua and module.name ~= "_G"
end

-- Returns all annotations as one text, in which the modules are globals.
function M.document()
  local modules, lines = reference.modules(), { "---@meta\n" }
  add_shared(lines, modules)
  for _, module in ipairs(modules) do
    if is_required(module) then add_module(lines, module, true) end
  end
  return table.concat(lines, "\n")
end

-- Writes a file for each module, which the editor finds by `require`. Returns instructions for using the files.
function M.write(folder)
  local modules, shared = reference.modules(), { "---@meta\n" }
  add_shared(shared, modules)
  fs.make_directory(folder)
  fs.write(folder .. "/peekaboo_records.lua", table.concat(shared, "\n"))
  for _, module in ipairs(modules) do
    if is_required(module) then
      local lines = { "---@meta " .. module.name .. "\n" }
      add_module(lines, module, false)
      lines[#lines + 1] = "return " .. module.name .. "\n"
      fs.write(("%s/%s.lua"):format(folder, module.name), table.concat(lines, "\n"))
    end
  end
  return ("Written to %s. For the Lua language server, in .luarc.json beside your scripts:\n"
    .. '{"runtime.version": "Lua 5.4", "workspace.library": ["%s"]}\n'):format(folder, folder)
end

return M
