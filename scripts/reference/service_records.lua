-- The records of menus, the tray and the services of the session; the rest are in reference/records.lua.
local M = {}

M.rows = {
  menu_item = {
    { "name", "string", "Without its mnemonic." }, { "path", "string", "Names with > between, as menu.find takes." },
    { "depth", "integer", "1 at the top of what was asked for." }, { "shortcut", "string?", "Such as \"Ctrl+S\"." },
    { "enabled", "boolean", "It can be chosen." }, { "checked", "boolean", "It has a mark." },
    { "has_submenu", "boolean", "It opens more items." },
    { "left_out", "integer?", "Items in it that are not listed, or 1 for a menu that was not looked into." },
  },
  menu_tree = {
    { "items", "menu_item[]", "Each before those in it." },
    { "left_out", "integer?", "Items at the top that are not listed." },
  },
  tray_item = {
    { "id", "string", "Of its place; for this session." },
    { "description", "string", "Its tool tip, else title, else name." },
    { "title", "string", "\"\" when it has none." },
    { "name", "string", "As its program calls it, such as \"nm-applet\"." },
    { "process", "string", "The base name of its program." }, { "pid", "integer?", "Its process." },
    { "status", "string?", "\"Active\", \"Passive\" or \"NeedsAttention\"." },
    { "has_menu", "boolean", "tray.menu can read its menu." },
    { "answers", "boolean", "false: its program does not answer, and little is known." },
    { "bounds", "rectangle?", "Of an icon that is a window; in desktop pixels." },
  },
  audio_output = {
    { "percent", "number", "Of the loudest channel, 0 to 100; more where it is amplified." },
    { "muted", "boolean", "" },
    { "name", "string", "As its server calls it." }, { "title", "string", "For people." },
  },
  sent_notification = {
    { "id", "integer", "For `notify.close`." },
    { "service", "string", "What shows it, with its version; \"\" when it does not tell." },
    { "sounds", "boolean", "It plays sounds." }, { "texts", "boolean", "It shows more than titles." },
  },
  battery = {
    { "present", "boolean", "false: the machine has none." },
    { "percentage", "number", "Of all together, 0 to 100; 100 without any." },
    { "charging", "boolean", "" },
    { "state", "string?", "\"charging\", \"discharging\", \"full\", \"not charging\" or \"unknown\"; nil without." },
    { "source", "string", "Who says so: \"UPower\" or \"sysfs\"." },
  },
  machine = {
    { "system", "string", "With its version, such as \"Debian GNU/Linux 12 (bookworm)\"." },
    { "kernel", "string", "With its version." }, { "model", "string", "Maker and product." },
    { "processor", "string", "Its name." },
    { "processors", "integer", "How many run programs." }, { "memory", "integer", "Bytes." },
  },
}

return M
