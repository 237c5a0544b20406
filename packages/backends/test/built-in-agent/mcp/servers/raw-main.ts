import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** A server that answers each method from a file, for answers that the SDK would not send. */
const answers = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Record<string, unknown>;

const initialized = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "raw", version: "1" },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line) as { id?: number; method: string };
  if (id === undefined) return;
  const result = method === "initialize" ? initialized : answers[method];
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
