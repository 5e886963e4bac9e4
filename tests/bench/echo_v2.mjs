// The same tool on the second generation of the official SDK.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  const inputSchema = z.object({ message: z.string().describe("Message to echo") });
  server.registerTool("echo", { title: "Echo Tool", description: "Echoes back the input string", inputSchema },
    async ({ message }) => ({ content: [{ type: "text", text: `Echo: ${message}` }] }));
  return server;
});
