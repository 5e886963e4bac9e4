local tokens = require "check.tokens"

-- Rewrites a text typed at the prompt so that its locals outlive it: `local p, c <close> = f()` becomes
-- `_ENV["local p"], _ENV["local c <close>"] = f()`, and the environment (repl_names.lua) reads such a key as a
-- declaration. Lines stay where they are.
local M = {}

local opening = { ["do"] = true, ["if"] = true, ["function"] = true, ["repeat"] = true }
local closing = { ["end"] = true, ["until"] = true }

-- Returns the key that declares a name. `attribute`: "const", "close" or nil.
function M.key(name, attribute)
  return attribute and ("local %s <%s>"):format(name, attribute) or "local " .. name
end

-- Returns the name and the attribute that a key declares, or nil for any other key.
function M.declared(key)
  if type(key) ~= "string" then return nil end
  local name, attribute = key:match "^local ([%a_][%w_]*) <(%l+)>$"
  if name then return name, attribute end
  return key:match "^local ([%a_][%w_]*)$"
end

local function assigned(name, attribute)
  return ("_ENV[%q]"):format(M.key(name, attribute))
end

-- Returns the replacement of the declaration whose `local` is token `i`, and its last token.
local function of_names(list, i)
  local parts = {}
  repeat
    local name = list[i + 1].text
    i = i + 1
    if name == "_ENV" then return nil end
    local attribute
    if list[i + 1].text == "<" and list[i + 1].kind == "operator" then attribute, i = list[i + 2].text, i + 3 end
    parts[#parts + 1] = assigned(name, attribute)
    local more = list[i + 1].text == "," and list[i + 1].kind == "operator"
    if more then i = i + 1 end
  until not more
  local has_value = list[i + 1].text == "=" and list[i + 1].kind == "operator"
  return table.concat(parts, ", ") .. (has_value and "" or " = nil"), i
end

local function replacement(list, i)
  local following = list[i + 1]
  if following.kind ~= "keyword" then return of_names(list, i) end
  return assigned(list[i + 2].text) .. " = nil", i
end

local function line_breaks(text)
  return ("\n"):rep(select(2, text:gsub("\n", "")))
end

-- Rewrites a text that the compiler accepts. One that declares `_ENV` at its top level stays as it is.
function M.rewrite(text)
  local list, parts, depth, at = tokens.list(text), {}, 0, 1
  for i, token in ipairs(list) do
    local word = token.kind == "keyword" and token.text
    if opening[word] then depth = depth + 1 end
    if closing[word] then depth = depth - 1 end
    if word == "local" and depth == 0 then
      local instead, last = replacement(list, i)
      if not instead then return text end
      local stop = list[last].last
      parts[#parts + 1] = text:sub(at, token.first - 1) .. instead .. line_breaks(text:sub(token.first, stop))
      at = stop + 1
    end
  end
  return table.concat(parts) .. text:sub(at)
end

return M
