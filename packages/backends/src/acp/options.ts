import path from "node:path";
import type { AgentSettings, PolylogToolset } from "@polylog/core";
import { z } from "zod";
import type { Native } from "../connection/native-value.ts";
import { type Preset, presets } from "./presets.ts";

/** What an agent's settings may say under `options`. */
const optionsSchema = z.strictObject({
  /** A known agent, by its id; else it is known by its program's name. */
  preset: z.enum(presets.map(({ id }) => id) as [string, ...string[]]).optional(),
  /** Servers for MCP: programs by `command`, others by `url`. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
  /** How its text comes, for an agent that repeats all it said in every chunk. */
  stream: z.enum(["delta", "cumulative"]).optional(),
  /** Whether it may read and write the project's files through us, and run commands through us. */
  fs: z.boolean().optional(),
  terminal: z.boolean().optional(),
  /** The agent's own options, by their ids. */
  config: z.record(z.string().min(1), z.union([z.string(), z.boolean()])).optional(),
  /** How to log in, by the agent's own id for it. */
  auth_method: z.string().min(1).optional(),
});

export type AcpOptions = z.infer<typeof optionsSchema>;

export type ReadOptions =
  | { readonly ok: true; readonly options: AcpOptions; readonly preset: Preset | null }
  | { readonly ok: false; readonly message: string };

export function readOptions(settings: AgentSettings): ReadOptions {
  const parsed = optionsSchema.safeParse(settings.options ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(`options.${issue?.path.join(".") ?? ""}: ${issue?.message ?? "does not fit"}`);
  }
  if (Object.hasOwn(parsed.data.mcp_servers ?? {}, ownServer)) {
    return wrong(`options.mcp_servers.${ownServer}: Polylog's own tools have this name.`);
  }
  const preset = presetOf(settings, parsed.data);
  if (settings.command === undefined && preset === null) {
    return wrong("command: name the agent's program, or one of the presets as options.preset.");
  }
  for (const [name, value] of Object.entries({ base_url: settings.baseUrl, api_key: settings.apiKey })) {
    if (value !== undefined)
      return wrong(`${name} is not a part of ACP; put it into env by the agent's own name.`);
  }
  if (settings.instructions !== undefined) {
    return wrong(
      "instructions are not a part of ACP; put them into the file that the agent reads, such as AGENTS.md.",
    );
  }
  return { ok: true, options: parsed.data, preset };
}

function wrong(message: string): ReadOptions {
  return { ok: false, message };
}

function presetOf({ command }: AgentSettings, { preset }: AcpOptions): Preset | null {
  const program = command === undefined ? null : path.basename(command).replace(/\.(?:exe|cmd|js)$/i, "");
  return (
    presets.find(({ id, command: known }) => (preset === undefined ? known === program : id === preset)) ??
    null
  );
}

/** The program and its arguments: as configured, else as the preset has them. */
export function commandLine({ command, args }: AgentSettings, preset: Preset | null) {
  return { command: command ?? preset?.command ?? "", args: [...(args ?? preset?.args ?? [])] };
}

/** What of the server's environment is meant for this agent: only a preset says. */
export function programEnvironment(
  { env = {} }: AgentSettings,
  preset: Preset | null,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const meant = Object.entries(server).filter(
    (entry): entry is [string, string] =>
      preset?.environment.test(entry[0]) === true && entry[1] !== undefined,
  );
  // Its last words on stderr are shown to people.
  return { ...Object.fromEntries(meant), NO_COLOR: "1", ...preset?.env, ...env };
}

/** The name of Polylog's tools among an agent's servers. */
const ownServer = "polylog";

type Address = NonNullable<Awaited<ReturnType<PolylogToolset["address"]>>>;

/** Servers for MCP as the protocol names them, and those that the agent cannot reach. */
export function mcpServers(
  options: AcpOptions,
  capabilities: Native,
  own: Address | null,
): { servers: Native[]; unreachable: string[] } {
  const servers: Native[] = [];
  const unreachable: string[] = [];
  for (const [name, setting] of Object.entries(options.mcp_servers ?? {})) {
    const { command, args, env, url, headers } = setting;
    if (typeof command === "string") {
      servers.push({ name, command, args: Array.isArray(args) ? args : [], env: pairsOf(env) });
      continue;
    }
    const type = setting.type === "sse" ? "sse" : "http";
    if (typeof url === "string" && capabilities[type] === true) {
      servers.push({ type, name, url, headers: pairsOf(headers) });
    } else unreachable.push(name);
  }
  if (own !== null && capabilities.http === true) {
    servers.push({ type: "http", name: ownServer, url: own.url, headers: pairsOf(own.headers) });
  }
  return { servers, unreachable };
}

function pairsOf(record: unknown): Native[] {
  if (typeof record !== "object" || record === null) return [];
  return Object.entries(record).map(([name, value]) => ({ name, value: String(value) }));
}
