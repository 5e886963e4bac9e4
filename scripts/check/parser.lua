local tokens_of = require "check.tokens"

-- Reads the names in Lua text that the compiler accepts: which names are local, which are global, and which values they
-- have as far as that is known. Values are nodes: {kind = "local", variable}, {kind = "global", name}, {kind = "field",
-- base, name}, {kind = "call", base, method?, arguments}, {kind = "table", fields}, {kind = "string", value}, {kind =
-- "element", of} for an element of a list, {kind = "round", of} for what an iterator gives, {kind = "number", value},
-- {kind = "boolean"}, {kind = "nil"}, {kind = "function", parameters = variables}, {kind = "typed", type}, {kind =
-- "vararg"}, or {kind = "other"}. Each node has the token at its place.
local M = {}

local other = { kind = "other" }
local binary = {}
for word in ("+ - * / // % ^ .. == ~= < <= > >= & | ~ << >> and or"):gmatch "%S+" do binary[word] = true end
local unary = { ["-"] = true, ["#"] = true, ["~"] = true, ["not"] = true }
local words = { ["true"] = "boolean", ["false"] = "boolean", ["nil"] = "nil", ["..."] = "vararg" }
local block_ends = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true }

local Parser = {}
Parser.__index = Parser

function Parser:peek() return self.tokens[self.at] end

function Parser:take()
  local token = self.tokens[self.at]
  self.at = self.at + 1
  return token
end

function Parser:is(text)
  local token = self:peek()
  return token.text == text and (token.kind == "operator" or token.kind == "keyword")
end

function Parser:accept(text)
  return self:is(text) and self:take() or nil
end

function Parser:open_scope() self.scope = { parent = self.scope, names = {} } end
function Parser:close_scope() self.scope = self.scope.parent end

function Parser:declare(name, value)
  if name == "_ENV" then self.found.own_environment = true end
  local variable = { name = name, value = value or other }
  self.scope.names[name] = variable
  return variable
end

function Parser:reference(token)
  local scope = self.scope
  while scope do
    local variable = scope.names[token.text]
    if variable then return { kind = "local", variable = variable, token = token } end
    scope = scope.parent
  end
  return { kind = "global", name = token.text, token = token }
end

function Parser:note(list, node)
  local all = self.found[list]
  all[#all + 1] = node
  return node
end

function Parser:table_fields()
  local fields = {}
  while not self:accept "}" do
    local key, token
    if self:accept "[" then
      token = self:peek()
      key = self:expression()
      self:take()
      self:take()
      key = key.kind == "string" and key.value or false
    elseif self:peek().kind == "name" and self.tokens[self.at + 1].text == "="
      and self.tokens[self.at + 1].kind == "operator" then
      token = self:take()
      key = token.text
      self:take()
    end
    fields[#fields + 1] = { name = key, token = token, value = self:expression() }
    if not self:accept "," then self:accept ";" end
  end
  return fields
end

function Parser:arguments()
  local token = self:peek()
  if token.kind == "string" then
    self:take()
    return { { kind = "string", value = token.text, token = token } }
  end
  if self:accept "{" then return { { kind = "table", fields = self:table_fields(), token = token } } end
  self:take()
  local list = self:is ")" and {} or self:expressions()
  self:take()
  return list
end

function Parser:begins_arguments()
  return self:is "(" or self:is "{" or self:peek().kind == "string"
end

-- Reads a name or an expression in parentheses, with the fields, indexes and calls that follow.
function Parser:suffixed()
  local node
  local start = self:peek()
  if self:accept "(" then
    node = self:expression()
    self:take()
    if node.kind == "string" then node = other end
  else
    node = self:reference(self:take())
  end
  while true do
    if self:is "." then
      self:take()
      local token = self:take()
      node = { kind = "field", base = self:read(node), name = token.text, token = token }
    elseif self:accept "[" then
      local key = self:expression()
      self:take()
      node = { kind = "field", base = self:read(node), name = key.kind == "string" and key.value or nil,
        token = key.token or start, computed = key.kind ~= "string" }
    elseif self:is ":" then
      self:take()
      local token = self:take()
      node = { kind = "call", base = self:read(node), method = token.text, token = token, arguments = self:arguments() }
      self:note("calls", node)
    elseif self:begins_arguments() then
      node = { kind = "call", base = self:read(node), token = node.token or start, arguments = self:arguments() }
      self:note("calls", node)
    else
      return node
    end
  end
end

-- Notes that the value of a node is used; returns the node.
function Parser:read(node)
  if node.kind == "global" then self:note("globals", node) end
  if node.kind == "field" then self:note("fields", node) end
  return node
end

function Parser:simple()
  local token = self:peek()
  if token.kind == "string" then
    self:take()
    return { kind = "string", value = token.text, token = token }
  end
  if self:accept "{" then return { kind = "table", fields = self:table_fields(), token = token } end
  if self:accept "function" then
    return { kind = "function", token = token, parameters = self:body() }
  end
  if token.kind == "name" or self:is "(" then return self:read(self:suffixed()) end
  self:take()
  local kind = token.kind == "number" and "number" or words[token.text]
  return kind and { kind = kind, token = token, value = token.number } or other
end

function Parser:expression()
  local plain, signs, sign = true, 0, nil
  while unary[self:peek().text] and self:peek().kind ~= "string" do
    sign = self:take()
    plain, signs = false, signs + 1
  end
  local node = self:simple()
  if signs == 1 and sign.text == "-" and node.kind == "number" then
    node, plain = { kind = "number", token = sign, value = -node.value }, true
  end
  while binary[self:peek().text] and self:peek().kind ~= "string" do
    self:take()
    plain = false
    while unary[self:peek().text] and self:peek().kind ~= "string" do self:take() end
    self:simple()
  end
  return plain and node or other
end

function Parser:expressions()
  local list = { self:expression() }
  while self:accept "," do list[#list + 1] = self:expression() end
  return list
end

-- Reads the parameters and block of a function; its keyword has been read already. Returns the parameters.
function Parser:body(method)
  self:open_scope()
  self.depth = self.depth + 1
  if method then self:declare "self" end
  local parameters = {}
  self:take()
  while not self:accept ")" do
    local token = self:take()
    if token.kind == "name" then parameters[#parameters + 1] = self:declare(token.text) end
  end
  self:block()
  self:take()
  self.depth = self.depth - 1
  self:close_scope()
  return parameters
end

function Parser:write(node)
  if node.kind == "global" then
    self:note("written", { name = node.name, token = node.token, depth = self.depth })
  elseif node.kind == "local" then
    node.variable.assigned = true
  elseif node.kind == "field" then
    self.found.written_fields[node.name or ""] = true
    if node.computed and node.base.kind == "local" then node.base.variable.assigned = true end
  end
end

function M.new(text)
  local found = { globals = {}, written = {}, fields = {}, calls = {}, written_fields = {} }
  local parser = { tokens = tokens_of.list(text), at = 1, depth = 0, found = found }
  return setmetatable(parser, Parser)
end

M.Parser, M.other, M.block_ends = Parser, other, block_ends

return M
