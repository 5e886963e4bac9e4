return {
  read = [[
fs.write("list.txt", "one\ntwo\n")
print(fs.read("list.txt"):bytes())
print(fs.read("list.txt", { head = 3 }).size)  --> 3]],
  write = [[
fs.write("report.txt", "all is well\n")
local _, err = try(fs.write, "report.txt", "again", { replace = false })
print(err.code, err.details.reason)  --> FILE_IO_ERROR  exists]],
  append = [[
fs.append("diary.txt", "one line\n")
fs.append("diary.txt", "and another\n")
print(fs.read("diary.txt").size)  --> 21]],
  rename = [[
fs.write("draft.txt", "text")
fs.rename("draft.txt", "final.txt")
print(fs.exists "draft.txt", fs.exists "final.txt")  --> false  true]],
  copy = [[
fs.write("plan.txt", "text")
fs.copy("plan.txt", "plan-1.txt")
print(select(2, try(fs.copy, "plan.txt", "plan-1.txt", { replace = false })).details.reason)  --> exists]],
  glob = [[
fs.write("a.csv", "1")
fs.write("b.csv", "2")
print(table.concat(fs.glob "*.csv", ", "))  --> a.csv, b.csv]],
  exists = [[
if not fs.exists(fs.home() .. "/shots") then print "there are no shots yet" end]],
  stat = [[
local stat = fs.stat "/bin/sh"
print(stat.type, stat.size, stat.executable, time.format("%Y", stat.modified))]],
  list = [[
for _, name in ipairs(fs.list "/") do print(name) end]],
  make_directory = [[
fs.make_directory "shots/today"
fs.write("shots/today/desktop.png", screen.capture("desktop"):encode())]],
  remove = [[
fs.write("old.txt", "")
fs.remove "old.txt"
print(fs.exists "old.txt")  --> false]],
  watch = [[
fs.make_directory "inbox"
task.spawn(function() task.sleep(0.1) fs.write("inbox/letter.txt", "hello") end)
for names in fs.watch "inbox" do
  print(table.concat(names, ", "))
  break
end]],
  temporary_directory = [[
print(fs.temporary_directory())]],
  home = [[
print(fs.home() .. "/Pictures")]],
  current_directory = [[
print(fs.current_directory())]],
}
