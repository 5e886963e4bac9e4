-- The host's module "console" on top of rows that a test gives.
local M = {}

local rows = {
  { module = "window", rows = {
    { module = "window", name = "list", signature = "window.list({pid, on_screen}?) -> {window}",
      text = "The windows." },
    { module = "window", name = "frontmost", signature = "window.frontmost() -> window", text = "The front one." },
  } },
  { module = "app", rows = {
    { module = "app", name = "list", signature = "app.list() -> {app}", text = "The applications." },
  } },
  { module = "console", rows = {} },
}

function M.new(world)
  world.shown = {}
  return {
    rows = function() return rows end,
    methods = function(value) return type(value) == "userdata" and world.methods or nil end,
    preview = function() return "" end,
    answer = function(line, text) world.shown[line] = text end,
  }
end

return M
