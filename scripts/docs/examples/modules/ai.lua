return {
  ask = [[
local answer = ai.ask(screen.capture "desktop", "Which windows do you see?", { timeout = 60 })
print(answer.provider, answer.text)
local displays = {}
for i, display in ipairs(screen.displays()) do displays[i] = screen.capture("display", { id = display.id }) end
for i, text in ipairs(ai.ask(displays, "What is on this monitor?").texts) do print(i, text) end]],
  providers = [[
for _, each in ipairs(ai.providers()) do
  print(each.name, each.model, each.available and "ready" or each.reason)
end]],
}
