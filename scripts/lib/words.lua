local M = {}

-- Raises for a string key of `declared` that is not in the set `known`, listing the known ones. `level` as in error():
-- whose line is named.
function M.check(what, declared, known, level)
  for key in pairs(declared) do
    if type(key) == "string" and not known[key] then
      local names = {}
      for name in pairs(known) do names[#names + 1] = name end
      table.sort(names)
      error(("%s: unknown word '%s' (known: %s)"):format(what, key, table.concat(names, ", ")),
        level == 0 and 0 or level + 1)
    end
  end
end

return M
