-- Run once by the host before anything else, as prelude(marker, pause, paused, remember, is_exit). A waiting native
-- function yields `marker`; inside a script's own coroutine, that yield must be passed on to the host, which always
-- resumes the root thread. The same applies to `pause`, which replaces the empty yield that the host forces on a
-- coroutine that has computed for long. remember(err, traceback) stores the origin of an error that passes on into
-- another coroutine. is_exit(err) recognises the error of os.exit, which cannot be caught.
local marker, pause, paused, remember, is_exit = ...

local create, raw_resume, raw_yield = coroutine.create, coroutine.resume, coroutine.yield
local close, status, isyieldable = coroutine.close, coroutine.status, coroutine.isyieldable

local function pass(thread, ...)
  local ok, first = ...
  if not ok and is_exit and is_exit(first) then
    close(thread)
    error(first, 0)
  end
  if not ok or status(thread) ~= "suspended" then return ... end
  if rawequal(first, marker) then
    if not isyieldable() then
      return false, "cannot wait here (inside table.sort, gsub, tostring or a module's top level)"
    end
    return pass(thread, raw_resume(thread, raw_yield(marker)))
  end
  if rawequal(first, pause) or (select("#", ...) == 1 and paused(thread)) then
    if isyieldable() then raw_yield(pause) end
    return pass(thread, raw_resume(thread))
  end
  return ...
end

function coroutine.resume(thread, ...)
  return pass(thread, raw_resume(thread, ...))
end

local function unwrap(thread, ok, ...)
  if ok then return ... end
  local err = ...
  if status(thread) == "dead" then
    if remember then remember(err, debug.traceback(thread)) end
    local closed, close_error = close(thread)
    if not closed then err = close_error end
  end
  error(err, 2)
end

function coroutine.wrap(f)
  local thread = create(f)
  return function(...)
    return unwrap(thread, coroutine.resume(thread, ...))
  end
end

local function attempt(ok, ...)
  if ok then return ... end
  return nil, (...)
end

-- Returns the results of f(...), or nil and the error raised.
function try(f, ...)
  return attempt(pcall(f, ...))
end

-- Formats a value as text for people: the contents of a record, a list or any other table. Bounded.
function inspect(value)
  return require("lib.inspect").text(value)
end

local print_plainly = print

print = function(...)
  local values = table.pack(...)
  for i = 1, values.n do
    if type(values[i]) == "table" then values[i] = require("lib.inspect").printed(values[i]) end
  end
  return print_plainly(table.unpack(values, 1, values.n))
end
