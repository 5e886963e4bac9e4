return {
  try = [[
local picture, err = try(screen.capture, "window", { id = 1 })
if not picture then print(err.code, err.message) end]],
  require = [[
local screen, window = require "screen", require "window"
print(#screen.displays(), #window.list())]],
  print = [[
print("windows", #window.list())
print(window.frontmost())]],
  inspect = [[
local displays = inspect(screen.displays())
log.info(displays)
print(inspect { 1, { name = "two" } })  --> {1, {name = "two"}}]],
}
