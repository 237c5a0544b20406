import { spawn } from "node:child_process";

/**
 * Loaded by an agent's program before its own code: starts a process in a separate process session that
 * ignores every signal it can, and whose exit is not awaited. `GRANDCHILD` is in its command line.
 */
const { GRANDCHILD = "", ...env } = process.env;
const code = `/* ${GRANDCHILD} */ for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); setInterval(() => {}, 1000);`;
const options = { detached: true, stdio: "ignore", env: { ...env, NODE_OPTIONS: "" } } as const;
spawn(process.execPath, ["-e", code], options).unref();
