local json = require "json"
local resource = require "resource"

local M = {}

local start = "peekaboo://applications/"

resource.register {
  template = start .. "{app}/windows",
  name = "windows",
  title = "The windows of an application",
  description = "As JSON: the applications that match, and their windows with title, index, id, bounds and whether "
    .. "they are on screen. {app} is what the image tool takes as an application.",
  media_type = "application/json",
  subscribe = false,
  complete = { app = function(...) return require("completion").app(...) end },
  read = function(_, values)
    local lists = require "desktop.lists"
    local found, err = try(lists.windows, values.app, { ids = true, bounds = true, off_screen = true })
    if not found then
      if type(err) == "table" and err.code == "APP_NOT_FOUND" then return nil end
      error(err, 0)
    end
    return json.encode { applications = json.array(found.applications), windows = json.array(found.windows) }
  end,
}

return M
