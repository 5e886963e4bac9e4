local act = require "acting.act"
local answer = require "acting.answer"
local arguments = require "lib.arguments"
local hotkeys = require "desktop.hotkeys"
local limit = require "lib.deadline"
local tool = require "tool"

-- What the tools of this domain share: their answers are a line of text, or a picture.
local M = {}

-- Lists come as lists or, from some clients, as their JSON text.
local function normalise(args)
  local kept = arguments.without_unset(args)
  for _, name in ipairs { "coordinate", "start_coordinate", "region" } do kept[name] = arguments.list(kept[name]) end
  return kept
end

-- Completes the handler of an acting tool, see acting/act.lua.
function M.tool(acting)
  act.tool(acting)
  acting.normalise = normalise
  function acting.run(args, call, declared)
    local outcome, err = try(act.perform, acting, args, declared, call)
    if not outcome then return tool.failed(err) end
    return { content = { tool.text(answer.text(outcome)) } }
  end
  return acting
end

-- Completes the handler of a tool that looks: look(args, session, deadline) returns the blocks of its answer.
function M.looking(looking)
  looking.normalise = normalise
  function looking.run(args, call)
    local content, err = try(limit.desktop, "looking", function(deadline)
      return looking.look(args, call and call.session, deadline)
    end)
    if not content then return tool.failed(err) end
    return { content = content }
  end
  return looking
end

-- Returns the modifiers that a text such as "ctrl+shift" names.
function M.modifiers(text)
  if not text then return nil end
  return hotkeys.modifier_names(hotkeys.keys(text .. "+a").modifiers)
end

return M
