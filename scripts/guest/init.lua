local errors = require "errors"
local guest_process = require "guest_process"
local json = require "json"
local edit_distance = require "edit_distance"
local settings = require "settings"

-- Scripts from untrusted authors: the functions they may call, and their limits. They run in peekaboo-guest, a process
-- of their own, where nothing else is available.
local M = {}

-- Every function of a guest's modules and every method of its objects, as {signature, text}. A guest cannot call
-- anything else, whatever it sends. The functions check their arguments, of which there are at most `most`, and the
-- policy knows that the caller is a guest.
M.rows = {
  { "screen.displays() -> {display}", "The monitors: {id, name, bounds, scale, primary}." },
  { "screen.capture(kind, {id, region}?) -> image",
    "kind: \"desktop\", \"display\" or \"window\" (with id), \"frontmost\". region: {x, y, width, height} in desktop "
      .. "pixels." },
  { "screen.mark() -> moment", "This moment, for screen.changed." },
  { "screen.changed(moment, {region}) -> boolean", "Whether anything there was painted since." },
  { "screen.wait_change(region?, {timeout}?) -> image", "Waits for paint; the picture then." },
  { "screen.wait_stable(region?, {still, timeout}?) -> image", "Waits until all is still for `still` seconds." },
  { "screen.wait_text(text, {region, language, timeout}?) -> place", "Waits for a text: {text, bounds}." },
  { "window.list({pid, on_screen}?) -> {window}",
    "Front-most first: {id, pid, title, app_class, bounds, on_screen, minimised, active}." },
  { "window.frontmost() -> window", "The window that has the focus, or nil." },
  { "window.get(id) -> window", "One window." },
  { "window.focus(id)", "Focuses a window." },
  { "window.wait({app, title, timeout}) -> window", "Waits for a window." },
  { "window.wait_gone({app, title, id, timeout})", "Waits for its end." },
  { "app.list() -> {app}", "{name, bundle_id, pid, active, window_count}." },
  { "image:crop({x, y, width, height}) -> image", "A part, in the picture's own pixels." },
  { "image:fit({max_width, max_height, scale}) -> image", "The picture made smaller." },
  { "image:mask({rect, …}, {color}?) -> image", "The picture with rectangles filled." },
  { "image:outline(places, {color, width, numbers}?) -> image", "The picture with outlines of rectangles." },
  { "image:compare(other, {tolerance, ignore}?) -> record", "{equal, changed_pixels, ratio, max_difference, …}." },
  { "image:diff(other, {tolerance, ignore}?) -> {rect}", "Where another picture of the same size differs." },
  { "image:find(picture, {tolerance, region, all}?) -> rect", "Where a smaller picture is in this one, or nil." },
  { "image:pixel(x, y) -> {red, green, blue}", "One pixel's colour; 0, 0 is the upper left." },
  { "image:text({region, language}?) -> {text, lines, words}",
    "What can be read in the picture (OCR). lines and words: {text, confidence, bounds}." },
  { "image:release()", "Gives its memory back now." },
  { "task.sleep(seconds)", "Waits." },
  { "time.now() -> seconds", "Seconds since 1970." },
  { "time.clock() -> seconds", "Seconds, for differences." },
  { "time.format(pattern, seconds?) -> text", "A time as text, as strftime." },
  { "json.encode(value) -> text", "A value as JSON.", most = 1 }, -- no indent, which may be wide
  { "json.decode(text) -> value", "JSON as a value." },
}

-- The fields of objects that a guest sees.
M.fields = { image = { "width", "height", "origin", "scale", "method", "transparent", "menus" } }

-- seconds: lifetime; computing: processor time in seconds; memory: bytes of Lua; pictures: bytes of the pictures that
-- it holds, two of a 4K screen and less than all scripts have together; output: bytes that it prints; calls: calls of
-- the functions above; images: number that it returns; script: bytes; at_once: guests.
M.limits = {
  seconds = 30, most_seconds = 300, computing = 5, memory = 128 * 1024 * 1024, pictures = 80 * 1024 * 1024,
  output = 64 * 1024, calls = 2000, images = 8, script = 256 * 1024, at_once = 8,
}

local kMax = 4 -- arguments of a call
local kTold = 50 -- calls that a report names
local kLongest = 100 -- characters of one such call

local helpers_own = { json = { "array", "null" } } -- added by peekaboo-guest itself
local by_name, modules, objects = {}, {}, {}
for kind, fields in pairs(M.fields) do
  objects[kind] = { methods = {}, fields = fields }
end
for _, row in ipairs(M.rows) do
  local owner, mark, name = row[1]:match "^(%a[%w_]*)([.:])(%a[%w_]*)"
  by_name[owner .. mark .. name] =
    { owner = owner, name = name, is_method = mark == ":", most = row.most or kMax }
  if mark == ":" then
    table.insert(objects[owner].methods, name)
  else
    modules[owner] = modules[owner] or {}
    table.insert(modules[owner], name)
  end
end

-- Returns the method of a guest's object. A guest's other values are copies without functions.
local function method_of(object, known)
  local is_object = (type(object) == "userdata" or type(object) == "table") and object ~= json.null
  local method = is_object and object[known.name]
  if type(method) == "function" then return method end
  return errors.raise("INVALID_ARGUMENT",
    ("%s:%s: argument 1: expected an %s"):format(known.owner, known.name, known.owner),
    { hint = ("Write picture:%s(…), with a colon."):format(known.name) })
end

-- Raises that a guest has no function of that name, with a similar name.
local function refuse(name)
  name = name:gsub("^%?", "")
  local module, member = name:match "^(%a+)%.(.*)$"
  local there = { table.unpack(modules[module] or {}) }
  table.move(helpers_own[module] or {}, 1, 2, #there + 1, there)
  local near, hint = member and edit_distance.nearest(member, there), nil
  if near then
    hint = ("did you mean %s.%s?"):format(module, near)
  elseif #there > 0 then
    hint = ("%s has: %s"):format(module, table.concat(there, ", "))
  end
  errors.raise("INVALID_ARGUMENT", ("there is no %s for a guest script"):format(name), { hint = hint })
end

-- Calls the function that a guest asks for by `name`.
function M.answer(name, ...)
  local known = by_name[name] or refuse(tostring(name))
  if select("#", ...) > known.most then
    errors.raise("INVALID_ARGUMENT", ("%s takes at most %d argument%s here"):format(name, known.most,
      known.most == 1 and "" or "s"))
  end
  if not known.is_method then return require(known.owner)[known.name](...) end
  return method_of((...), known)(...)
end

local function shortened(value)
  local kind = type(value)
  if kind == "userdata" then return "image" end
  if kind == "table" then
    local fine, text = pcall(json.encode, value)
    return fine and text or "{…}"
  end
  return kind == "string" and ("%q"):format(value) or tostring(value)
end

local function told(name, ...)
  local parts = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    parts[i] = shortened(value)
  end
  local text = ("%s(%s)"):format(name, table.concat(parts, ", ")):gsub("%c", " ")
  if utf8.len(text) and utf8.len(text) > kLongest then text = text:sub(1, utf8.offset(text, kLongest) - 1) .. "…" end
  return text
end

local running = 0

-- Runs a script: {script, arguments?, seconds?}. Calls `on_call(count, name)` for each call. Returns {returned (a
-- list), printed, printed_all, calls (the last of them as texts), call_count, error? = {code, message, hint?, details =
-- {line?, traceback?}}, confinement?}. Raises when it cannot start.
function M.run(order, on_call)
  if #order.script > M.limits.script then
    errors.raise("INVALID_ARGUMENT",
      ("script has %d bytes; at most %d are run"):format(#order.script, M.limits.script))
  end
  if running >= M.limits.at_once then
    errors.raise("RATE_LIMIT_EXCEEDED", ("%d scripts run already, the most at once"):format(running))
  end
  running = running + 1
  local _ <close> = setmetatable({}, { __close = function() running = running - 1 end })
  local calls, count = {}, 0
  local function answer(name, ...)
    if not by_name[name] then return M.answer(name, ...) end
    count = count + 1
    calls[#calls + 1] = told(name, ...)
    if #calls > kTold then table.remove(calls, 1) end
    if on_call then on_call(count, name) end
    return M.answer(name, ...)
  end
  local outcome = guest_process.run(answer, {
    script = order.script, arguments = order.arguments, modules = modules, objects = objects,
    seconds = order.seconds or M.limits.seconds, computing = M.limits.computing, memory = M.limits.memory,
    pictures = M.limits.pictures, output = M.limits.output, calls = M.limits.calls,
    unfiltered = settings.get "PEEKABOO_RUN_SCRIPT_UNCONFINED",
  })
  outcome.calls, outcome.call_count = calls, count
  return outcome
end

-- Starts a guest to find out how guests are confined here: {system_calls, namespaces}, or nil and the error.
function M.confinement()
  local outcome, err = try(M.run, { script = "", seconds = 5 })
  if not outcome then return nil, err end
  return outcome.confinement, outcome.error
end

return M
