local registry = require "registry"
local words = require "lib.words"

local M = {}

local known = { name = true, title = true, description = true, arguments = true, run = true }
local argument_words = { optional = true, title = true, complete = true }

local function argument_of(row, prompt, complete)
  if type(row) ~= "table" or type(row[1]) ~= "string" then
    error(("prompt '%s': an argument is {name, description}"):format(prompt), 0)
  end
  words.check(("prompt '%s', argument '%s'"):format(prompt, row[1]), row, argument_words, 0)
  complete[row[1]] = row.complete
  return { name = row[1], description = row[2], title = row.title, required = not row.optional }
end

-- Registers a prompt: name, title, description, arguments (rows {name, description, optional = …, complete =
-- function(typed, arguments) -> values}), run(args, call) -> text or {messages = {{role, content}, …}, description}.
function M.register(prompt)
  registry.add("prompt", M.declaration(prompt))
end

-- Returns the declaration for the registry. `source` = {order, file}: the user's file that declares the prompt.
function M.declaration(prompt, source)
  words.check(("prompt '%s'"):format(tostring(prompt.name)), prompt, known, 3)
  local arguments, complete = {}, {}
  for i, row in ipairs(prompt.arguments or {}) do arguments[i] = argument_of(row, prompt.name, complete) end
  return {
    source = source, name = prompt.name, title = prompt.title, description = prompt.description, arguments = arguments,
    complete = complete, run = prompt.run,
  }
end

-- Removes a prompt; returns false if there is none of this name.
function M.remove(name)
  return registry.remove("prompt", name)
end

-- Notifies clients that the list of prompts has changed (registering and removing do so themselves).
function M.changed()
  registry.changed "prompts"
end

return M
