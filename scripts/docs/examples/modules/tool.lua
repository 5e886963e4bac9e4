return {
  register = [[
tool.register {
  name = "count_windows",
  description = "Counts the windows, or those with a word in their title.",
  params = { { "word", "string", "Part of a title.", optional = true, max_length = 100 } },
  result = { { "count", "integer", "How many there are." } },
  read_only = true,
  run = function(args, call)
    local count = 0
    for _, w in ipairs(window.list()) do
      if not args.word or w.title:find(args.word, 1, true) then count = count + 1 end
    end
    call:progress(1, 1, "counted")
    return { content = { tool.text(count .. " windows") }, structured = { count = count } }
  end,
}]],
  batch = [[
local report = tool.batch {
  { tool = "list", arguments = { item_type = "screens" } },
  { tool = "image", arguments = { app_target = "screen:0", path = "before.png" } },
}
if not report.ok then print("stopped at call " .. report.failed) end
print(report.calls[1].result.content[1].text)]],
  remove = [[
tool.register { name = "brief", description = "Comes and goes", run = function() return { content = {} } end }
print(tool.remove "brief", tool.remove "brief")  --> true  false]],
  changed = [[
tool.changed()]],
  text = [[
local result = { content = { tool.text "Done." } }
print(result.content[1].text)]],
  image = [[
local shot = screen.capture("desktop"):fit { max_width = 800 }
local result = { content = { tool.image(shot:encode(), { item_label = "desktop" }) } }
print(result.content[1].mimeType)]],
  link = [[
fs.write("shot.png", screen.capture("desktop"):encode())
local block = tool.link(fs.current_directory() .. "/shot.png", "the desktop", "image/png")
print(block.uri)]],
  resource_link = [[
print(tool.resource_link({ uri = "notes://all", name = "notes", media_type = "text/plain" }).type)]],
  failure = [[
local _, err = try(window.focus, 1)
local result = tool.failure(err, "The window was not raised")
print(result.is_error, result.content[1].text)]],
}
