import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { answer } from "../program.ts";
import { agentEnv, script } from "./stamping-agent.ts";

/** The lower limit: commits a line of the same agent as one row, waits for the disk, and writes it to a socket. */
const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const db = new DatabaseSync(path.join(folder, "lines.db"));
db.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE lines (id INTEGER PRIMARY KEY, line TEXT)",
);
const insert = db.prepare("INSERT INTO lines (line) VALUES (?)");

let client: Socket | null = null;
const server = createServer({ noDelay: true }, (socket) => {
  client = socket.resume();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const program = fileURLToPath(new URL("script/agent-main.ts", import.meta.resolve("@polylog/backends")));
const agent = spawn(process.execPath, [program], {
  stdio: ["pipe", "pipe", "inherit"],
  env: { ...process.env, ...agentEnv },
});
createInterface({ input: agent.stdout }).on("line", (line) => {
  insert.run(line);
  client?.write(`data: ${line}\n\n`);
});
const say = (command: object) => agent.stdin.write(`${JSON.stringify(command)}\n`);
const start = { agentId: "script", model: "script", projectRoot: folder, nativeSessionId: "native" };
say({ type: "start", id: 0, script, ...start });

let runs = 0;
answer({
  address: () => ({ port: (server.address() as AddressInfo).port, hello: "" }),
  speak: (text: string) => {
    runs++;
    say({ type: "prompt", id: runs, runId: `run-${runs}`, text });
  },
});
