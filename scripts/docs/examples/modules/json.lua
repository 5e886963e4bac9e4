return {
  decode = [[
local state = json.decode '{"windows": 3, "front": null}'
print(state.windows, state.front == json.null)  --> 3  true]],
  encode = [[
fs.write("windows.json", json.encode(window.list(), 2))]],
  array = [[
print(json.encode { found = json.array {} })  --> {"found":[]} ]],
  object = [[
print(json.encode(json.object { { "name", "Ann" }, { "age", 7 } }))  --> {"name":"Ann","age":7} ]],
}
