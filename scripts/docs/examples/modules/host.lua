return {
  rows = [[
for _, module in ipairs(host.rows()) do print(module.module, #module.rows) end]],
  methods = [[
print(host.methods(screen.capture "desktop").rows[1].call)]],
  user_folder = [[
print(host.version, host.user_folder "tools")]],
  scripts = [[
print(table.concat(host.scripts "ai.providers", " "))]],
  helper_confinement = [[
print(host.helper_confinement().system_calls)]],
  settings = [[
for _, row in ipairs(host.settings()) do print(row.name, row.default) end]],
  setting = [[
print(host.setting("PEEKABOO_LOG_LEVEL").value)]],
  capture_folder = [[
print(host.capture_folder())]],
  read_user_file = [[
local text = try(host.read_user_file, host.user_folder "tools" .. "/mine.lua")
print(text and #text)]],
  user_scripts = [[
for _, name in ipairs(host.user_scripts "tools") do print(name) end]],
}
