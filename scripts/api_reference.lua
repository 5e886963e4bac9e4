local api = require "api"
local errors = require "errors"
local guide = require "api_guide"
local records = require "api_records"

-- docs/LUA_API_REFERENCE.md, made of the documentation rows.
local M = {}

-- What any function of these modules may raise besides what its text names.
local common = {
  screen = { "DISPLAY_UNAVAILABLE", "TIMEOUT" }, window = { "DISPLAY_UNAVAILABLE", "TIMEOUT" },
  app = { "DISPLAY_UNAVAILABLE", "TIMEOUT" }, desktop = { "DISPLAY_UNAVAILABLE", "TIMEOUT" },
  text = { "TIMEOUT", "UNSUPPORTED" }, fs = { "FILE_IO_ERROR" },
}
local own = {
  ["screen.capture"] = { "WINDOW_NOT_FOUND", "DISPLAY_NOT_FOUND", "POLICY_DENIED" },
  ["window.focus"] = { "WINDOW_NOT_FOUND" }, ["process.run"] = { "FILE_IO_ERROR" },
  ["process.start"] = { "FILE_IO_ERROR" },
}
local harmless = { ["fs.exists"] = true, ["fs.home"] = true, ["fs.temporary_directory"] = true,
  ["text.available"] = true }

local function cell(text)
  return (text:gsub("|", "\\|"):gsub("\n", " "))
end

local function anchor(name)
  return ("[%s](#%s)"):format(name, name == "_G" and "globals" or name)
end

-- The records that a type names, as links behind it.
local function type_cell(kind)
  local links, seen = {}, {}
  for word in kind:gsub('"[^"]*"', ""):gmatch "[%a_][%w_]*" do
    if records.rows[word] and not seen[word] then
      seen[word] = true
      links[#links + 1] = ("[%s](#record-%s)"):format(word, word:gsub("_", "-"))
    end
  end
  local shown = "`" .. cell(kind) .. "`"
  return #links > 0 and shown .. " " .. table.concat(links, " ") or shown
end

local function parameter_rows(row)
  local lines = {}
  local function add(name, kind, optional)
    local known = api.type_of(row, kind) or { "any", "" }
    local needed = known.required or not optional
    lines[#lines + 1] = ("| `%s`%s | %s | %s |"):format(name, needed and "" or "?", type_cell(known[1]), cell(known[2]))
  end
  for _, param in ipairs(row.params) do
    if param.options and not api.type_of(row, "options") then
      for _, option in ipairs(param.options) do add("{" .. option.name .. "}", option.name, true) end
    elseif not param.more then
      add(param.name, param.name, param.optional)
    end
  end
  return lines
end

local function codes_of(row)
  local codes, seen = {}, {}
  local function add(code)
    if errors.row(code) and not seen[code] then
      seen[code] = true
      codes[#codes + 1] = "`" .. code .. "`"
    end
  end
  for word in row.text:gmatch "%u[%u_]+%u" do add(word) end
  for _, code in ipairs(own[row.call] or {}) do add(code) end
  for _, code in ipairs(not harmless[row.call] and common[row.module] or {}) do add(code) end
  return codes
end

local function add_example(lines, source)
  lines[#lines + 1] = "```lua"
  lines[#lines + 1] = source:gsub("^\n", ""):gsub("%s+$", "")
  lines[#lines + 1] = "```\n"
end

local function facts_of(row)
  local facts = {}
  local results = api.results(row) or {}
  local shown = {}
  for i, kind in ipairs(results) do shown[i] = kind == "..." and "whatever it says" or type_cell(kind) end
  facts[1] = "Gives " .. (#shown > 0 and table.concat(shown, ", ") or "nothing") .. "."
  if row.waits then facts[#facts + 1] = "*Waits.*" end
  local codes = codes_of(row)
  if #codes > 0 then facts[#facts + 1] = "Raises " .. table.concat(codes, ", ") .. "." end
  return table.concat(facts, " ")
end

local function add_function(lines, row, example)
  lines[#lines + 1] = ("#### `%s`\n"):format(row.signature)
  lines[#lines + 1] = row.text .. "\n"
  local rows = parameter_rows(row)
  if #rows > 0 then
    lines[#lines + 1] = "| parameter | type | meaning |\n|---|---|---|"
    table.move(rows, 1, #rows, #lines + 1, lines)
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = facts_of(row) .. "\n"
  if example then add_example(lines, example) end
end

local function add_module(lines, module)
  lines[#lines + 1] = ("### %s\n"):format(module.name == "_G" and "globals" or module.name)
  lines[#lines + 1] = module.about .. "\n"
  if #module.fields > 0 or #module.methods > 0 then
    lines[#lines + 1] = ("The fields of the object: [%s](#record-%s).\n"):format(module.name, module.name)
  end
  local examples = api.examples(module.name)
  for _, row in ipairs(module.functions) do add_function(lines, row, examples[row.name]) end
  for _, row in ipairs(module.methods) do add_function(lines, row, examples[":" .. row.name]) end
end

local function add_records(lines)
  lines[#lines + 1] = "## Records\n"
  lines[#lines + 1] = "What functions take and give. `T[]` is a list of T, `T?` may be nil or left out.\n"
  for _, name in ipairs(records.order) do
    lines[#lines + 1] = ("### record %s\n"):format(name:gsub("_", "-"))
    lines[#lines + 1] = records.about[name] .. "\n"
    if #records.rows[name] > 0 then lines[#lines + 1] = "| field | type | meaning |\n|---|---|---|" end
    for _, field in ipairs(records.rows[name]) do
      lines[#lines + 1] = ("| `%s` | %s | %s |"):format(field[1], type_cell(field[2]), cell(field[3]))
    end
    if #records.rows[name] > 0 then lines[#lines + 1] = "" end
  end
end

local function add_errors(lines)
  lines[#lines + 1] = "## Error codes\n"
  lines[#lines + 1] = "| code | meaning | what helps |\n|---|---|---|"
  for _, row in ipairs(errors.rows) do
    lines[#lines + 1] = ("| `%s` | %s | %s |"):format(row[1], cell(row[3]), cell(row[4]))
  end
  lines[#lines + 1] = ""
end

function M.document()
  local lines, names = { guide.text }, {}
  local modules = api.modules()
  for i, module in ipairs(modules) do names[i] = anchor(module.name) end
  lines[#lines + 1] = "## Modules\n"
  lines[#lines + 1] = table.concat(names, ", ") .. "; then [records](#records) and [error codes](#error-codes).\n"
  for _, module in ipairs(modules) do add_module(lines, module) end
  add_records(lines)
  add_errors(lines)
  return table.concat(lines, "\n")
end

return M
