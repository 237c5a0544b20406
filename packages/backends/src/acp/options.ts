import path from "node:path";
import type { AgentSettings, PolylogToolset } from "@polylog/core";
import { z } from "zod";
import type { Native } from "../connection/native-value.ts";
import { type Preset, presets } from "./presets.ts";

/** The `options` that an agent's settings may contain. */
const optionsSchema = z.strictObject({
  /** The ID of a known agent; if omitted, the agent is recognized by its program's name. */
  preset: z.enum(presets.map(({ id }) => id) as [string, ...string[]]).optional(),
  /** MCP servers: programs by `command`, others by `url`. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
  /** Whether each chunk holds only new text, or the whole answer so far. */
  stream: z.enum(["delta", "cumulative"]).optional(),
  /** Whether the agent may read and write the project's files, and run commands, through Polylog. */
  fs: z.boolean().optional(),
  terminal: z.boolean().optional(),
  /** The agent's own options, by their IDs. */
  config: z.record(z.string().min(1), z.union([z.string(), z.boolean()])).optional(),
  /** The agent's ID for the login method. */
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
    return wrong(`options.${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is invalid"}`);
  }
  if (Object.hasOwn(parsed.data.mcp_servers ?? {}, ownServer)) {
    return wrong(`options.mcp_servers.${ownServer}: this name is reserved for Polylog's own tools.`);
  }
  const preset = presetOf(settings, parsed.data);
  if (settings.command === undefined && preset === null) {
    return wrong("command: missing. Set it to the agent's program, or set options.preset to a known agent.");
  }
  for (const [name, value] of Object.entries({ base_url: settings.baseUrl, api_key: settings.apiKey })) {
    if (value !== undefined)
      return wrong(`${name} is not part of ACP. Set the agent's own variable in env instead.`);
  }
  if (settings.instructions !== undefined) {
    return wrong(
      "instructions are not part of ACP. Put them in a file that the agent reads, such as AGENTS.md.",
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

/** The program and its arguments: from the settings, otherwise from the preset. */
export function commandLine({ command, args }: AgentSettings, preset: Preset | null) {
  return { command: command ?? preset?.command ?? "", args: [...(args ?? preset?.args ?? [])] };
}

/** Selects the variables of the server's environment that this agent receives: only those its preset names. */
export function programEnvironment(
  { env = {} }: AgentSettings,
  preset: Preset | null,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const meant = Object.entries(server).filter(
    (entry): entry is [string, string] =>
      preset?.environment.test(entry[0]) === true && entry[1] !== undefined,
  );
  // The last lines on stderr are shown to people, so they must contain no color codes.
  return { ...Object.fromEntries(meant), NO_COLOR: "1", ...preset?.env, ...env };
}

/** The name of Polylog's own server among an agent's MCP servers. */
const ownServer = "polylog";

type Address = NonNullable<Awaited<ReturnType<PolylogToolset["address"]>>>;

/** The MCP servers in the protocol's format, and the names of those that the agent cannot reach. */
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
