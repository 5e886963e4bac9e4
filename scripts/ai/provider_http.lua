local http = require "http"

-- The module http for users' providers: a request, which contains the picture and the key, is not redirected to another
-- origin unless the provider asks for that.
local M = {}

for name, member in pairs(http) do M[name] = member end

-- `place`: index of the options among the arguments.
local function within_origin(request, place)
  return function(...)
    local given = table.pack(...)
    local options = given[place]
    if options ~= nil and type(options) ~= "table" then return request(...) end
    given[place], given.n = { redirect = "origin" }, math.max(given.n, place)
    for key, value in pairs(options or {}) do given[place][key] = value end
    return request(table.unpack(given, 1, given.n))
  end
end

for _, name in ipairs { "get", "post", "open" } do M[name] = within_origin(http[name], 2) end
M.request = within_origin(http.request, 3)

return M
