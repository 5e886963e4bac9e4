local reference = require "reference"
local json = require "json"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 11, text = "Show the functions that Lua scripts can call",
  options = {
    { "module", "only this module or function (with --stubs: the folder to write to)" },
    { "--markdown", "the whole reference, as Markdown" },
    { "--stubs", "annotations for editors (Lua language server): one text, or with a folder a file for each module" },
    { "--tools", "the tools' reference, as Markdown" },
    { "--settings", "the settings' reference, as Markdown" },
  },
}

local function plain(rows)
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = { name = row.name, call = row.call, signature = row.signature, text = row.text, waits = row.waits,
      parameters = json.array(reference.all_parameters(row)), results = json.array(row.results),
      errors = json.array(row.errors), example = reference.example(row) }
  end
  return json.array(list)
end

local function fields_of(module)
  local fields = {}
  for i, field in ipairs(module.fields) do fields[i] = { name = field[1], type = field[2], text = field[3] } end
  return json.array(fields)
end

local function data()
  local modules = {}
  for i, module in ipairs(reference.modules()) do
    modules[i] = { name = module.name, about = module.about, functions = plain(module.functions),
      methods = plain(module.methods), fields = fields_of(module), object = module.object }
  end
  return { modules = json.array(modules) }
end

local function text(options)
  local lookup = require "reference.lookup"
  if not options.module then return lookup.everything(options.columns) end
  return lookup.text(options.module, options.columns)
end

local function text_of(options)
  if options.tools then return require("reference.tools").document() end
  if options.settings then return require("settings.report").document() end
  if options.markdown then return require("reference.pages").document() end
  if not options.stubs then return text(options) end
  if options.module then return require("reference.stubs").write(options.module) end
  return require("reference.stubs").document()
end

-- `options`: module (with stubs: a folder), markdown, stubs, tools, settings.
function M.run(options)
  return { text = text_of(options), data = options.json_output and data() or nil }
end

return M
