// What the tests on a form share: clients of both generations, and the rig's GTK form, which logs what happens to it.
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

const form = join(dirname(fileURLToPath(import.meta.url)), "..", "rig", "apps", "acted_form.py");
const name = { name: "clients", version: "1.0.0" };
export const folder = mkdtempSync(join(tmpdir(), "client."));

const clients = {
  "the first generation": () => [new FirstClient(name), FirstTransport],
  "the second generation, with the handshake": () => [new Client(name, { versionNegotiation: { mode: "legacy" } }), StdioClientTransport],
  "the second generation, stateless": () => [new Client(name, { versionNegotiation: { mode: { pin: "2026-07-28" } } }), StdioClientTransport],
};

async function started(log) {
  const child = spawn(form, ["gtk3", log], { stdio: ["pipe", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    if (line === "ready") return child;
  }
  throw new Error("the form ended before it was ready");
}

// Runs `use(client, "PID:" of the form, lines of its log)` with each client, and ends this program.
export async function with_each_client(server, use, which = Object.keys(clients)) {
  let failures = 0;
  for (const what of which) {
    const log = join(folder, `${what}.txt`);
    const child = await started(log);
    const [client, Transport] = clients[what]();
    try {
      await client.connect(new Transport({ stderr: "inherit", env: { ...process.env }, ...server }));
      await use(client, `PID:${child.pid}`, () => readFileSync(log, { encoding: "utf8", flag: "a+" }).split("\n"));
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
}
