-- The host's module "console", and what the module "host" says of the native modules.
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
  { module = "screen", rows = {
    { module = "screen", name = "capture", text = "A picture.",
      signature = "screen.capture(kind, {id, region, encode, fingerprint, timeout}?) -> image" },
  } },
  { module = "console", rows = {} },
}

function M.new(world)
  world.shown = {}
  return {
    preview = function() return "" end,
    answer = function(line, text) world.shown[line] = text end,
  }
end

function M.rows()
  for _, entry in ipairs(rows) do
    entry.methods, entry.constants = entry.methods or {}, entry.constants or {}
  end
  return rows
end

function M.methods(world, value)
  return type(value) == "userdata" and world.methods or nil
end

return M
