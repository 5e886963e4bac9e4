return {
  get = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local reply = http.get(server .. "/builds.json", { timeout = 10, headers = { accept = "application/json" } })
print(reply.status, reply.json.builds[1].state)
local file = http.get(server .. "/builds.json", { to = "builds.json", timeout = 600 })
print(file.path, file.size)]],
  post = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local shot = screen.capture("desktop"):fit { max_width = 400 }
local reply = http.post(server .. "/messages", { json = { text = "the desktop", image = shot:encode():data_url() } })
print(reply.status)
http.post(server .. "/upload", { body = shot:encode(), headers = { ["content-type"] = "image/png" } })
fs.write("notes.txt", "a file")
http.post(server .. "/upload", { body = fs.read("notes.txt"), headers = { ["content-type"] = "text/plain" } })]],
  open = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local stream <close> = http.open(server .. "/generate", { method = "POST", json = { prompt = "hello" } })
for line in stream:lines() do print(json.decode(line).id) end]],
  request = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
print(http.request("DELETE", server .. "/messages/1", { retry = 2 }).status)]],
}
