// Uses a GTK form through marks alone, with the official clients of both generations, in the rig's desktop: see, click
// a mark, type, see what changed. What came of it is in the form's log.
//
//   hands_client.mjs PEEKABOO
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const peekaboo = process.argv[2];
const form = join(dirname(fileURLToPath(import.meta.url)), "..", "rig", "apps", "acted_form.py");
const folder = mkdtempSync(join(tmpdir(), "client."));
const server = { command: peekaboo, args: ["mcp"], stderr: "inherit", env: { ...process.env, PEEKABOO_TOOLSETS: "hands" } };
const name = { name: "hands", version: "1.0.0" };

const clients = {
  async "the first generation"() {
    const client = new FirstClient(name);
    await client.connect(new FirstTransport(server));
    return client;
  },
  async "the second generation, with the handshake"() {
    const client = new Client(name, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StdioClientTransport(server));
    return client;
  },
  async "the second generation, stateless"() {
    const client = new Client(name, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new StdioClientTransport(server));
    return client;
  },
};

const text_of = (result) => result.content.filter((block) => block.type === "text").map((block) => block.text).join("\n");

async function started(log) {
  const child = spawn(form, ["gtk3", log], { stdio: ["pipe", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    if (line === "ready") return child;
  }
  throw new Error("the form ended before it was ready");
}

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

async function use(client, happened) {
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

let failures = 0;
for (const [what, connect] of Object.entries(clients)) {
  const log = join(folder, `${what}.txt`);
  const child = await started(log);
  const client = await connect();
  try {
    await use(client, () => readFileSync(log, { encoding: "utf8", flag: "a+" }).split("\n"));
    console.log(`ok   ${what}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${what}: ${error.stack}`);
  } finally {
    await client.close();
    child.kill("SIGKILL");
  }
}
rmSync(folder, { recursive: true });
process.exit(failures ? 1 : 0);
