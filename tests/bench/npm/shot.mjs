// shot.mjs node-screenshots|screenshot-desktop FILE: the screen to a file, and no more.
// shot.mjs resident: answers each line on standard input with "MILLISECONDS BYTES" of one capture to PNG in memory.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [kind, file] = process.argv.slice(2);

async function nodeScreenshots() {
  return (await import("node-screenshots")).default.Monitor.all()[0].captureImageSync().toPngSync();
}

if (kind === "screenshot-desktop") {
  await (await import("screenshot-desktop")).default({ filename: file, format: "png" });
} else if (kind === "node-screenshots") {
  writeFileSync(file, await nodeScreenshots());
} else {
  for await (const _ of createInterface({ input: process.stdin })) {
    const began = performance.now();
    const png = await nodeScreenshots();
    console.log((performance.now() - began).toFixed(3), png.length);
  }
}
