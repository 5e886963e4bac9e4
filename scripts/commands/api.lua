local api = require "api"
local json = require "json"

local M = {}

-- {name, type, text, optional}; without a type when nobody has said.
local function parameter(row, name, optional)
  local known = api.type_of(row, name) or {}
  return { name = name, type = known[1], text = known[2], optional = optional and not known.required }
end

local function parameters(row)
  local list = {}
  for _, param in ipairs(row.params) do
    if param.options and not api.type_of(row, "options") then
      for _, option in ipairs(param.options) do
        local known = parameter(row, option.name, true)
        known.option = true
        list[#list + 1] = known
      end
    elseif not param.more then
      list[#list + 1] = parameter(row, param.name, param.optional)
    end
  end
  return json.array(list)
end

local function plain(rows, examples, mark)
  local list = {}
  for i, row in ipairs(rows) do
    local results, unknown = api.results(row)
    list[i] = { name = row.name, call = row.call, signature = row.signature, text = row.text, waits = row.waits,
      parameters = parameters(row), results = results and json.array(results), unknown_result = unknown,
      example = examples[mark .. row.name] }
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
  for i, module in ipairs(api.modules()) do
    local examples = api.examples(module.name)
    modules[i] = { name = module.name, about = module.about, functions = plain(module.functions, examples, ""),
      methods = plain(module.methods, examples, ":"), fields = fields_of(module), object = module.object }
  end
  return { modules = json.array(modules) }
end

local function text_of(options)
  if options.tools then return require("tool_reference").document() end
  if options.settings then return require("settings_report").document() end
  if options.markdown then return require("api_reference").document() end
  if not options.stubs then return require("api_text").text(options.module) end
  if options.module then return require("api_stubs").write(options.module) end
  return require("api_stubs").document()
end

-- `options`: module (with stubs: a folder), markdown, stubs, tools, settings.
function M.run(options)
  return { text = text_of(options), data = options.json_output and data() or nil }
end

return M
