local parser = require "check.parser"

local M = {}

local Parser, other = parser.Parser, parser.other

function Parser:block()
  self:open_scope()
  while self:peek().kind ~= "end" and not (self:peek().kind == "keyword" and parser.block_ends[self:peek().text]) do
    self:statement()
  end
  self:close_scope()
end

local statements = {}

statements["if"] = function(self)
  repeat
    self:expression()
    self:take()
    self:block()
  until not self:accept "elseif"
  if self:accept "else" then self:block() end
  self:take()
end

statements["while"] = function(self)
  self:expression()
  self:take()
  self:block()
  self:take()
end

statements["do"] = function(self)
  self:block()
  self:take()
end

-- The scope includes the condition, which can use the block's local names.
statements["repeat"] = function(self)
  self:open_scope()
  while not self:is "until" do self:statement() end
  self:take()
  self:expression()
  self:close_scope()
end

-- Returns the nodes for the first two variables of `for _, each in ipairs(list)` and `for each in iterator`.
local function variables_of(lists)
  local call = lists[1]
  if #lists ~= 1 or call.kind ~= "call" then return other, other end
  local is_ipairs = call.base.kind == "global" and call.base.name == "ipairs" and call.arguments[1]
  if is_ipairs then return other, { kind = "element", of = call.arguments[1] } end
  return { kind = "round", of = call }, other
end

statements["for"] = function(self)
  local names = {}
  repeat names[#names + 1] = self:take().text until not self:accept ","
  local counted = self:take().text == "="
  local lists = self:expressions()
  self:take()
  local values = counted and {} or { variables_of(lists) }
  self:open_scope()
  for i, name in ipairs(names) do self:declare(name, values[i]) end
  self:block()
  self:close_scope()
  self:take()
end

statements["function"] = function(self)
  local node = self:reference(self:take())
  local method = false
  while self:is "." or self:is ":" do
    method = self:take().text == ":"
    node = { kind = "field", base = self:read(node), name = self:take().text, token = node.token }
  end
  self:write(node)
  self:body(method)
end

local function attribute(self)
  if not self:accept "<" then return end
  self:take()
  self:take()
end

statements["local"] = function(self)
  if self:accept "function" then
    self:declare(self:take().text)
    return self:body()
  end
  local names = {}
  repeat
    names[#names + 1] = self:take().text
    attribute(self)
  until not self:accept ","
  local values = self:accept "=" and self:expressions() or {}
  for i, name in ipairs(names) do self:declare(name, values[i]) end
end

statements["return"] = function(self)
  local ends = self:peek().kind == "end" or self:is ";" or
    (self:peek().kind == "keyword" and parser.block_ends[self:peek().text])
  if not ends then self:expressions() end
  self:accept ";"
end

statements["goto"] = function(self) self:take() end
statements["break"] = function() end

-- Reads a call or an assignment.
local function other_statement(self)
  local targets = { self:suffixed() }
  while self:accept "," do targets[#targets + 1] = self:suffixed() end
  if not self:accept "=" then return end
  self:expressions()
  for _, target in ipairs(targets) do self:write(target) end
end

function Parser:statement()
  if self:accept ";" then return end
  if self:accept "::" then
    self:take()
    self:take()
    return
  end
  local token = self:peek()
  if token.kind == "keyword" and statements[token.text] then
    self:take()
    return statements[token.text](self)
  end
  return other_statement(self)
end

-- Returns the uses of names in a text that the compiler accepts: {globals = nodes that are read, written = list of
-- {name, token, depth}, fields = nodes, calls = nodes, written_fields = set of names, own_environment}. `depth` is the
-- number of enclosing functions.
function M.read(text)
  local self = parser.new(text)
  self:block()
  return self.found
end

return M
