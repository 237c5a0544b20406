import { permissionModes } from "@polylog/core";
import { z } from "zod";

/** `config.json`: every field but an agent's backend may be left out. Names are in snake_case. */

const variables = z.record(z.string(), z.string());

const agentFields = {
  backend: z.string().min(1).describe("The code that speaks with the agent's program."),
  command: z.string().min(1).optional().describe("The program, by its name or its absolute path."),
  args: z.array(z.string()).optional(),
  env: variables.optional(),
  model: z.string().min(1).optional(),
  base_url: z.url().optional(),
  api_key: z.string().optional(),
  api_key_env: z.string().min(1).optional().describe("The variable that holds the key; NONE for no key."),
  instructions: z.string().optional(),
  permission_mode: z.enum(permissionModes).optional(),
  options: z.record(z.string(), z.unknown()).optional().describe("What only this agent's backend knows."),
};

/** By the letters alone, so that `baseUrl` is seen to be a way to write `base_url`. */
const byLetters = new Map(Object.keys(agentFields).map((name) => [letters(name), name]));

/** Fields that are not listed belong to the backend: they stand for the same ones under `options`. */
export const agentSchema = z
  .object(agentFields)
  .catchall(z.unknown())
  .superRefine((agent, context) => {
    for (const name of Object.keys(agent)) {
      const meant = byLetters.get(letters(name));
      if (meant === undefined || meant === name) continue;
      context.addIssue({ code: "custom", path: [name], message: `This is written "${meant}".` });
    }
  });
export type AgentConfig = z.infer<typeof agentSchema>;

/** What the agent's backend alone knows: fields beside the listed ones, and those under `options`, which win. */
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
    message: "An MCP server has a command or a url.",
  });

const name = z.string().regex(/^[a-z0-9][a-z0-9_-]*$/i, "a name of letters, digits, - and _");

/** What a project may bring along, in `.polylog/config.json`. */
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
      "An agent's program that rested for so long is ended, and comes back when it is needed; 0 for never.",
    ),
  retention: z
    .strictObject({
      days: z
        .number()
        .positive()
        .optional()
        .describe("Sessions that nobody touched for so long are deleted."),
      max_mb: z
        .number()
        .positive()
        .optional()
        .describe("The oldest sessions are deleted until the log is no larger."),
    })
    .optional()
    .describe("Without it every session is kept."),
});
export type Config = z.infer<typeof configSchema>;

/** For editors: what `$schema` in a configuration leads to. */
export function configJsonSchema(): object {
  return { title: "Polylog configuration", ...z.toJSONSchema(configSchema, { io: "input" }) };
}

function letters(field: string): string {
  return field.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
