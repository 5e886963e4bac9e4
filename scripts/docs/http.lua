return {
  get = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local reply = http.get(server .. "/builds.json", { timeout = 10, headers = { accept = "application/json" } })
print(reply.status, reply.json.builds[1].state)]],
  post = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local shot = screen.capture("desktop"):fit { max_width = 400 }
local reply = http.post(server .. "/messages", { json = { text = "the desktop", image = shot:encode():data_url() } })
print(reply.status)
http.post(server .. "/upload", { body = shot:encode(), headers = { ["content-type"] = "image/png" } })]],
  request = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
print(http.request("DELETE", server .. "/messages/1", { retry = 2 }).status)]],
}
