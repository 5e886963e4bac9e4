// Drives `peekaboo mcp` with the official client of the second generation over stdio or HTTP: with the handshake, with
// probing, and pinned to the stateless revision. The tools are those of the conformance fixtures; no desktop is needed.
//
//   generations_client.mjs [--http] PEEKABOO FIXTURES...
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { serve } from "./http_server.mjs";

const over_http = process.argv[2] === "--http";
const [peekaboo, ...fixtures] = process.argv.slice(over_http ? 3 : 2);
const home = mkdtempSync(join(tmpdir(), "client."));
const modes = { legacy: "legacy", auto: "auto", modern: { pin: "2026-07-28" } };

const files = fixtures.flatMap((file) => ["--tools", file]);
const server = over_http ? await serve(peekaboo, files) : undefined;

function made_transport() {
  if (server) return new StreamableHTTPClientTransport(new URL(server.url));
  return new StdioClientTransport({
    command: peekaboo, args: ["mcp", ...files], stderr: "inherit",
    env: { HOME: home, TMPDIR: home, PATH: process.env.PATH },
  });
}

async function connected(mode, options = {}) {
  const transport = made_transport();
  const client = new Client({ name: "generations", version: "1.0.0" },
    { versionNegotiation: { mode: modes[mode] }, capabilities: { elicitation: { form: {} }, roots: {} }, ...options });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    const names = Object.keys(params.requestedSchema.properties);
    return { action: "accept", content: Object.fromEntries(names.map((name) => [name, name === "ok" ? true : `my ${name}`])) };
  });
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///home", name: "home" }] }));
  await client.connect(transport);
  return client;
}

// Resolves with what `start` hands to its callback; fails when nothing comes.
function awaited(what, start, seconds = 20) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited ${seconds} s for ${what}`)), seconds * 1000);
    start((value) => { clearTimeout(timer); resolve(value); });
  });
}

const text_of = (result) => result.content.filter((block) => block.type === "text").map((block) => block.text).join("\n");
const call = (client, name, more = {}) => client.callTool({ name, arguments: {}, ...more });

const checks = {
  async "the era is the one asked for"(client, mode) {
    assert.equal(client.getNegotiatedProtocolVersion(), mode === "legacy" ? "2025-11-25" : "2026-07-28");
    assert.equal(client.getServerVersion().name, "PeekabooMCP");
    const capabilities = client.getServerCapabilities();
    for (const name of ["tools", "resources", "prompts", "completions", "logging"]) assert.ok(capabilities[name], name);
  },
  async "all tools, ours and the file's"(client) {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    for (const name of ["image", "analyze", "list", "test_simple_text"]) assert.ok(names.includes(name), name);
    const { tools: again } = await client.listTools();
    assert.deepEqual(again.map((tool) => tool.name), names);
  },
  async "calls answer every kind of content"(client) {
    assert.match(text_of(await call(client, "test_simple_text")), /simple text response/);
    const types = (await call(client, "test_multiple_content_types")).content.map((block) => block.type);
    assert.deepEqual(types, ["text", "image", "resource"]);
    assert.equal((await call(client, "test_error_handling")).isError, true);
  },
  async "progress comes for who asks"(client) {
    const seen = [];
    await client.callTool({ name: "test_tool_with_progress", arguments: {} },
      { onprogress: ({ progress, total }) => seen.push([progress, total]) });
    assert.deepEqual(seen, [[0, 100], [50, 100], [100, 100]]);
  },
  async "a call can be cancelled"(client) {
    const abort = new AbortController();
    const running = client.callTool({ name: "test_tool_with_progress", arguments: {} },
      { signal: abort.signal, onprogress: () => abort.abort("enough") });
    await assert.rejects(running);
    assert.match(text_of(await call(client, "test_simple_text")), /simple text/);
  },
  async "resources and templates"(client) {
    const { resources } = await client.listResources();
    assert.ok(resources.some((one) => one.uri === "test://static-text"));
    const { resourceTemplates } = await client.listResourceTemplates();
    const templates = resourceTemplates.map((one) => one.uriTemplate);
    assert.ok(templates.includes("peekaboo://captures/{id}") && templates.includes("test://template/{id}/data"), String(templates));
    const text = await client.readResource({ uri: "test://static-text" });
    assert.equal(text.contents[0].text, "This is the content of the static text resource.");
    const made = await client.readResource({ uri: "test://template/a%20b/data" });
    assert.deepEqual(JSON.parse(made.contents[0].text), { id: "a b", templateTest: true, data: "Data for ID: a b" });
    const binary = await client.readResource({ uri: "test://static-binary" });
    assert.equal(Buffer.from(binary.contents[0].blob, "base64").subarray(1, 4).toString(), "PNG");
  },
  // This client shows the handshake's -32002 as -32602.
  async "an unknown resource is named"(client) {
    await assert.rejects(client.readResource({ uri: "peekaboo://captures/0" }),
      (error) => error.code === -32602 && error.data.uri === "peekaboo://captures/0");
  },
  async "prompts and completion"(client) {
    const { prompts } = await client.listPrompts();
    for (const name of ["describe_screen", "find_element", "compare_captures"]) assert.ok(prompts.some((one) => one.name === name));
    const made = await client.getPrompt({ name: "test_prompt_with_arguments", arguments: { arg1: "hello", arg2: "world" } });
    assert.equal(made.messages[0].content.text, "Prompt with arguments: arg1='hello', arg2='world'");
    await assert.rejects(client.getPrompt({ name: "find_element", arguments: {} }), (error) => error.code === -32602);
    const found = await client.complete({ ref: { type: "ref/prompt", name: "test_prompt_with_arguments" }, argument: { name: "arg1", value: "he" } });
    assert.deepEqual(found.completion, { values: ["hello", "help"], total: 2, hasMore: false });
  },
  async "a capability that is missing"(client, mode) {
    if (mode === "legacy") return assert.equal((await call(client, "test_missing_capability")).isError, true);
    await assert.rejects(call(client, "test_missing_capability"), (error) => error.code === -32021);
  },
  async "questions are asked and answered"(client) {
    const start = "test_input_required_result_";
    assert.equal(text_of(await call(client, start + "elicitation")), "Hello, my name!");
    assert.equal(text_of(await call(client, start + "list_roots")), "The roots are: file:///home");
    assert.equal(text_of(await call(client, start + "multi_round")), "my name likes my color");
    assert.match(text_of(await call(client, start + "request_state")), /state-ok/);
    const made = await client.getPrompt({ name: start + "prompt" });
    assert.equal(made.messages[0].content.text, "Use this context: my context");
    assert.match(text_of(await client.callTool({ name: "test_elicitation", arguments: { message: "Who?" } })), /action=accept.*my username/);
  },
  async "changes of a list and of a resource are told"(client, mode) {
    const tools = awaited("tools/list_changed", (tell) => client.setNotificationHandler("notifications/tools/list_changed", tell));
    const updated = awaited("resources/updated", (tell) =>
      client.setNotificationHandler("notifications/resources/updated", (message) => tell(message.params.uri)));
    let subscription;
    if (mode === "legacy") await client.subscribeResource({ uri: "test://watched-resource" });
    else subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ["test://watched-resource"] });
    await call(client, "test_trigger_tool_change");
    await call(client, "test_update_resource");
    await tools;
    assert.equal(await updated, "test://watched-resource");
    await subscription?.close();
  },
};

let failed = 0;
for (const mode of Object.keys(modes)) {
  let client;
  try {
    client = await connected(mode);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${mode}: connect\n        ${error.message}`);
    continue;
  }
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(client, mode);
      console.log(`ok      ${mode}: ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${mode}: ${name}\n        ${String(error.message).replaceAll("\n", "\n        ")}`);
    }
  }
  await client.close();
}
if (server && await server.stop() !== 0) failed++;
rmSync(home, { recursive: true, force: true });
console.log(`${failed} failed`);
process.exit(failed ? 1 : 0);
