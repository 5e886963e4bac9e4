-- Built-in tools besides those that tests name, so that a new tool changes no test.
local named = { analyze = true, image = true, list = true, run_script = true }

-- Whether a tool is built in and not one of those.
return function(name)
  if named[name] then return false end
  for _, rows in ipairs { require("tools").rows() } do
    for _, row in ipairs(rows) do
      if row.name == name then return true end
    end
  end
  return false
end
