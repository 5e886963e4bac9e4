-- The fixtures of the official conformance suite that ask the client something:
--
--   peekaboo mcp --tools fixtures.lua --tools questions.lua
local json = require "json"
local prompt = require "prompt"
local tool = require "tool"

local function text(words)
  return { type = "text", text = words }
end

-- `rows`: {name, type, description?}; all are required.
local function form(message, rows)
  local members, names = {}, {}
  for i, row in ipairs(rows) do
    members[i] = { row[1], json.object { { "type", row[2] }, row[3] and { "description", row[3] } or nil } }
    names[i] = row[1]
  end
  return { elicit = message, schema = json.object {
    { "type", "object" }, { "properties", json.object(members) }, { "required", json.array(names) },
  } }
end

-- A schema as it stands, its members in this order.
local function raw_form(message, members, required)
  local parts = { { "type", "object" }, { "properties", json.object(members) } }
  if required then parts[#parts + 1] = { "required", json.array(required) } end
  return { elicit = message, schema = json.object(parts) }
end

local function property(kind, ...)
  return json.object { { "type", kind }, ... }
end

local function tool_that(name, description, params, run)
  tool.register { name = name, description = description, params = params, run = function(args, call)
    return { content = { text(run(args, call)) } }
  end }
end

local function said(answer)
  local block = answer.content
  return block.text or block[1] and block[1].text or ""
end

tool_that("test_sampling", "Asks the client's model", { { "prompt", "string" } }, function(args, call)
  return "LLM response: " .. said(call:ask { answer = { sample = args.prompt, max_tokens = 100 } }.answer)
end)

local function outcome(answer, start)
  return ("%saction=%s, content=%s"):format(start, answer.action, json.encode(answer.content or {}))
end

tool_that("test_elicitation", "Asks for a name and an address", { { "message", "string" } }, function(args, call)
  local answers = call:ask { user = form(args.message, {
    { "username", "string", "User's response" }, { "email", "string", "User's email address" },
  }) }
  return outcome(answers.user, "User response: ")
end)

tool_that("test_elicitation_sep1034_defaults", "Asks with defaults", {}, function(_, call)
  local answers = call:ask { user = raw_form("Please review the values", {
    { "name", property("string", { "default", "John Doe" }) },
    { "age", property("integer", { "default", 30 }) },
    { "score", property("number", { "default", 95.5 }) },
    { "status", property("string", { "enum", json.array { "active", "inactive", "pending" } },
      { "default", "active" }) },
    { "verified", property("boolean", { "default", true }) },
  }) }
  return outcome(answers.user, "Elicitation completed: ")
end)

local function titled(names, ...)
  local choices = {}
  for i, value in ipairs(names) do
    choices[i] = json.object { { "const", value }, { "title", (select(i, ...)) } }
  end
  return json.array(choices)
end

tool_that("test_elicitation_sep1330_enums", "Asks with every form of choice", {}, function(_, call)
  local options, values = { "option1", "option2", "option3" }, { "value1", "value2", "value3" }
  local answers = call:ask { user = raw_form("Please choose", {
    { "untitledSingle", property("string", { "enum", json.array(options) }) },
    { "titledSingle", property("string",
      { "oneOf", titled(values, "First Option", "Second Option", "Third Option") }) },
    { "legacyEnum", property("string", { "enum", json.array { "opt1", "opt2", "opt3" } },
      { "enumNames", json.array { "Option One", "Option Two", "Option Three" } }) },
    { "untitledMulti", property("array",
      { "items", property("string", { "enum", json.array { "option1", "option2", "option3" } }) }) },
    { "titledMulti", property("array", { "items", json.object {
      { "anyOf", titled(values, "First Choice", "Second Choice", "Third Choice") } } }) },
  }) }
  return outcome(answers.user, "Elicitation completed: ")
end)

-- The stateless revision: a result asks, and the handler is run again with the answers.
local start = "test_input_required_result_"

local function name_form()
  return form("What is your name?", { { "name", "string" } })
end

local function confirmation()
  return form("Please confirm", { { "ok", "boolean" } })
end

tool_that(start .. "elicitation", "Asks for a name", {}, function(_, call)
  return ("Hello, %s!"):format(call:ask { user_name = name_form() }.user_name.content.name)
end)

tool_that(start .. "sampling", "Asks the client's model", {}, function(_, call)
  local question = { sample = "What is the capital of France?", max_tokens = 100 }
  return "The model says: " .. said(call:ask { capital_question = question }.capital_question)
end)

local function listed(roots)
  local uris = {}
  for i, root in ipairs(roots) do uris[i] = root.uri end
  return table.concat(uris, ", ")
end

tool_that(start .. "list_roots", "Asks for the client's roots", {}, function(_, call)
  return "The roots are: " .. listed(call:ask { client_roots = { roots = true } }.client_roots.roots)
end)

tool_that(start .. "request_state", "Asks for a confirmation", {}, function(_, call)
  call:ask { confirm = confirmation() }
  return "state-ok: confirmed"
end)

tool_that(start .. "tampered_state", "Asks for a confirmation and trusts no state but its own", {}, function(_, call)
  call:ask { confirm = confirmation() }
  return "state-ok: confirmed"
end)

tool_that(start .. "multiple_inputs", "Asks three things at once", {}, function(_, call)
  local answers = call:ask {
    user_name = name_form(),
    greeting = { sample = "Generate a greeting", max_tokens = 50 },
    client_roots = { roots = true },
  }
  return ("%s %s, at %s"):format(said(answers.greeting), answers.user_name.content.name,
    listed(answers.client_roots.roots))
end)

tool_that(start .. "multi_round", "Asks one thing after the other", {}, function(_, call)
  local name = call:ask { step1 = form("Step 1: What is your name?", { { "name", "string" } }) }.step1
  local color = call:ask { step2 = form("Step 2: What is your favorite color?", { { "color", "string" } }) }.step2
  return ("%s likes %s"):format(name.content.name, color.content.color)
end)

tool_that(start .. "capabilities", "Asks what the client can be asked", {}, function(_, call)
  local able, questions = call.client.capabilities, {}
  if able.elicitation then questions.user_name = name_form() end
  if able.sampling then questions.greeting = { sample = "Generate a greeting", max_tokens = 50 } end
  if next(questions) == nil then return "This client cannot be asked" end
  call:ask(questions)
  return "Asked"
end)

prompt.register {
  name = "test_input_required_result_prompt", description = "A prompt that asks for its context",
  run = function(_, call)
    local answer = call:ask { user_context = form("What context should the prompt use?", { { "context", "string" } }) }
    return "Use this context: " .. tostring(answer.user_context.content.context)
  end,
}
