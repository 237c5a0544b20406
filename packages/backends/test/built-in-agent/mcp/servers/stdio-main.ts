import { writeSync } from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { toolbox } from "./toolbox.ts";

/** The toolbox over pipes. The first argument is the file for receipts, the second how it misbehaves. */
const [receipts = "", manner = "well"] = process.argv.slice(2);

if (manner === "mute") {
  process.stdin.resume();
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
} else if (manner === "broken") {
  console.error(`cannot start with ${process.env.API_KEY} and ${process.env.PLAIN_VALUE}`);
  process.exitCode = 3;
} else {
  if (manner === "noisy") console.log("Server is running!\n[1,2,3]\n{}\n{ no json");
  if (manner === "endless") await writeLine(100);
  if (manner === "chatty") setInterval(() => writeSync(1, "noise\n".repeat(500)), 1);
  else await toolbox(receipts).connect(new StdioServerTransport());
}

async function writeLine(megabytes: number): Promise<void> {
  const chunk = "x".repeat(1024 * 1024);
  for (let written = 0; written < megabytes; written++) {
    await new Promise((resolve) => process.stdout.write(chunk, resolve));
  }
  process.stdout.write("\n");
}
