import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, ratio, type Samples } from "../measure.ts";

const ROUNDS = 7;
const GIVE_UP_MS = 60_000;
const STOP_MS = 3_000;

interface Contestant {
  readonly command: string;
  /** Only some programs can choose a free port. */
  readonly args: (port: number) => readonly string[];
  /** Answers with 200 once the program is ready. */
  readonly path: string;
  /** Answered when everything is loaded, if that is later. */
  readonly whole?: string;
}

const repository = path.resolve(import.meta.dirname, "../..");
const opencodeFile = path.join(repository, "bench/opencode/node_modules/opencode-linux-x64/bin/opencode");

/** Goal 12: the time from the command to the first response, and the memory in use after that. */
export const coldStart: Benchmark = {
  about: "from the command to the first answer",
  run: async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-bench-"));
    try {
      return await contest(contestantsIn(folder), folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function contestantsIn(folder: string) {
  // The command as users start it. The launcher builds it.
  const bundle = path.join(repository, "apps/cli/dist/main.js");
  const bare = path.join(repository, "bench/programs/bare-http.mjs");
  const home = path.join(folder, "home");
  const polylog: Contestant = {
    command: process.execPath,
    args: () => [bundle, "serve", "--json", "--home", home, "--port", "0"],
    path: "/api/health",
    whole: "/api/sessions",
  };
  const http: Contestant = { command: process.execPath, args: () => [bare], path: "/" };
  // Its package contains the program of one platform only. On others, the rows are left out.
  if (!existsSync(opencodeFile)) return { polylog, http };
  const opencode: Contestant = {
    command: opencodeFile,
    args: (port) => ["serve", "--hostname", "127.0.0.1", "--port", String(port)],
    path: "/global/health",
  };
  return { polylog, http, opencode };
}

async function contest(
  contestants: Readonly<Record<string, Contestant>>,
  folder: string,
): Promise<Finding[]> {
  const memory: Record<string, number[]> = {};
  const whole: Record<string, number[]> = {};
  const probes = Object.entries(contestants).map(([name, contestant]) => [
    name,
    async () => {
      const { ms, wholeMs, kilobytes } = await start(contestant, folder);
      memory[name] = [...(memory[name] ?? []), kilobytes];
      whole[name] = [...(whole[name] ?? []), wholeMs];
      return ms;
    },
  ]);
  // The second start counts: the first one compiles the code and creates files.
  for (const contestant of Object.values(contestants)) await start(contestant, folder);
  const times = (await interleave(ROUNDS, Object.fromEntries(probes))) as Record<string, Samples>;
  const row = (
    what: string,
    unit: "ms" | "kB",
    of: Record<string, Samples>,
    peer: string,
    atMost: number | null,
  ) => {
    const [own, theirs] = [of.polylog as Samples, of[peer]];
    if (theirs === undefined) return [];
    return {
      name: `${what}: Polylog / ${titles[peer]}`,
      ratio: ratio(own, theirs),
      goal: atMost === null ? null : { atMost },
      measured: [measured("Polylog", own, unit), measured(titles[peer] as string, theirs, unit)],
    };
  };
  return [
    row("first answer", "ms", times, "http", 1.5),
    row("first answer", "ms", times, "opencode", 0.15),
    row("first answer of the API", "ms", whole, "http", null),
    row("first answer of the API", "ms", whole, "opencode", null),
    row("memory", "kB", memory, "http", null),
    row("memory", "kB", memory, "opencode", 0.35),
  ].flat();
}

const titles: Readonly<Record<string, string>> = { http: "bare node:http", opencode: "opencode serve" };

/** Starts the program, waits for its address and a 200, measures memory when everything is loaded, and stops it. */
async function start({ command, args, path: where, whole }: Contestant, folder: string) {
  const given = args(await freePort());
  // Separate folders, so that files of the person who runs this stay unchanged.
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  const began = performance.now();
  const child = spawn(command, given, { env, cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const url = await said(child.stdout);
    const { status } = await fetch(`${url}${where}`, { signal: AbortSignal.timeout(GIVE_UP_MS) });
    if (status !== 200) throw new Error(`${command} returned ${status}.`);
    const ms = performance.now() - began;
    // No one is signed in. The server answers this only when everything is loaded.
    if (whole !== undefined) await (await fetch(`${url}${whole}`)).text();
    const wholeMs = performance.now() - began;
    return { ms, wholeMs, kilobytes: residentKilobytes(child.pid as number) };
  } finally {
    const gone = child.exitCode === null ? once(child, "exit") : undefined;
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await gone;
    clearTimeout(late);
  }
}

/** The address that a program prints once it listens. */
async function said(output: Readable): Promise<string> {
  let text = "";
  for await (const piece of output.iterator({ destroyOnReturn: false })) {
    text += piece;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The program ended without printing an address: ${text}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function residentKilobytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}
