local answer = require "acting.answer"
local errors = require "errors"
local host = require "host"
local safeguards = require "safeguards"
local saved_marks = require "seeing.saved_marks"
local trim = require("lib.blanks").trim
local ui = require "ui"
local unicode = require "lib.unicode"

-- Asking whether an act may be done: the person at the desktop, or the AI client where PEEKABOO_CONFIRM_BY says so.
local M = {}

local kWords = "PEEKABOO_CONFIRM_WORDS"

-- Returns words in lower case with single blanks between them and around, without mnemonics and other signs.
local function spaced(text)
  return " " .. trim((unicode.lower(text):gsub("[_&]", ""):gsub("[%c%p%s]+", " "):gsub("…", " "))) .. " "
end

local disks = { "disk", "drive", "volume", "partition", "card", "device", "stick", "medium", "media", "floppy", "usb" }

-- Returns whether a name has "format" as what is done to a disk: alone, or first and before what is formatted. Texts,
-- numbers and files have formats, too.
local function formats_disk(text)
  if text == " format " then return true end
  if not text:find "^ format " then return false end
  for _, disk in ipairs(disks) do
    if text:find(" " .. disk .. "s? ") then return true end
  end
  return false
end

-- Returns whether a name has the words of an act that cannot be taken back.
local function is_grave(name)
  local text = spaced(name)
  for words in (host.setting(kWords).value or ""):gmatch "[^,]+" do
    local wanted = spaced(words)
    if wanted == " format " then
      if formats_disk(text) then return true end
    elseif wanted:find "%S" and text:find(wanted, 1, true) then
      return true
    end
  end
  return false
end

-- Returns whether an element is in a menu bar: Qt's menus are menu items there.
local function is_in_menu_bar(element)
  local tree = element.window and try(ui.tree, { window = element.window })
  local above, object = {}, saved_marks.object_of(element.id)
  for _, each in ipairs(tree and tree.elements or {}) do
    above[each.depth] = each.role
    if saved_marks.object_of(each.id) == object then return above[each.depth - 1] == "menu bar" end
  end
  return false
end

-- Returns whether an item only opens a menu.
local function only_opens(item)
  if item.role == "menu" or item.role == "menu bar" then return true end
  return item.role == "menu item" and item.element ~= nil and is_in_menu_bar(item.element)
end

-- Returns the effect of a plan, whose tool declares another: what uses an element or item that PEEKABOO_CONFIRM_WORDS
-- names is destructive.
function M.effect_of(plan, declared)
  local item = plan.subject and plan.subject.item
  local name = plan.chosen or item and item.name or ""
  if is_grave(name) and (plan.chosen or not only_opens(item)) then return "destructive" end
  return plan.effect or declared
end

-- Returns what a plan does, for a question: after the program that has it.
function M.sentence(plan)
  local sentence = answer.sentence(plan)
  local program = plan.window and plan.window.app_class or ""
  return program == "" and sentence or ("%s: %s"):format(unicode.line(program), sentence)
end

-- Returns whether acts with this effect must be allowed first.
function M.is_needed(effect)
  return safeguards.must_confirm(effect)
end

local function refuse(reason, message, hint)
  errors.raise("NOT_CONFIRMED", message, { hint = hint, details = { reason = reason } })
end

-- The key of the question is the act itself: where the handler is run again with the answer, an answer for another act
-- is none for this one.
local function ask_client(sentence, call)
  local capabilities = call.client and call.client.capabilities
  if type(capabilities) ~= "table" or capabilities.elicitation == nil then
    refuse("no elicitation", "the client cannot be asked",
      "Use a client with the capability `elicitation`, or set PEEKABOO_CONFIRM_BY=person.")
  end
  local answers = call:ask { [sentence] = { elicit = ("Allow this act: %s?"):format(sentence) } }
  local action = answers[sentence].action
  if action ~= "accept" then refuse(action, ("the client answered '%s'"):format(action)) end
end

-- Asks whether the act that `sentence` tells may be done. `call`: that of a client's tool, or nil. Raises NOT_CONFIRMED
-- unless it is allowed.
function M.ask(sentence, call)
  if call and host.setting("PEEKABOO_CONFIRM_BY").value == "client" then return ask_client(sentence, call) end
  return safeguards.confirm { title = "Allow this act?", text = sentence }
end

return M
