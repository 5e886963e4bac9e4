-- Makes a function's signature from its row, such as "window.list({pid, on_screen}?) -> {window}".
local M = {}

local function marked(parameter, mark)
  return mark and parameter.name .. "?" or parameter.name
end

-- Returns a parameter as written in a signature; a list of one kind as {name, …}.
local function positional(parameter)
  local is_list = parameter.type:find "^[^|]*%[%]$" ~= nil
  return is_list and ("{%s, …}"):format(parameter.name) or marked(parameter, parameter.optional)
end

-- Returns the options as written in a signature. Marks optional options one by one only if the table itself is
-- required.
local function table_of(options)
  local names, needed = {}, false
  for _, option in ipairs(options) do needed = needed or not option.optional end
  for i, option in ipairs(options) do names[i] = marked(option, needed and option.optional) end
  return ("{%s}%s"):format(table.concat(names, ", "), needed and "" or "?")
end

-- Returns a result as written in a signature; the type "T[]" as {T}.
local function result(each)
  local plain, mark = each.type:match "^(.-)(%??)$"
  local element = plain:match "^([^|]*)%[%]$"
  return (each.word or element and "{" .. element .. "}" or plain) .. mark
end

-- Returns the signature of `row`, which has call, parameters, options, and results as {type, word?}.
function M.text(row)
  local given, results = {}, {}
  for i, parameter in ipairs(row.parameters) do given[i] = positional(parameter) end
  if #row.options > 0 then given[#given + 1] = table_of(row.options) end
  for i, each in ipairs(row.results) do results[i] = result(each) end
  local text = ("%s(%s)"):format(row.call, table.concat(given, ", "))
  return #results > 0 and text .. " -> " .. table.concat(results, ", ") or text
end

return M
