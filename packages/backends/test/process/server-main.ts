import { workingContainments } from "../../src/process/containment.ts";
import { recordProcessesIn } from "../../src/process/process-records.ts";
import { startProcess } from "../../src/process/start-process.ts";

/** Acts as a server: starts one recorded program, and waits to be killed. */
const [records = "", kind = "", code = ""] = process.argv.slice(2);
await recordProcessesIn(records);
const containment = (await workingContainments()).find((working) => working.kind === kind);
const started = await startProcess({ command: process.execPath, args: ["-e", code], cwd: "/", containment });
if (!started.ok) throw new Error(started.failure.message);
for await (const { text } of started.process.lines) console.log(text);
