return {
  app = [[
prompt.register {
  name = "about", arguments = { { "app", "Which.", complete = completion.app } },
  run = function(args) return "Tell me about " .. args.app end,
}
print(table.concat(completion.app "", ", "))]],
  app_target = [[
print(table.concat(completion.app_target "screen", ", "))]],
  words = [[
local pick = completion.words { "red", "green", "blue" }
print(pick("gr")[1])  --> green]],
}
