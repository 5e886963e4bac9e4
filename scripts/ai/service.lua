local errors = require "errors"
local json = require "json"
local unicode = require "lib.unicode"
local trim = require("lib.blanks").trim

local M = {}

-- A service is {title, base, variable (names the base), key, key_variable, headers}.

local kAnswerLimit = 8 * 1024 * 1024
local kShownText = 500
local kRetries = 4
local kCheckSeconds = 10 -- the caller sets the real limit
local kSilence = 30
local kShortestPart = 12

local function percent(text)
  return (text:gsub("[^%w._~-]", function(char) return ("%%%02X"):format(char:byte()) end))
end

local function replace(text, secret)
  local parts, from = {}, 1
  while true do
    local first, last = text:find(secret, from, true)
    if not first then break end
    parts[#parts + 1] = text:sub(from, first - 1)
    from = last + 1
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts, "***")
end

local function without(text, key)
  text = replace(text, key)
  local escaped = percent(key)
  return escaped ~= key and replace(text, escaped) or text
end

-- Returns an answer without the key, in plain or URL-encoded form. A user's own server may accept any word as a key:
-- plain words stay, because they are not secret and may be part of the answer.
function M.mask(text, key)
  if not key or #key < 6 or key:match("^%a*$") then return text end
  return without(text, key)
end

-- Also removes longer pieces of the key, for the error messages of a server.
local function mask_pieces(text, key)
  if key and #key >= 4 then text = without(text, key) end
  for i = 1, #(key or "") - kShortestPart + 1 do text = replace(text, key:sub(i, i + kShortestPart - 1)) end
  return text
end

-- Returns an answer's text for display: without the key, on one line, shortened.
function M.shown(text, key)
  text = trim(mask_pieces(unicode.cut(text, 64 * kShownText), key))
  local short = unicode.cut(unicode.line(text), kShownText)
  return #short < #text and short .. "…" or short
end

local function fail(message, hint, details)
  errors.raise("AI_PROVIDER_ERROR", message, { hint = hint, details = details })
end

-- Replace remedies about options of the HTTP client, which a provider's user cannot set.
local remedies = { silence = "Try again later.", too_large = "Ask for a shorter answer." }

local function failed_to_reach(service, err, seconds)
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  local reason = type(err.details) == "table" and err.details.reason or nil
  local message = M.shown(err.message, service.key)
  if err.code == "TIMEOUT" and reason ~= "silence" then
    fail(("%s did not answer within %g s: %s"):format(service.title, seconds, message),
      "Try again, or raise PEEKABOO_AI_TIMEOUT (milliseconds).", { reason = "timeout" })
  elseif err.code == "INVALID_ARGUMENT" then
    fail(("%s cannot be asked: %s"):format(service.title, message),
      ("Check %s%s."):format(service.variable, service.key_variable and " and " .. service.key_variable or ""))
  elseif reason == "connect" then
    errors.raise(err.code == "CONNECTION_REFUSED" and err.code or "AI_PROVIDER_ERROR",
      ("%s cannot be reached: %s"):format(service.title, message),
      { hint = service.start or err.hint, details = { reason = reason } })
  elseif reason == "redirect" then
    fail(("%s cannot be asked: %s"):format(service.title, message),
      ("Check %s; set it to the other address if you trust that."):format(service.variable), { reason = reason })
  end
  fail(("%s: %s"):format(service.title, message), remedies[reason] or err.hint, { reason = reason })
end

local function read_document(reply)
  local kind = reply.headers["content-type"]
  if kind == nil or kind == "" or reply.json ~= nil then
    return reply.json or try(json.decode, reply.body)
  end
  return nil
end

local function perform(service, method, path, body, options)
  local http = require "http" -- loaded late, because TLS takes time and memory
  local reply, err = try(http.request, method, service.base .. path, {
    headers = service.headers, json = body, timeout = options.seconds, limit = kAnswerLimit, retry = options.retry,
    read_timeout = kSilence, redirect = "origin",
  })
  if not reply then failed_to_reach(service, err, options.seconds) end
  return { status = reply.status, headers = reply.headers, body = reply.body, document = read_document(reply) }
end

-- Sends a small request to find out whether the service is there: {status, headers, body, document?}.
function M.look(service, path)
  return perform(service, "GET", path, nil, { seconds = kCheckSeconds, retry = 1 })
end

-- Returns the text of a refusal: the service's own, if any.
local function words_of(reply, plain)
  local document = type(reply.document) == "table" and reply.document or {}
  local fault = document.error
  if type(fault) == "table" then fault = fault.message end
  if plain or type(fault) ~= "string" then return reply.body end
  return fault
end

local function remedy_for(service, reply)
  local status = reply.status
  if status == 401 or status == 403 then
    return service.key_variable and ("Check %s."):format(service.key_variable) or "Check who may use this server."
  elseif status == 404 then
    return ("Check the model's name and %s."):format(service.variable)
  elseif status == 413 then
    return "Give a smaller picture."
  elseif status == 429 then
    local wait = reply.headers["retry-after"]
    return wait and #wait < 40 and ("It asks to wait: Retry-After %s."):format(unicode.line(wait))
      or "Wait a while, or check the account's limits."
  elseif status >= 500 then
    return "Try again later."
  end
  return nil
end

-- Raises the error for a status other than 2xx: "OpenAI API error: 401 - …".
function M.refuse(service, reply)
  local words = M.shown(words_of(reply, service.plain_errors), service.key)
  fail(("%s API error: %d - %s"):format(service.title, reply.status, words ~= "" and words or "no explanation"),
    remedy_for(service, reply), { status = reply.status })
end

-- Sends a document within `seconds`, and again when the service suggests that (at most `retries` times if another
-- provider can be asked). Returns the answer unchanged.
function M.send(service, path, body, seconds, retries)
  return perform(service, "POST", path, body, { seconds = seconds, retry = retries or kRetries })
end

function M.succeeded(reply)
  return reply.status >= 200 and reply.status <= 299
end

-- Returns whether the server exists but does not know this address.
function M.is_missing(reply)
  return reply.status == 404 or reply.status == 405 or reply.status == 501
end

-- Returns the JSON document of an answer that must contain one.
function M.document(service, reply)
  if not M.succeeded(reply) then M.refuse(service, reply) end
  if type(reply.document) == "table" then return reply.document end
  local kind = reply.headers["content-type"]
  fail(("%s answered with something that is no JSON document%s: %s"):format(service.title,
    kind and (" (%s)"):format(M.shown(kind, service.key)) or "", M.shown(reply.body, service.key)),
    ("Check that %s is the address of such a service."):format(service.variable))
end

-- Returns an address without trailing slashes.
function M.base(text)
  return (trim(text):gsub("/+$", ""))
end

return M
