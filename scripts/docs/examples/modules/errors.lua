return {
  raise = [[
local function front(title)
  for _, w in ipairs(window.list()) do
    if w.title == title then return w end
  end
  errors.raise("WINDOW_NOT_FOUND", "no window is called " .. title, { hint = "Open it first." })
end
local _, err = try(front, "No such window")
print(err, err.hint)]],
  make = [[
local err = errors.make("TIMEOUT", "the build did not end", { details = { minutes = 10 } })
print(err.code, err.message, err.details.minutes)]],
  normalise = [[
local _, err = try(function() return ("x").y.z end)
print(errors.normalise(err).code)  --> INTERNAL_ERROR]],
}
