// Calls every tool of the toolset `automation` once, with the official clients of both generations, in the rig's desktop.
// Each answer is what the document says: JSON in the first text, or a failure with a code and a remedy. Services that the
// desktop does not have are PROVIDER_UNAVAILABLE.
//
//   automation_client.mjs PEEKABOO
import assert from "node:assert/strict";
import { folder, with_each_client } from "./form.mjs";

// What the desktop of this test need not have.
const absent = ["PROVIDER_UNAVAILABLE", "UNSUPPORTED"];
const acted = (told) => assert.equal(told.success, true);
const list = (told) => assert.ok(Array.isArray(told));
const record = (told) => assert.ok(told !== null && typeof told === "object" && !Array.isArray(told));
const number = (told) => assert.equal(typeof told, "number");
const flag = (told) => assert.equal(typeof told, "boolean");

// [tool, arguments of the form {app, window, x, y, save, field}, what the result is, codes that may come instead]
const calls = [
  ["list_running_apps", () => ({}), list], ["list_windows", () => ({}), list],
  ["launch_app", () => ({ name: "xterm" }), acted], ["activate_app", () => ({ name: "xterm" }), acted],
  ["quit_app", () => ({ name: "xterm" }), acted],
  ["focus_window", ({ window }) => ({ windowId: window }), acted],
  ["move_window", ({ window }) => ({ windowId: window, x: 100, y: 80 }), acted],
  ["resize_window", ({ window }) => ({ windowId: window, width: 400, height: 480 }), acted],
  ["get_ui_elements", ({ app }) => ({ appName: app, maxDepth: 20 }), record],
  ["click_ui_element", ({ app, save }) => ({ appName: app, elementPath: save }), acted],
  ["get_ui_element_value", ({ app, field }) => ({ appName: app, elementPath: field }), (told) => assert.equal(told, "Ada")],
  ["set_ui_element_value", ({ app, field }) => ({ appName: app, elementPath: field, value: "Grace" }), acted],
  ["focus_ui_element", ({ app, field }) => ({ appName: app, elementPath: field }), acted],
  ["scroll_to_element", ({ app, save }) => ({ appName: app, elementPath: save }), acted],
  ["type_text", () => ({ text: "!" }), acted], ["press_key", () => ({ key: "end" }), acted],
  ["key_combination", () => ({ modifiers: ["control"], key: "a" }), acted],
  ["scroll", ({ x, y }) => ({ direction: "down", x, y: y + 390 }), acted, ["EFFECT_NOT_SEEN"]],
  ["click", ({ x, y }) => ({ x: x + 5, y: y + 395 }), acted], ["double_click", ({ x, y }) => ({ x: x + 5, y: y + 395 }), acted],
  ["move_mouse", ({ x, y }) => ({ x: x + 50, y: y + 60 }), acted],
  ["drag", ({ x, y }) => ({ startX: x + 5, startY: y + 395, endX: x + 60, endY: y + 395 }), acted],
  ["take_screenshot", () => ({ region: { x: 0, y: 0, width: 60, height: 40 } }), record],
  ["set_clipboard", () => ({ text: "copied" }), acted], ["get_clipboard", () => ({}), (told) => assert.equal(told.text, "copied")],
  ["list_menu_items", ({ app }) => ({ appName: app }), list], ["get_menu_bar_structure", ({ app }) => ({ processName: app }), record],
  ["get_menu_item_state", ({ app }) => ({ appName: app, menuPath: "File > Open..." }), record],
  ["click_menu_item", ({ app }) => ({ appName: app, menuPath: "File > Open..." }), acted],
  ["list_status_bar_items", () => ({}), list, absent],
  ["click_status_bar_item", () => ({ identifier: "nobody" }), acted, [...absent, "ELEMENT_NOT_FOUND"]],
  ["click_status_bar_menu_item", () => ({ identifier: "nobody", menuPath: "x" }), acted, [...absent, "ELEMENT_NOT_FOUND"]],
  ["get_volume", () => ({}), number, absent], ["set_volume", () => ({ value: 30 }), acted, absent],
  ["get_mute_status", () => ({}), flag, absent], ["set_mute", () => ({ muted: false }), acted, absent],
  ["send_notification", () => ({ title: "Test", message: "text" }), acted, absent],
  ["get_system_info", () => ({}), record], ["get_battery_status", () => ({}), record, absent], ["get_display_info", () => ({}), list],
  ["reveal_in_finder", () => ({ path: folder }), acted, [...absent, "EFFECT_NOT_SEEN"]],
  ["get_selected_files", () => ({}), list, [...absent, "WINDOW_NOT_FOUND"]],
  ["get_finder_window_path", () => ({}), (told) => assert.equal(typeof told, "string"), [...absent, "WINDOW_NOT_FOUND"]],
  ["minimize_window", ({ window }) => ({ windowId: window }), acted],
];

// Returns the value in the first text of an answer; undefined for a failure with one of these codes.
async function call(client, tool, given, codes = []) {
  const result = await client.callTool({ name: tool, arguments: given });
  const [first] = result.content;
  if (result.isError) {
    const code = result._meta.backend_error_code;
    assert.ok(codes.includes(code), `${tool}: ${code}: ${first.text}`);
    return undefined;
  }
  const value = JSON.parse(first.text);
  const picture = result.content.some((block) => block.type === "image");
  const same = value !== null && typeof value === "object" && !Array.isArray(value) ? value : { result: value };
  if (picture) assert.equal(result.structuredContent, undefined, tool);
  else assert.deepEqual(result.structuredContent, same, tool);
  return value;
}

const nodes = (node) => [node, ...(node.children ?? []).flatMap(nodes)];

async function use(client, app, happened) {
  const { tools } = await client.listTools();
  const known = new Set(calls.map(([tool]) => tool));
  assert.equal(known.size, 44);
  for (const tool of tools) assert.ok(known.has(tool.name), `${tool.name} is not called`);
  const listed = new Set(tools.map((tool) => tool.name));
  const missing = [...known].filter((tool) => !listed.has(tool));
  assert.deepEqual(missing, []);
  const window = (await call(client, "list_windows", { appName: app }))[0];
  const all = nodes(await call(client, "get_ui_elements", { appName: app, maxDepth: 20 }));
  const subject = { app, window: window.id, x: 100, y: 80, save: all.find((node) => node.title === "Save").path,
    field: all.find((node) => node.value === "Ada").path };
  for (const [tool, given, check, codes] of calls) {
    const value = await call(client, tool, given(subject), codes);
    if (value !== undefined) check(value);
  }
  for (const line of ["pressed Save", "typed Grace", "menu Open..."]) assert.ok(happened().includes(line), line);
}

await with_each_client({ command: process.argv[2], args: ["mcp", "--toolsets", "automation"] }, use,
  ["the first generation", "the second generation, stateless"]);
