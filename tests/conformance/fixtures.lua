-- What the official conformance suite expects of a server, as a file of a user's own tools:
--
--   peekaboo mcp --tools fixtures.lua
local json = require "json"
local prompt = require "prompt"
local resource = require "resource"
local task = require "task"
local tool = require "tool"

-- A picture of one red pixel, and 8 samples of silence.
local kPixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP4z8DwHwAFAAH/VscvDQAAAABJRU5ErkJggg=="
local kSilence = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=="
local kPause = 0.05 -- seconds between the steps of a slow tool

local function text(words)
  return { type = "text", text = words }
end

local function picture()
  return { type = "image", data = kPixel, mimeType = "image/png" }
end

local function embedded(uri, media_type, words)
  return { type = "resource", resource = { uri = uri, mimeType = media_type, text = words } }
end

-- A tool without arguments that always answers the same.
local function fixed(name, description, content)
  tool.register {
    name = name, description = description, read_only = true,
    run = function() return { content = content } end,
  }
end

fixed("test_simple_text", "Answers one text", { text "This is a simple text response for testing." })
fixed("test_image_content", "Answers one picture", { picture() })
fixed("test_audio_content", "Answers one sound", { { type = "audio", data = kSilence, mimeType = "audio/wav" } })
fixed("test_embedded_resource", "Answers an embedded resource", {
  embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
})
fixed("test_multiple_content_types", "Answers several kinds of content", {
  text "Multiple content types test:", picture(),
  embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
})
fixed("test_streaming_elicitation", "Answers without asking anything", { text "Nothing needed to be asked." })

tool.register {
  name = "test_tool_with_logging", description = "Logs three lines",
  run = function(_, call)
    call:log("info", "Tool execution started")
    task.sleep(kPause)
    call:log("info", "Tool processing data")
    task.sleep(kPause)
    call:log("info", "Tool execution completed")
    return { content = { text "Tool with logging executed successfully" } }
  end,
}

tool.register {
  name = "test_logging_tool", description = "Logs one line",
  run = function(_, call)
    call:log("info", "A line for those who asked for it")
    return { content = { text "Logged" } }
  end,
}

tool.register {
  name = "test_tool_with_progress", description = "Reports its progress",
  run = function(_, call)
    for _, done in ipairs { 0, 50, 100 } do
      call:progress(done, 100, ("Completed step %d of 100"):format(done))
      task.sleep(kPause)
    end
    return { content = { text "Tool with progress executed successfully" } }
  end,
}

tool.register {
  name = "test_error_handling", description = "Always fails",
  run = function()
    return { content = { text "This tool intentionally returns an error for testing" }, is_error = true }
  end,
}

tool.register {
  name = "test_missing_capability", description = "Needs a client that can sample",
  run = function(_, call)
    call:require "sampling"
    return { content = { text "The client can sample" } }
  end,
}

tool.register {
  name = "test_x_mcp_header", description = "Takes an argument that HTTP clients repeat in a header",
  params = json.object {
    { "type", "object" },
    { "properties", json.object { { "region", { type = "string", ["x-mcp-header"] = "Region" } } } },
  },
  run = function(args) return { content = { text("Region: " .. tostring(args.region)) } } end,
}

-- Lists that change while somebody listens.
local changes = 0

tool.register {
  name = "test_trigger_tool_change", description = "Registers a tool and takes it back",
  run = function()
    changes = changes + 1
    local name = "test_passing_tool_" .. changes
    fixed(name, "Comes and goes", { text "Here" })
    tool.remove(name)
    return { content = { text "The list of tools has changed" } }
  end,
}

tool.register {
  name = "test_trigger_prompt_change", description = "Registers a prompt and takes it back",
  run = function()
    changes = changes + 1
    local name = "test_passing_prompt_" .. changes
    prompt.register { name = name, run = function() return "Here" end }
    prompt.remove(name)
    return { content = { text "The list of prompts has changed" } }
  end,
}

local function words(kind)
  return json.object { { "type", kind } }
end

tool.register {
  name = "json_schema_2020_12_tool", description = "Has an input schema with many keywords",
  unchecked = { "$ref", "$anchor", "if", "then", "else" },
  params = json.object {
    { "$schema", "https://json-schema.org/draft/2020-12/schema" },
    { "type", "object" },
    { "$defs", json.object { { "address", json.object {
      { "$anchor", "addressDef" }, { "type", "object" },
      { "properties", json.object { { "street", words "string" }, { "city", words "string" } } },
    } } } },
    { "properties", json.object {
      { "name", words "string" },
      { "address", json.object { { "$ref", "#/$defs/address" } } },
      { "contactMethod", json.object { { "type", "string" }, { "enum", json.array { "phone", "email" } } } },
      { "phone", words "string" },
      { "email", words "string" },
    } },
    { "allOf", json.array { json.object { { "anyOf", json.array {
      json.object { { "required", json.array { "phone" } } },
      json.object { { "required", json.array { "email" } } },
    } } } } },
    { "if", json.object {
      { "properties", json.object { { "contactMethod", json.object { { "const", "phone" } } } } },
      { "required", json.array { "contactMethod" } },
    } },
    { "then", json.object { { "required", json.array { "phone" } } } },
    { "else", json.object { { "required", json.array { "email" } } } },
    { "additionalProperties", false },
  },
  run = function(args) return { content = { text("Called with " .. json.encode(args)) } } end,
}

resource.register {
  uri = "test://static-text", name = "Static text", description = "A text that never changes",
  media_type = "text/plain",
  read = function() return "This is the content of the static text resource." end,
}

resource.register {
  uri = "test://static-binary", name = "Static picture", description = "A picture that never changes",
  media_type = "image/png",
  read = function(uri) return { contents = { { uri = uri, mimeType = "image/png", blob = kPixel } } } end,
}

resource.register {
  template = "test://template/{id}/data", name = "Data by id", description = "Made from the id in the URI",
  media_type = "application/json",
  read = function(_, values)
    return json.encode(json.object {
      { "id", values.id }, { "templateTest", true }, { "data", "Data for ID: " .. values.id },
    })
  end,
}

resource.register {
  uri = "test://watched-resource", name = "Watched resource", description = "Can be subscribed to",
  media_type = "text/plain",
  read = function() return "Watched resource content" end,
}

tool.register {
  name = "test_update_resource", description = "Says that the watched resource has new content",
  run = function()
    resource.updated "test://watched-resource"
    return { content = { text "Updated" } }
  end,
}

local function user(content)
  return { role = "user", content = content }
end

prompt.register {
  name = "test_simple_prompt", description = "A prompt without arguments",
  run = function() return "This is a simple prompt for testing." end,
}

prompt.register {
  name = "test_prompt_with_arguments", description = "A prompt with two arguments",
  arguments = {
    { "arg1", "The first", complete = function(typed)
      local fitting = {}
      for _, word in ipairs { "hello", "help", "test" } do
        if word:sub(1, #typed) == typed then fitting[#fitting + 1] = word end
      end
      return fitting
    end },
    { "arg2", "The second" },
  },
  run = function(args)
    return ("Prompt with arguments: arg1='%s', arg2='%s'"):format(args.arg1, args.arg2)
  end,
}

prompt.register {
  name = "test_prompt_with_embedded_resource", description = "A prompt that carries a resource",
  arguments = { { "resourceUri", "What to embed" } },
  run = function(args)
    return { messages = {
      user(embedded(args.resourceUri, "text/plain", "Embedded resource content for testing.")),
      user "Please process the embedded resource above.",
    } }
  end,
}

prompt.register {
  name = "test_prompt_with_image", description = "A prompt that carries a picture",
  run = function() return { messages = { user(picture()), user "Please analyze the image above." } } end,
}
