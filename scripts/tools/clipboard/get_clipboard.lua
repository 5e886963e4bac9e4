local clipboard = require "clipboard"
local json = require "json"
local read = require "acting.read"
local registry = require "registry"
local tool = require "tool"

-- `get_clipboard`: what can be pasted. Reading leaves it with the program that copied it.
local M = { is_record = true }

local kMostText = 60000 -- bytes of a text in an answer
local kStart = "peekaboo://clipboard/"

local function kind_of(content)
  if content.text then return "text" end
  if content.image then return "image" end
  return content.files and "files" or "other"
end

-- Keeps bytes for the client to fetch. Returns the members about them, and the block that links to them.
local function apart(bytes, size, name, call)
  local media_type = type(bytes) == "string" and "text/plain" or bytes.media_type
  local uri = try(registry.keep, bytes,
    { uri = kStart, name = name, title = "Clipboard", session = call and call.session })
  local link = uri and tool.resource_link { uri = uri, name = name, size = size, media_type = media_type }
  return { { "resource", uri }, { "size", size } }, link and { link }
end

local function members_of(content, call)
  if content.files then
    return { { "text", table.concat(content.files, "\n") }, { "files", json.array(content.files) } }
  end
  if content.text and #content.text <= kMostText then return { { "text", content.text } } end
  if content.text then return apart(content.text, #content.text, "clipboard.txt", call) end
  if not content.image then return {} end
  local picture = content.image:encode { format = "png" }
  content.image:release()
  return apart(picture, picture.size, "clipboard.png", call)
end

function M.read(_, call)
  local content = clipboard.read()
  if content.text then content.files = nil end
  local members, links = members_of(content, call)
  members[#members + 1] = { "contentType", kind_of(content) }
  return json.object(members), { links = links }
end

read.tool(M)

return M
