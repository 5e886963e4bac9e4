-- The windows of an application are those of its process, unless it says otherwise (`owns`).
local function own(application, windows)
  application.windows = {}
  for _, window in ipairs(windows) do
    if window.pid == application.pid then table.insert(application.windows, window.id) end
  end
end

-- The module "app" of a world.
return function(world)
  return { list = function(options)
    world.options(options, { windows = true, names = true })
    world.raise_if_failing("apps")
    for _, application in ipairs(world.apps) do
      if not application.owns then own(application, world.windows) end
    end
    if not (options and options.windows) then return world.apps end
    return world.apps, package.loaded.window.list()
  end }
end
