// Drives `peekaboo mcp --http` with the official client of the first generation: sessions, several clients at once, a
// reply stream that the server closes while the call goes on (--poll-after), cancellation, the end of a session.
//
//   http_client.mjs PEEKABOO FIXTURES...
import assert from "node:assert/strict";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

import { serve } from "./http_server.mjs";

const [peekaboo, ...fixtures] = process.argv.slice(2);
const token = "sixteen-or-more-letters";
const server = await serve(peekaboo, [...fixtures.flatMap((file) => ["--tools", file]), "--poll-after", "0.5", "--token", token]);

function transport(headers = { Authorization: `Bearer ${token}` }) {
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
}

async function connected() {
  const client = new Client({ name: "http", version: "1.0.0" }, { capabilities: {} });
  await client.connect(transport());
  return client;
}

const text_of = (result) => result.content.map((block) => block.text).join("\n");

const checks = {
  async "without the token nobody is served"() {
    const client = new Client({ name: "http", version: "1.0.0" });
    await assert.rejects(client.connect(transport({})));
  },
  async "several clients at once, each with its session"() {
    const clients = await Promise.all(Array.from({ length: 8 }, connected));
    assert.equal(new Set(clients.map((client) => client.transport.sessionId)).size, 8);
    const calls = clients.flatMap((client) => Array.from({ length: 10 }, () => client.callTool({ name: "test_tool_with_progress" })));
    for (const result of await Promise.all(calls)) assert.match(text_of(result), /successfully/);
    await Promise.all(clients.map((client) => client.close()));
  },
  async "a call outlives its reply stream"() {
    const client = await connected();
    assert.match(text_of(await client.callTool({ name: "test_reconnection" })), /Reconnection test completed/);
    await client.close();
  },
  async "progress and cancellation"() {
    const client = await connected();
    const seen = [];
    await client.callTool({ name: "test_tool_with_progress" }, undefined, { onprogress: ({ progress }) => seen.push(progress) });
    assert.deepEqual(seen, [0, 50, 100]);
    const abort = new AbortController();
    const running = client.callTool({ name: "test_reconnection" }, undefined, { signal: abort.signal });
    abort.abort("enough");
    await assert.rejects(running);
    assert.deepEqual(await client.ping(), {});
    await client.close();
  },
  async "changes come on the standing stream"() {
    const client = await connected();
    const told = new Promise((resolve) => client.setNotificationHandler(ToolListChangedNotificationSchema, resolve));
    await client.callTool({ name: "test_trigger_tool_change" });
    await told;
    await client.close();
  },
  async "an ended session is over"() {
    const client = await connected();
    const id = client.transport.sessionId;
    await client.transport.terminateSession();
    const answer = await fetch(server.url, {
      method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      headers: { Authorization: `Bearer ${token}`, "Mcp-Session-Id": id, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    });
    assert.equal(answer.status, 404);
    await client.close();
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${String(error.stack).replaceAll("\n", "\n        ")}`);
  }
}
if (await server.stop() !== 0) failed++;
console.log(`${failed} failed`);
process.exit(failed ? 1 : 0);
