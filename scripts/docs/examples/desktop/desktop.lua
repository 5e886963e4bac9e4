return {
  status = [[
local status = desktop.status()
print(status.name, status.description)
for _, each in ipairs(status.capabilities) do
  print(each.operation, each.available and "works" or each.detail .. " (" .. each.remedy .. ")")
end]],
  guess = [[
local screens = screen.displays()
print(desktop.guess() or ("%d screens, and no doubt about them"):format(#screens))]],
}
