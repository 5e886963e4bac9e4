return {
  read = [[
clipboard.write("Grüße")
local content = clipboard.read { formats = { "text", "files" } }
print(content.text, #content.formats)  --> Grüße  1]],
  write = [[
clipboard.write("a text")
clipboard.write { text = "total: 42", html = "<b>total: 42</b>" }
clipboard.write { files = { fs.home() .. "/report.pdf" } }
clipboard.write({ image = screen.capture "desktop" })
clipboard.write("for the middle button", { selection = "primary" })]],
  clear = [[
clipboard.write("a text")
clipboard.clear()
print(#clipboard.read().formats)  --> 0]],
  save = [[
clipboard.write("what the user had copied")
local saved = clipboard.save()
clipboard.write("something to paste")
clipboard.write(saved)
print(clipboard.read().text)  --> what the user had copied]],
}
