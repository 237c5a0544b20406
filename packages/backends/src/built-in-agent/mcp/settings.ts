import { z } from "zod";

/** The configuration of MCP servers, by name. */

const milliseconds = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const shared = {
  disabled: z.boolean().optional(),
  /** How long the server may take to start. */
  start_timeout_ms: milliseconds.optional(),
  /** How long a call may be silent. */
  timeout_ms: milliseconds.optional(),
  /** The tools to offer, by the server's names for them. Default: all. */
  tools: z.array(z.string().min(1)).optional(),
};

const program = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string().min(1), z.string()).optional(),
  /** Relative to the project. */
  cwd: z.string().min(1).optional(),
  ...shared,
});

const address = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "must be a URL that starts with http:// or https://" }),
  headers: z.record(z.string().min(1), z.string()).optional(),
  ...shared,
});

const serverSettings = z.union([program, address]);

/**
 * The servers to connect. Callers pass only servers that may run: those of the user's configuration, and a project's
 * own servers once the user trusts the project.
 */
export const mcpServers = z.record(z.string().min(1), serverSettings);

export type McpServers = z.infer<typeof mcpServers>;
export type McpServerSettings = z.infer<typeof serverSettings>;
export type ProgramSettings = z.infer<typeof program>;
export type AddressSettings = z.infer<typeof address>;

export function isProgram(settings: McpServerSettings): settings is ProgramSettings {
  return "command" in settings;
}
