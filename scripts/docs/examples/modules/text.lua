return {
  read = [[
local picture = screen.capture "desktop"
for _, word in ipairs(text.read(picture, { language = "eng", timeout = 20 })) do
  if word.confidence > 60 then print(word.line, word.text, word.bounds.x, word.bounds.y) end
end]],
  require = [[
local _, err = try(text.require, "xyz")
print(err.code, err.hint)]],
  available = [[
local works, reason, remedy = text.available()
if not works then print(reason, remedy) end]],
  find_pii = [[
local message = "Write to alice@example.com"
for _, finding in ipairs(text.find_pii(message, { kinds = { "emails" }, patterns = { "EMP-\\d{6}" } })) do
  print(finding.kind, message:sub(finding.first, finding.last))
end]],
}
