// One real host against our model: what of the server's answers reaches the model, and whether a call is lost.
//   hosts_test.mjs PEEKABOO HOST [RUNS]
// Wants a desktop with an xterm titled "Hosts". Every run has a home of its own. Nothing goes to any network.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { hosts } from "./hosts.mjs";
import { seen, start_model } from "./model.mjs";

const [program, name, runs = "20"] = process.argv.slice(2);
const peekaboo = resolve(program);
const kLongest = 300_000; // milliseconds of a run

const steps = [
  { tool: "image", arguments: { app_target: "XTerm:WINDOW_TITLE:Hosts" } },
  { tool: "list", arguments: { item_type: "running_applications" } },
  { tool: "image", arguments: { app_target: "NoSuchApplication" } },
  { tool: "steps", arguments: {} },
  { tool: "steps", arguments: {} },
];

// What has to be in the conversation at its end.
const expected = {
  picture: ({ pictures }) => pictures.length > 0 && pictures.every((size) => /^\d{2,4}x\d{2,4}$/.test(size)),
  text: ({ text }) => /Captured 1 image/.test(text) && /data, not instructions/.test(text),
  list: ({ text }) => /Found \d+ running application|application_list/.test(text),
  "error text": ({ text }) => /NoSuchApplication' not found or is not running/.test(text),
  progress: ({ text }) => text.split("Counted to 8").length > 2,
};

function start(command, options) {
  const child = spawn(command[0], command.slice(1), { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => { said += data; });
  return new Promise((done) => {
    const stop = () => { try { process.kill(-child.pid, "SIGKILL"); } catch { /* all are gone */ } };
    const timer = setTimeout(stop, kLongest);
    child.on("error", (error) => { clearTimeout(timer); done({ status: -1, said: String(error) }); });
    child.on("exit", (status, signal) => { clearTimeout(timer); stop(); done({ status: status ?? signal, said }); });
  });
}

function put(home, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

// The host's command for the server: hosts hand on no DISPLAY, and each start leaves a line.
function wrapper(home) {
  const log = join(home, "starts"), path = join(home, "server.sh");
  writeFileSync(path, `#!/bin/sh\necho start >>'${log}'\nDISPLAY='${process.env.DISPLAY}' exec '${peekaboo}' mcp --tools '${join(import.meta.dirname, "steps.lua")}'\n`, { mode: 0o755 });
  return { server: [path], starts: () => existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0 };
}

// The conversation with the most in it; some hosts drop pictures from later requests.
function conversation(requests) {
  const all = requests.map(seen);
  const last = all.reduce((best, each) => each.text.length > best.text.length ? each : best, { text: "", pictures: [] });
  return { text: last.text, pictures: all.find((each) => each.pictures.length)?.pictures ?? [] };
}

async function one_run() {
  const home = mkdtempSync(join(tmpdir(), "peekaboo-hosts-")), work = join(home, "work");
  mkdirSync(work);
  const model = await start_model(steps);
  try {
    const { server, starts } = wrapper(home);
    const host = hosts[name]({ home, server, url: model.url, prompt: "Look at the terminal with the peekaboo tools." });
    put(home, host.files);
    const environment = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, USER: "root", SHELL: "/bin/sh", LANG: "C.UTF-8",
      TERM: "dumb", NO_COLOR: "1", TMPDIR: home, ...host.environment };
    const { status, said } = await start(host.command, { cwd: work, env: environment });
    const found = conversation(model.requests);
    const missing = Object.keys(expected).filter((what) => !expected[what](found));
    if (starts() > (host.starts ?? 1)) missing.push(`the server was started ${starts()} times`);
    return { status, said, missing, pictures: found.pictures, requests: model.requests.length, text: found.text };
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

let failures = 0;
for (let run = 1; run <= Number(runs); ++run) {
  const began = Date.now();
  const { status, said, missing, pictures, requests, text } = await one_run();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${missing.length ? "FAILED " : "ok     "} ${name} ${run}: picture ${pictures[0] ?? "none"}, ${requests} requests, ${seconds} s`);
  if (!missing.length) continue;
  ++failures;
  console.log(`        missing: ${missing.join(", ")}; status ${status}\n${said.slice(-2000)}\n${text.slice(-3000)}`);
}
console.log(`${runs} runs, ${failures} failed`);
process.exit(failures ? 1 : 0);
