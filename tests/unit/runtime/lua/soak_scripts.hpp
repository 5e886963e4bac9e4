#pragma once

namespace runtime {

// What the soak calls: module "soak", a list of functions that each wait in their own way. Every
// function opens a guard; `counts` tells whether each guard was closed. `directory` is set by the
// test.
inline constexpr const char* kSoakScript = R"lua(
local task, fs, process, time = require 'task', require 'fs', require 'process', require 'time'
local M = {opened = 0, closed = 0, directory = nil, kinds = {}}

local function guard(work)
  M.opened = M.opened + 1
  return setmetatable({}, {__close = function()
    M.closed = M.closed + 1
    if work then work() end
  end})
end

local function nap() task.sleep(math.random(0, 2) / 1000) end

local function add(f) M.kinds[#M.kinds + 1] = f end

add(function() local g <close> = guard() nap() end)
add(function() local g <close> = guard() for _ = 1, 3 do pcall(nap) end end)
add(function() local g <close> = guard(function() task.shield(0.01, nap) end) nap() nap() end)
add(function() local g <close> = guard() nap() error {code = 'SOAKED', message = 'on purpose'} end)
add(function() local g <close> = guard(function() error 'while closing' end) nap() end)
add(function()
  local g <close> = guard()
  local path = M.directory .. '/file' .. math.random(1, 4)
  fs.write(path, ('x'):rep(math.random(0, 4096)))
  local blob = fs.read(path)
  assert(blob.size <= 4096)
  fs.stat(path)
end)
add(function() local g <close> = guard() local ok, err = pcall(fs.read, M.directory .. '/none') assert(not ok and err.code) end)
add(function()
  local g <close> = guard()
  local step = coroutine.wrap(function()
    local inner <close> = guard()
    for i = 1, 3 do nap() coroutine.yield(i) end
  end)
  assert(step() == 1)
  assert(step() == 2)
  step() step()
end)
add(function()
  local g <close> = guard()
  local thread = coroutine.create(function() nap() error 'inside' end)
  local ok = coroutine.resume(thread)
  assert(not ok)
  coroutine.close(thread)
end)
add(function()
  local g <close> = guard()
  task.all {nap, function() return task.race {nap, nap} end, function() pcall(task.timeout, 0.001, nap) end}
end)
add(function() local g <close> = guard() pcall(task.all, {nap, function() nap() error 'one fails' end, nap}) end)
add(function() local g <close> = guard() task.race {nap, function() task.sleep(10) end} end)
add(function()
  local g <close> = guard()
  task.timeout(0.002, function() local inner <close> = guard() task.timeout(0.001, task.sleep, 10) end)
end)
add(function()
  local g <close> = guard()
  for i = 1, 3 do task.spawn(function() local inner <close> = guard() nap() if i == 3 then task.spawn(nap) end end) end
end)
add(function()
  local g <close> = guard()
  local t = task.spawn(function() nap() error {code = 'SOAKED', message = 'spawned'} end)
  pcall(task.timeout, 0.001, task.wait, t)
  pcall(task.wait, t)
end)
add(function()
  local g <close> = guard()
  local t = task.spawn(task.sleep, 10)
  nap()
  task.cancel(t)
end)
add(function() local g <close> = guard() for i in time.every(0.001) do if i == 2 then break end end end)
add(function()
  local g <close> = guard()
  local t = setmetatable({}, {__index = function(_, key) nap() return key end, __gc = function() local _ = {} end})
  assert(t.name == 'name')
  for _ in function(_, i) nap() i = (i or 0) + 1 if i < 3 then return i end end do end
end)

M.process_kinds = {
  function() local g <close> = guard() process.run({'true'}, {timeout = 5}) end,
  function()
    local g <close> = guard()
    local child <close> = process.start {'sh', '-c', 'echo one; exec sleep 1000'}
    for line in child:lines() do assert(line == 'one') break end
  end,
  function() local g <close> = guard() process.run({'sleep', '1000'}, {timeout = 0.002}) end,
}

function M.run(kind) M.kinds[kind]() end
function M.run_process(kind) M.process_kinds[kind]() end
function M.count() return #M.kinds, #M.process_kinds end
function M.prepare(directory, seed) M.directory = directory math.randomseed(seed) end
function M.guards() collectgarbage() collectgarbage() return M.opened, M.closed end
return M
)lua";

}  // namespace runtime
