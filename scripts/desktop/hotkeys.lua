local errors = require "errors"
local did_you_mean = require "lib.did_you_mean"
local trim = require("lib.blanks").trim

local M = {}

-- The values of native::Hotkey.
local modifiers = {
  shift = 1, ctrl = 2, control = 2, alt = 4, option = 4, super = 8, win = 8, meta = 8, cmd = 8,
  command = 8,
}

-- X keysyms (X11 protocol, appendix A) of keys that do not type a character.
local keys = {
  backspace = 0xFF08, tab = 0xFF09, ["return"] = 0xFF0D, enter = 0xFF0D, pause = 0xFF13, escape = 0xFF1B, esc = 0xFF1B,
  home = 0xFF50, left = 0xFF51, up = 0xFF52, right = 0xFF53, down = 0xFF54, pageup = 0xFF55, pagedown = 0xFF56,
  ["end"] = 0xFF57, print = 0xFF61, insert = 0xFF63, menu = 0xFF67, delete = 0xFFFF, space = 0x20, plus = 0x2B,
  minus = 0x2D, comma = 0x2C, period = 0x2E, slash = 0x2F,
}
for number = 1, 24 do keys["f" .. number] = 0xFFBE + number - 1 end

-- What xdotool and X call keys, without underscores.
local of_xdotool = {
  prior = 0xFF55, next = 0xFF56, pgup = 0xFF55, pgdn = 0xFF56, del = 0xFFFF, ins = 0xFF63, linefeed = 0xFF0A,
  clear = 0xFF0B, scrolllock = 0xFF14, sysreq = 0xFF15, capslock = 0xFFE5, numlock = 0xFF7F, kpenter = 0xFF8D,
  kpadd = 0xFFAB, kpsubtract = 0xFFAD, kpmultiply = 0xFFAA, kpdivide = 0xFFAF, kpdecimal = 0xFFAE,
  shiftl = 0xFFE1, shiftr = 0xFFE2, controll = 0xFFE3, controlr = 0xFFE4, altl = 0xFFE9, altr = 0xFFEA,
  superl = 0xFFEB, superr = 0xFFEC, metal = 0xFFE7, isolefttab = 0xFE20, arrowup = 0xFF52, arrowdown = 0xFF54,
  arrowleft = 0xFF51, arrowright = 0xFF53,
  exclam = 0x21, quotedbl = 0x22, numbersign = 0x23, dollar = 0x24, percent = 0x25, ampersand = 0x26,
  apostrophe = 0x27, parenleft = 0x28, parenright = 0x29, asterisk = 0x2A, colon = 0x3A, semicolon = 0x3B,
  less = 0x3C, equal = 0x3D, greater = 0x3E, question = 0x3F, at = 0x40, bracketleft = 0x5B, backslash = 0x5C,
  bracketright = 0x5D, underscore = 0x5F, grave = 0x60, braceleft = 0x7B, bar = 0x7C, braceright = 0x7D,
  asciitilde = 0x7E,
}
for number = 0, 9 do of_xdotool["kp" .. number] = 0xFFB0 + number end

-- Modifiers as keys of their own: "super" opens a menu.
local alone = { shift = 0xFFE1, ctrl = 0xFFE3, control = 0xFFE3, alt = 0xFFE9, super = 0xFFEB, win = 0xFFEB,
  meta = 0xFFEB, cmd = 0xFFEB, command = 0xFFEB, option = 0xFFE9 }

local function names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function refuse(text, what, hint)
  errors.raise("INVALID_ARGUMENT", ("'%s' is not a hotkey: %s"):format(text, what),
    { hint = hint or "For example \"Ctrl+Alt+P\", \"Super+F5\" or "
      .. "\"Shift+Print\"." })
end

-- Returns a chord joined by other signs, such as "Ctrl-S" or "ctrl s", as it has to be written; nil when the text
-- is no such chord.
local function joined_by_plus(text)
  local parts = {}
  for part in text:lower():gmatch "[^%-_%s]+" do parts[#parts + 1] = part end
  local last = parts[#parts]
  if #parts < 2 or not (keys[last] or utf8.len(last) == 1) then return nil end
  for i = 1, #parts - 1 do
    if not modifiers[parts[i]] then return nil end
  end
  return table.concat(parts, "+")
end

local function symbol_of(text, name)
  local known = keys[name:lower()]
  if known then return known end
  local plain = utf8.len(name) ~= 1 and name:lower():gsub("_", "") or ""
  known = keys[plain] or of_xdotool[plain] or alone[plain]
  if known then return known end
  if utf8.len(name) ~= 1 then
    local chord = joined_by_plus(name)
    if chord then refuse(text, "its keys are joined by +", ("Write \"%s\"."):format(chord)) end
    refuse(text, ("there is no key '%s'"):format(name), did_you_mean.hint(name:lower(), names(keys)))
  end
  local code = utf8.codepoint(name:lower())
  if code <= 0x20 or code == 0x7F then refuse(text, "that is not a key") end
  return code < 0x100 and code or 0x01000000 + code -- the keysym of a Unicode character
end

-- Parses keys such as "Ctrl+Alt+P", "Return" or "Page_Down" to {modifiers, symbol}. Raises INVALID_ARGUMENT.
function M.keys(text)
  if text == "+" then refuse(text, "+ joins the keys of a chord", "Write \"plus\".") end
  local parts = {}
  for part in (text:gsub("%+%+$", "+plus")):gmatch "[^+]+" do parts[#parts + 1] = trim(part) end
  if #parts == 0 or #text > 100 or text:find "%+$" and not text:find "%+%+$" then refuse(text, "a key is missing") end
  local mask = 0
  for i = 1, #parts - 1 do
    local bit = modifiers[parts[i]:lower()]
    if not bit then
      refuse(text, ("there is no modifier '%s'"):format(parts[i]),
        did_you_mean.hint(parts[i]:lower(), names(modifiers)))
    end
    mask = mask | bit
  end
  return { modifiers = mask, symbol = symbol_of(text, parts[#parts]) }
end

-- Returns the names of a mask's modifiers.
function M.modifier_names(mask)
  local list = {}
  for _, name in ipairs { "ctrl", "alt", "shift", "super" } do
    if mask & modifiers[name] ~= 0 then list[#list + 1] = name end
  end
  return list
end

-- Returns modifiers by the names that input takes, each once: "command" is "super", "option" is "alt". Raises
-- INVALID_ARGUMENT.
function M.modifiers(given)
  local mask = 0
  for _, name in ipairs(given or {}) do
    mask = mask | (modifiers[name:lower()] or refuse(name, "there is no such modifier"))
  end
  return M.modifier_names(mask)
end

-- Parses a hotkey for event.listen: keys that a person does not need for typing. Raises INVALID_ARGUMENT.
function M.parse(text)
  local hotkey = M.keys(text)
  local mask, symbol = hotkey.modifiers, hotkey.symbol
  if symbol >= alone.shift and symbol <= of_xdotool.superr then refuse(text, "a modifier alone is none") end
  local harmless = symbol >= 0xFF00 and symbol ~= keys.tab and symbol ~= keys.enter and symbol ~= keys.backspace
  if mask & ~modifiers.shift == 0 and not harmless then
    refuse(text, "without Ctrl, Alt or Super the key could no longer be typed")
  end
  return hotkey
end

return M
