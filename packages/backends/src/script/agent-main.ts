import { LineSplitter } from "../process/split-lines.ts";
import type { NumberedCommand, ScriptLine } from "./protocol.ts";
import { ScriptAgent } from "./script-agent.ts";

/** A scripted agent as a program: reads commands from stdin and writes events to stdout, one JSON line each. */

let agent: ScriptAgent | null = null;
let isHanging = false;

function say(line: ScriptLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function handleCommand(command: NumberedCommand): void {
  if (command.type !== "start") {
    const reply = agent?.command(command) ?? { ok: false, message: "The agent has not been started." };
    return say({ type: "reply", id: command.id, ...reply });
  }
  const { script, agentId, model, projectRoot, nativeSessionId } = command;
  agent = new ScriptAgent({
    ...{ script, agentId, model },
    host: {
      projectRoot,
      emit: async (event) => say({ type: "event", event }),
      die,
      hang,
      write: (raw) => new Promise((resolve) => process.stdout.write(raw, () => resolve())),
      complain: (text) => void process.stderr.write(`${text}\n`),
    },
  });
  say({ type: "ready", nativeSessionId });
  say({ type: "reply", id: command.id, ok: true });
}

/** Exits after all output is written. */
function die(how: number | string): void {
  process.stdout.write("", () => {
    if (typeof how === "number") process.exit(how);
    process.kill(process.pid, how);
  });
}

function hang(): void {
  isHanging = true;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  setInterval(() => undefined, 1 << 30);
}

// Input from the server is trusted, so its lines, which contain scripts, are not limited.
const splitter = new LineSplitter(Number.MAX_SAFE_INTEGER);
process.stdin.on("data", (chunk: Buffer) => {
  for (const { text } of splitter.push(chunk)) handleCommand(JSON.parse(text) as NumberedCommand);
});
process.stdin.on("end", () => {
  if (!isHanging) process.exit(0);
});
