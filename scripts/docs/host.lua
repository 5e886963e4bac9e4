return {
  rows = [[
for _, module in ipairs(host.rows()) do print(module.module, #module.rows) end]],
  methods = [[
print(host.methods(screen.capture "desktop").rows[1].signature)]],
  user_folder = [[
print(host.version, host.user_folder "tools")]],
  user_scripts = [[
for _, name in ipairs(host.user_scripts "tools") do print(name) end]],
}
