return {
  get = [[
print(env.get("DISPLAY", "no display"), env.get "HOME")]],
}
