// Uses a GTK form through marks alone, with the official clients of both generations, in the rig's desktop: see, click
// a mark, type, see what changed. What came of it is in the form's log.
//
//   hands_client.mjs PEEKABOO
import assert from "node:assert/strict";
import { with_each_client } from "./form.mjs";

const text_of = (result) => result.content.filter((block) => block.type === "text").map((block) => block.text).join("\n");

async function eventually(what, probe, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  while (!probe()) {
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Hosts hand on the structured content alone where there is some: beside a picture there must be none.
async function see(client, more = {}) {
  const result = await client.callTool({ name: "see", arguments: { app_target: "frontmost", ...more } });
  assert.ok(!result.isError, text_of(result));
  assert.equal(result.structuredContent, undefined);
  assert.equal(result.content.filter((block) => block.type === "image").length, 1);
  return text_of(result);
}

async function act(client, tool, words) {
  const result = await client.callTool({ name: tool, arguments: words });
  assert.ok(!result.isError, text_of(result));
  const told = result.structuredContent;
  assert.deepEqual(JSON.parse(result.content[0].text), told);
  assert.equal(told.success, true);
  assert.match(told.message, /^Done: /);
  assert.equal(told.dispatched, true);
  return told;
}

const mark_of = (text, words) => text.match(new RegExp(`^(?:new |changed )?(m\\d+) ${words}`, "m"))?.[1];

async function use(client, _, happened) {
  const { tools } = await client.listTools();
  for (const wanted of ["see", "click", "type_text"]) assert.ok(tools.some((tool) => tool.name === wanted), wanted);
  const seen = await see(client);
  const [save, field] = [mark_of(seen, 'button "Save"'), mark_of(seen, 'text(?: "[^"]*")? = "Ada"')];
  assert.ok(save && field, seen);
  await act(client, "click", { on: save });
  await eventually("the press", () => happened().includes("pressed Save"));
  await act(client, "type_text", { on: field, text: " Lovelace" });
  await eventually("the text", () => happened().includes("typed Ada Lovelace"));
  const later = await see(client, { since: seen.match(/since = "(\w+)"/)[1] });
  assert.match(later, new RegExp(`^changed ${field} .*= "Ada Lovelace"`, "m"));
  assert.ok(!later.includes('check box "Agree"'), later);
}

await with_each_client({ command: process.argv[2], args: ["mcp", "--toolsets", "hands"] }, use);
