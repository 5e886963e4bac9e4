local shared = require "acting.parameters"

-- What the machine is.
local M = {}

local get_system_info = {
  name = "get_system_info",
  title = "Describe the machine",
  description = "Returns operating system, model, processor and memory of this machine. Never a serial number.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = {
    { "macOSVersion", "string", "This system's name and version, as osVersion; the name is of the document." },
    { "osVersion", "string", "This system's name and version." },
    { "kernelVersion", "string", "Of its kernel." },
    { "hardwareModel", "string", "Maker and product; \"unknown\" where nobody says." },
    { "processorInfo", "string", "Its name, and how many run programs." },
    { "totalMemory", "string", "Such as \"15.5 GB\"." },
  },
  errors = shared.service_errors,
  examples = { { "What machine this is", {} } },
}

local get_battery_status = {
  name = "get_battery_status",
  title = "Read the battery",
  description = "Returns charge and state of the battery. isDesktop: there is none.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = {
    { "percentage", "number", "0 to 100; 100 without a battery." },
    { "isCharging", "boolean", "Whether it is being charged." },
    { "isDesktop", "boolean", "The machine has no battery." },
    { "state", "string", "\"charging\", \"discharging\", \"full\", \"not charging\" or \"unknown\".", optional = true },
  },
  errors = {
    { "PROVIDER_UNAVAILABLE", "UPower runs and does not answer, and the kernel knows no battery." },
    table.unpack(shared.service_errors),
  },
  examples = { { "How full it is", {} } },
}

local get_display_info = {
  name = "get_display_info",
  title = "Describe the displays",
  description = "Returns the displays: name, resolution, place and which is the main one.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = {
    { "result", { list = {
      { "name", "string", "The connector." },
      { "resolution", { { "width", "integer", "" }, { "height", "integer", "" } }, "In pixels." },
      { "isMain", "boolean", "The primary one." },
      { "position", { { "x", "integer", "" }, { "y", "integer", "" } }, "Of its upper left corner on the desktop." },
    } }, "The main one first." },
  },
  errors = { { "DISPLAY_NOT_FOUND" }, { "DISPLAY_UNAVAILABLE" }, table.unpack(shared.service_errors) },
  examples = { { "Which displays there are", {} } },
}

M.tools = { get_system_info, get_battery_status, get_display_info }

return M
