-- A guest is what world.guest says: function(order, answer) -> outcome.
return function(world)
  return {
    run = function(answer, order)
      world.options(order, { script = true, modules = true, objects = true, arguments = true, seconds = true,
        computing = true, memory = true, pictures = true, output = true, calls = true, unfiltered = true })
      world.raise_if_failing("guest")
      world.log("guest", order.script)
      local outcome = world.guest(order, answer)
      outcome.returned, outcome.printed = outcome.returned or {}, outcome.printed or ""
      outcome.count = outcome.count or #outcome.returned
      if outcome.printed_all == nil then outcome.printed_all = true end
      return outcome
    end,
    program = function() return "/usr/bin/peekaboo-guest" end,
  }
end
