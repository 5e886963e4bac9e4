local reference = require "reference"
local errors = require "errors"

-- What there is to say about a function besides its text: its parameters, what it gives and what it raises.
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

-- {name, type, text, optional}; without a type when nobody has said.
local function parameter(row, name, optional)
  local known = reference.type_of(row, name) or {}
  return { name = name, type = known[1], text = known[2], optional = optional and not known.required }
end

-- Returns the parameters of a function, and with option = true its options: {name, type?, text?, optional, option?}.
function M.parameters(row)
  local list = {}
  for _, param in ipairs(row.params) do
    if param.options and not reference.type_of(row, "options") then
      for _, option in ipairs(param.options) do
        local known = parameter(row, option.name, true)
        known.option = true
        list[#list + 1] = known
      end
    elseif not param.more then
      list[#list + 1] = parameter(row, param.name, param.optional)
    end
  end
  return list
end

-- Returns the codes of the errors that a function raises.
function M.codes(row)
  local codes, seen = {}, {}
  local function add(code)
    if errors.row(code) and not seen[code] then
      seen[code] = true
      codes[#codes + 1] = code
    end
  end
  for word in row.text:gmatch "%u[%u_]+%u" do add(word) end
  for _, code in ipairs(own[row.call] or {}) do add(code) end
  for _, code in ipairs(not harmless[row.call] and common[row.module] or {}) do add(code) end
  return codes
end

-- Returns the example of a function, without empty lines around it; nil when there is none.
function M.example(row)
  local found = reference.examples(row.module)[(row.method and ":" or "") .. row.name]
  return found and (found:gsub("^\n", ""):gsub("%s+$", "")) or nil
end

return M
