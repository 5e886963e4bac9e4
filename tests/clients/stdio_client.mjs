// Drives `peekaboo mcp` with the official TypeScript client over stdio. The server gets exactly the environment
// that the client passes by default: HOME, LOGNAME, PATH, SHELL, TERM, USER. Run inside the rig's desktop.
//
//   stdio_client.mjs PEEKABOO
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";

import { decode } from "./png.mjs";

const peekaboo = process.argv[2];
const applications = join(dirname(fileURLToPath(import.meta.url)), "..", "rig", "apps");
const children = [];

function start(program, ...words) {
  const child = spawn(join(applications, program), words, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function started(child) {
  for await (const line of createInterface(child.stdout)) {
    const [word, id] = line.split(" ");
    if (word === "ready") return Number(id);
  }
  throw new Error(`${child.spawnfile} ended before it was ready`);
}

// Polls until `probe` gives something; names what was waited for when nothing came.
async function eventually(what, probe, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function window_id(title) {
  const line = execFileSync("wmctrl", ["-l"], { encoding: "utf8" }).split("\n").find((row) => row.endsWith(` ${title}`));
  return line ? Number(line.split(" ")[0]) : undefined;
}

// What xwininfo, an independent tool, says about a window.
function geometry(id) {
  const text = execFileSync("xwininfo", ["-id", String(id)], { encoding: "utf8" });
  const read = (name) => Number(text.match(new RegExp(`${name}:\\s+(-?\\d+)`))[1]);
  return { x: read("Absolute upper-left X"), y: read("Absolute upper-left Y"), width: read("Width"), height: read("Height") };
}

const text_of = (result) => result.content.filter((block) => block.type === "text").map((block) => block.text).join("\n");

// Without `extra` the server's environment is the SDK's default and nothing else.
async function connected(extra) {
  const transport = new StdioClientTransport({ command: peekaboo, args: ["mcp"], stderr: "inherit", env: extra });
  const client = new Client({ name: "client-test", version: "1.0.0" });
  await client.connect(transport);
  return client;
}

const checks = {
  async "the default environment has no DISPLAY"() {
    const names = Object.keys(getDefaultEnvironment());
    assert.ok(!names.includes("DISPLAY") && !names.includes("XAUTHORITY"), names.join(" "));
  },
  async "initialize names the server"({ client }) {
    assert.equal(client.getServerVersion().name, "PeekabooMCP");
    assert.ok(client.getServerCapabilities().tools, "no tools capability");
    await client.ping();
  },
  async "tools/list has image, analyze and list"({ client }) {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    for (const name of ["image", "analyze", "list"]) assert.ok(names.includes(name), `no ${name} in ${names}`);
    const analyze = tools.find((tool) => tool.name === "analyze");
    assert.deepEqual([...analyze.inputSchema.required].sort(), ["image_path", "question"]);
    assert.match(analyze.description, /Peekaboo MCP Server Status/);
  },
  async "list names the running applications"({ client, form }) {
    const result = await client.callTool({ name: "list", arguments: { item_type: "running_applications" } });
    assert.ok(!result.isError, text_of(result));
    const found = result.application_list.find((one) => one.pid === form.pid);
    assert.ok(found, `no application with the form's pid ${form.pid}: ${JSON.stringify(result.application_list)}`);
    assert.equal(found.window_count, 1);
    assert.deepEqual(result.structuredContent.application_list, result.application_list);
  },
  async "image returns one window inline, to the pixel"({ client, painter }) {
    const result = await client.callTool({ name: "image", arguments: { app_target: `PID:${painter.pid}`, format: "data" } });
    assert.ok(!result.isError, text_of(result));
    const block = result.content.find((one) => one.type === "image");
    assert.equal(block.mimeType, "image/png");
    const picture = decode(Buffer.from(block.data, "base64"));
    const { width, height } = geometry(painter.id);
    assert.deepEqual([picture.width, picture.height], [width, height]);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const wanted = [(x * 7 + y * 3) & 255, (x ^ y) & 255, ((x * y) >> 3) & 255];
        const seen = picture.rgb(x, y);
        if (seen.some((value, i) => value !== wanted[i])) assert.fail(`pixel ${x},${y} is ${seen}, painted was ${wanted}`);
      }
    }
  },
  async "image answers a question about a window"({ reader, form }) {
    const result = await reader.callTool({ name: "image", arguments: { app_target: `PID:${form.pid}`, question: "What does it say?" } });
    assert.ok(!result.isError, text_of(result));
    assert.match(result.analysis_text, /Order 8812/);
    assert.deepEqual(result.saved_files, []);
  },
  async "a picture can be fetched again by its link, whole"({ client, painter }) {
    const small = await client.callTool({ name: "image", arguments: { app_target: `PID:${painter.pid}`, format: "data", max_width: 40 } });
    assert.ok(!small.isError, text_of(small));
    const link = small.content.find((one) => one.type === "resource_link");
    assert.match(link.uri, /^peekaboo:\/\/captures\/[0-9a-f]{32}$/);
    assert.equal(decode(Buffer.from(small.content.find((one) => one.type === "image").data, "base64")).width, 40);
    const { resources } = await client.listResources();
    assert.equal(resources.at(-1).uri, link.uri);
    const { contents } = await client.readResource({ uri: link.uri });
    assert.equal(contents[0].mimeType, "image/png");
    const bytes = Buffer.from(contents[0].blob, "base64");
    assert.equal(bytes.length, link.size);
    const picture = decode(bytes);
    const { width, height } = geometry(painter.id);
    assert.deepEqual([picture.width, picture.height], [width, height]);
  },
  async "a capture is gone when eight newer ones are there"({ client, painter }) {
    const changed = new Promise((resolve) => client.setNotificationHandler(ResourceListChangedNotificationSchema, resolve));
    const updated = new Promise((resolve) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, (message) => resolve(message.params.uri)));
    const links = [];
    for (let i = 0; i < 9; i++) {
      const result = await client.callTool({ name: "image", arguments: { app_target: `PID:${painter.pid}`, format: "data" } });
      links.push(result.content.find((one) => one.type === "resource_link").uri);
      if (i === 0) await client.subscribeResource({ uri: links[0] });
    }
    assert.equal(new Set(links).size, 9);
    await changed;
    assert.equal(await updated, links[0]);
    const { resources } = await client.listResources();
    assert.deepEqual(resources.map((one) => one.uri), links.slice(1));
    await assert.rejects(client.readResource({ uri: links[0] }), (error) => error.code === -32002);
  },
  async "prompts are offered and completed from the desktop"({ client }) {
    const { prompts } = await client.listPrompts();
    assert.deepEqual(prompts.map((one) => one.name), ["describe_screen", "find_element", "compare_captures"]);
    const { completion } = await client.complete({ ref: { type: "ref/prompt", name: "find_element" }, argument: { name: "app_target", value: "xt" } });
    assert.ok(completion.values.includes("XTerm") && completion.values.includes("XTerm:WINDOW_TITLE:Notes"), String(completion.values));
    const { messages } = await client.getPrompt({ name: "find_element", arguments: { element: "Save", app_target: "XTerm" } });
    assert.match(messages[0].content.text, /app_target = `XTerm`/);
  },
  // Only what a call outlives is told. The scale makes a picture that has not been read before.
  async "progress counts pictures and answers"({ reader, form }) {
    const seen = [];
    await reader.callTool({ name: "image", arguments: { app_target: `PID:${form.pid}`, question: "What does it say?", scale: 0.9 } }, undefined,
      { onprogress: ({ progress, total }) => seen.push(`${progress}/${total}`) });
    assert.deepEqual(seen, ["1/2"]);
  },
  async "an unknown application is a coded tool error with a remedy"({ client }) {
    const result = await client.callTool({ name: "image", arguments: { app_target: "NoSuchApplicationAtAll" } });
    assert.equal(result.isError, true);
    assert.equal(result._meta.backend_error_code, "APP_NOT_FOUND");
    assert.match(text_of(result), /NoSuchApplicationAtAll/);
  },
};

async function main() {
  assert.ok(peekaboo && existsSync(peekaboo), `no program at ${peekaboo}`);
  const painter = start("painter.py", "--title", "Pattern", "--geometry", "320x240+700+80");
  const form = start("gtk_form.py", "--text", "Order 8812");
  start("terminal", "Notes", "");
  const [painter_id, form_id] = await Promise.all([started(painter), started(form)]);
  await eventually("the terminal's window", () => window_id("Notes"));
  const client = await connected();
  const reader = await connected({ PEEKABOO_AI_PROVIDERS: "ocr" });
  const context = { client, reader, painter: { pid: painter.pid, id: painter_id }, form: { pid: form.pid, id: form_id } };
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(context);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n        ${String(error.message).replaceAll("\n", "\n        ")}`);
    }
  }
  await client.close();
  await reader.close();
  console.log(`${Object.keys(checks).length} checks, ${failed} failed`);
  return failed ? 1 : 0;
}

let status = 1;
try {
  status = await main();
} catch (error) {
  console.error(`FAILED  ${error.message}`);
}
for (const child of children) child.kill();
process.exit(status);
