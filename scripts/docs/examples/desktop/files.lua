return {
  reveal = [[
local path = fs.home() .. "/report.txt"
fs.write(path, "done")
local manager, window = files.reveal(path)
print(manager, window.id > 0)]],
  folder = [[
fs.write(fs.home() .. "/report.txt", "done")
files.reveal(fs.home() .. "/report.txt")
print(files.folder() == fs.home())  --> true]],
  selected = [[
fs.write(fs.home() .. "/report.txt", "done")
files.reveal(fs.home() .. "/report.txt")
for _, path in ipairs(files.selected { through_clipboard = true }) do print(path) end]],
}
