return {
  register = [[
resource.register {
  uri = "desk://titles", name = "titles", description = "The titles of all windows", media_type = "text/plain",
  read = function()
    local titles = {}
    for i, w in ipairs(window.list()) do titles[i] = w.title end
    return table.concat(titles, "\n")
  end,
}
resource.register {
  template = "desk://windows/{pid}", name = "windows of a process",
  read = function(_, values) return json.encode(window.list { pid = math.tointeger(values.pid) }) end,
  complete = { pid = completion.words { "1", "4711" } },
}]],
  remove = [[
print(resource.remove "desk://gone")  --> false]],
  changed = [[
resource.changed()]],
  updated = [[
resource.updated "desk://titles"]],
}
