return {
  exit = [[
if #screen.displays() == 0 then
  print "there is no monitor"
  os.exit(3)
end]],
}
