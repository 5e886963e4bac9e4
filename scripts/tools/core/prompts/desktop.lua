local prompt = require "prompt"

local M = {}

local function app_target(...)
  return require("completion").app_target(...)
end

local function given(text)
  return text ~= nil and text:find("%S") ~= nil
end

-- Quotes a value on one line, so that a window's title cannot pass for part of the sentence.
local function quoted(text)
  return "`" .. text:gsub("[%c`]", " ") .. "`"
end

local function capture(target)
  if not given(target) then return "Capture all screens with the `image` tool (no app_target)." end
  return ("Capture %s with the `image` tool (app_target = %s)."):format(quoted(target), quoted(target))
end

local target = "What to capture, as `app_target` of the image tool: 'screen:0', 'frontmost', an application, or one of "
  .. "its windows."

prompt.register {
  name = "describe_screen",
  title = "Describe the screen",
  description = "Looks at the desktop and says what is on it.",
  arguments = {
    { "app_target", target .. " Left out: all screens.", optional = true, complete = app_target },
    { "focus", "What to pay attention to, for example 'error messages'.", optional = true },
  },
  run = function(args)
    local lines = {
      capture(args.app_target),
      "Then describe what it shows: which applications and windows are visible, what they contain, and what the person "
        .. "seems to be doing. Quote texts that matter word for word, and say so when something is too small to read.",
    }
    if given(args.focus) then lines[#lines + 1] = "Pay special attention to " .. quoted(args.focus) .. "." end
    return table.concat(lines, "\n")
  end,
}

prompt.register {
  name = "find_element",
  title = "Find an element",
  description = "Finds a button, field, text or other element in a window or on a screen, and says where it is.",
  arguments = {
    { "element", "What to find, for example 'the Save button'." },
    { "app_target", target .. " Left out: all screens.", optional = true, complete = app_target },
  },
  run = function(args)
    return table.concat({
      capture(args.app_target),
      "Find this in it: " .. quoted(args.element) .. ".",
      "Answer with its place as x, y, width and height in pixels of the picture, what it looks like, and whether it "
        .. "seems enabled. If several fit, list all of them; if none does, say so and name what comes nearest.",
    }, "\n")
  end,
}

prompt.register {
  name = "compare_captures",
  title = "Compare two captures",
  description = "Compares two pictures of the desktop, or an earlier one with what is there now.",
  arguments = {
    { "before", "The first picture: a peekaboo://captures/… resource or the path of an image file." },
    { "after", "The second picture, likewise. Left out: a new capture is made.", optional = true },
    { "app_target", target .. " For the new capture.", optional = true, complete = app_target },
  },
  run = function(args)
    local second = given(args.after) and ("Load the second picture: %s."):format(quoted(args.after))
      or capture(args.app_target) .. " This is the second picture."
    return table.concat({
      ("Load the first picture: %s (read the resource, or the file)."):format(quoted(args.before)),
      second,
      "Then list what differs: windows that came or went, moved or changed size, and texts or values that changed, "
        .. "each as before and after. Ignore the clock and the pointer. Say so when nothing changed.",
    }, "\n")
  end,
}

return M
