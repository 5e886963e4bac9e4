return {
  run = [[
local ls = process.run({ "ls", "-l", "/" }, { timeout = 10, env = { LC_ALL = "C" } })
print(ls.status, #ls.stdout)
print(process.run({ "tr", "a-z", "A-Z" }, { stdin = "hello" }).stdout)  --> HELLO]],
  start = [[
local child <close> = process.start({ "sh", "-c", "echo one; echo two" }, { cwd = "/" })
for line in child:lines() do print(line) end]],
  launch = [[
local pid = process.launch({ "sleep", "1" }, { cwd = "~", output = "sleep.log" })
print(math.type(pid))  --> integer]],
}
