// A `peekaboo mcp --http` of the test's own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export async function serve(peekaboo, words = []) {
  const child = spawn(peekaboo, ["mcp", "--http", "127.0.0.1:0", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  const stop = async () => {
    child.kill("SIGTERM");
    const [status] = await once(child, "exit");
    return status;
  };
  return { url: line.match(/http:\S+/)[0], stop };
}
