return {
  lines = [[
local child <close> = process.start { "printf", "a\\nb\\n" }
for line in child:lines() do print(line) end]],
  error_lines = [[
local child <close> = process.start { "sh", "-c", "echo trouble >&2" }
for line in child:error_lines() do print("it complains: " .. line) end]],
  read = [[
local child <close> = process.start { "echo", "all of it" }
print(child:read { limit = 1000 })]],
  write = [[
local child <close> = process.start { "sort" }
child:write "pear\napple\n"
child:close_input()
print(child:read())]],
  close_input = [[
local child <close> = process.start { "cat" }
child:write "as it came"
child:close_input()
print(child:read(), child:wait().status)]],
  wait = [[
local child <close> = process.start { "sh", "-c", "exit 3" }
print(child:wait().status)  --> 3]],
  stop = [[
local child <close> = process.start { "sleep", "60" }
print(child:stop({ grace = 2 }).signal)  --> 15]],
  kill = [[
local child <close> = process.start { "sleep", "60" }
child:kill(9)
print(child:wait().signal)  --> 9]],
}
