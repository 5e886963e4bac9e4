local answer = require "acting.answer"
local candidates = require "acting.candidates"
local errors = require "errors"
local host = require "host"
local roles = require "seeing.roles"
local safeguards = require "safeguards"
local saved_marks = require "seeing.saved_marks"
local ui = require "ui"
local unicode = require "lib.unicode"

-- Asking whether an act may be done: the person at the desktop, or the AI client where PEEKABOO_CONFIRM_BY says so.
-- Read next: pressed.lua (what pointer and keys press), grave.lua (how names are compared), grave_words.lua.
local M = {}

local function set(names)
  local result = {}
  for name in names:gmatch "[^,]+" do result[name] = true end
  return result
end

-- Roles of what acts when it is pressed.
local acts = set "button,push button menu,toggle button,menu item,tearoff menu item"
-- Roles of what is named after its content, as messages and files are. Programs make buttons of them, too.
local contents = set "link,list item,tree item,table cell,icon,desktop icon"

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

-- Returns whether the use of an item is destructive by its name. Check boxes and fields are not: they have a state or
-- a text. Labels and content are when they are called so and nothing more.
local function is_grave(item)
  local role, is_read = item.role, item.from_picture
  local whole = not is_read and (contents[role] or roles.read[role]) or false
  if not (is_read or whole or acts[role] or roles.wrapper[role]) then return false end
  return require("acting.confirmation.grave").is(item.name, whole) and not only_opens(item)
end

-- Returns whether a plan, whose act has an effect, is destructive by the name of what it uses. Notes the element that
-- it presses as plan.presses where it has named none.
local function is_destructive(plan, effect)
  if plan.chosen then return require("acting.confirmation.grave").is(plan.chosen) end
  local item = plan.subject and plan.subject.item
  if item and is_grave(item) then return true end
  if effect ~= "input" then return false end
  for _, each in ipairs(require("acting.confirmation.pressed").items(plan)) do
    if is_grave(each) then
      plan.presses = each
      return true
    end
  end
  return false
end

-- Returns what a plan does, for a question: after the program that has it.
function M.sentence(plan)
  local sentence = answer.sentence(plan)
  if plan.presses then sentence = ("%s, on %s"):format(sentence, candidates.text(plan.presses)) end
  local program = plan.window and plan.window.app_class or ""
  return program == "" and sentence or ("%s: %s"):format(unicode.line(program), sentence)
end

-- Returns whether a plan must be allowed first, whose tool declares an effect. Nothing is looked up unless the answer
-- depends on it.
function M.is_needed(plan, declared)
  local effect = plan.effect or declared
  if effect == "none" then return false end
  if safeguards.must_confirm(effect) then return true end
  return safeguards.must_confirm "destructive" and is_destructive(plan, effect)
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
