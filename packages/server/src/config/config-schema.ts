import { permissionModes } from "@polylog/core";
import { z } from "zod";

/** `config.json`: every field but an agent's backend may be left out. */

export const agentSchema = z.strictObject({
  backend: z.string().min(1),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  model: z.string().min(1).optional(),
  base_url: z.url().optional(),
  api_key: z.string().optional(),
  api_key_env: z.string().min(1).optional(),
  instructions: z.string().optional(),
  permission_mode: z.enum(permissionModes).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});
export type AgentConfig = z.infer<typeof agentSchema>;

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  default_agent: z.string().min(1).optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  database_url: z.string().min(1).optional(),
  log_level: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
  agents: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/i, "a name of letters, digits, - and _"), agentSchema)
    .optional(),
});
export type Config = z.infer<typeof configSchema>;
