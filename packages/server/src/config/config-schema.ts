import { permissionModes } from "@polylog/core";
import { z } from "zod";

/** `config.json`. Every field except an agent's backend is optional. Names are in snake_case. */

const variables = z.record(z.string(), z.string());

const agentFields = {
  backend: z.string().min(1).describe("The integration that runs the agent's program."),
  command: z.string().min(1).optional().describe("The program's name or absolute path."),
  args: z.array(z.string()).optional(),
  env: variables.optional(),
  model: z.string().min(1).optional(),
  base_url: z.url().optional(),
  api_key: z.string().optional(),
  api_key_env: z
    .string()
    .min(1)
    .optional()
    .describe("The environment variable with the API key; NONE if no key is needed."),
  instructions: z.string().optional(),
  permission_mode: z.enum(permissionModes).optional(),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Settings that are specific to this agent's backend."),
};

/** Compared by letters only, so that `baseUrl` is recognized as a spelling of `base_url`. */
const byLetters = new Map(Object.keys(agentFields).map((name) => [letters(name), name]));

/** Fields that are not listed belong to the backend and are equivalent to the same fields under `options`. */
export const agentSchema = z
  .object(agentFields)
  .catchall(z.unknown())
  .superRefine((agent, context) => {
    for (const name of Object.keys(agent)) {
      const meant = byLetters.get(letters(name));
      if (meant === undefined || meant === name) continue;
      context.addIssue({ code: "custom", path: [name], message: `Unknown field. Use "${meant}".` });
    }
  });
export type AgentConfig = z.infer<typeof agentSchema>;

/** The backend-specific settings: unlisted fields and those under `options`, which take precedence. */
export function optionsOf(agent: AgentConfig): Readonly<Record<string, unknown>> {
  const extra = Object.entries(agent).filter(([name]) => !Object.hasOwn(agentFields, name));
  return { ...Object.fromEntries(extra), ...agent.options };
}

const mcpServer = z
  .looseObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: variables.optional(),
    url: z.url().optional(),
    headers: variables.optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    message: "An MCP server needs either a command or a url.",
  });

const name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]*$/i,
    "must start with a letter or digit and contain only letters, digits, - and _",
  );

/** The settings that a project can define, in `.polylog/config.json`. */
const projectFields = {
  $schema: z.string().optional(),
  default_agent: z.string().min(1).optional(),
  agents: z.record(name, agentSchema).optional(),
  mcp_servers: z.record(name, mcpServer).optional(),
};

export const projectConfigSchema = z.strictObject(projectFields);
export type ProjectConfig = z.infer<typeof projectConfigSchema>;

export const configSchema = z.strictObject({
  ...projectFields,
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  tls_cert: z.string().min(1).optional(),
  tls_key: z.string().min(1).optional(),
  database_url: z.string().min(1).optional(),
  log_level: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
  idle_minutes: z
    .number()
    .nonnegative()
    .optional()
    .describe(
      "Minutes without activity after which an agent's program is stopped until it is needed again; 0 for never.",
    ),
  retention: z
    .strictObject({
      days: z
        .number()
        .positive()
        .optional()
        .describe("Days without activity after which sessions are deleted."),
      max_mb: z
        .number()
        .positive()
        .optional()
        .describe("The maximum size of the log in MB. Beyond it, the oldest sessions are deleted."),
    })
    .optional()
    .describe("Without it, all sessions are kept."),
});
export type Config = z.infer<typeof configSchema>;

/** For editors: the JSON schema that `$schema` in a configuration refers to. */
export function configJsonSchema(): object {
  return { title: "Polylog configuration", ...z.toJSONSchema(configSchema, { io: "input" }) };
}

function letters(field: string): string {
  return field.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
