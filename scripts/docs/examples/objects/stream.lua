return {
  lines = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local stream <close> = http.open(server .. "/events", { read_timeout = 3600 })
if stream.status == 200 then
  for line in stream:lines() do print(line) end
end]],
  read = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local stream <close> = http.open(server .. "/builds.json")
for bytes in function() return stream:read(4096) end do print(#bytes) end]],
  close = [[
local server = env.get("SERVER", "http://127.0.0.1:8080")
local stream = http.open(server .. "/events")
print(stream.status, stream:lines()())
stream:close()]],
}
