import { rename, writeFile } from "node:fs/promises";
import { PolylogError } from "../errors.ts";
import type { Config } from "./config-schema.ts";
import { configSchema } from "./config-schema.ts";
import { readConfig } from "./read-config.ts";

/** The configuration in use: the last one that was right. */
export class ConfigFile {
  readonly file: string;
  private current: Config;

  private constructor(file: string, config: Config) {
    this.file = file;
    this.current = config;
  }

  static async open(file: string): Promise<ConfigFile> {
    return new ConfigFile(file, await readConfig(file));
  }

  get config(): Config {
    return this.current;
  }

  /** Reads the file again. A wrong one is refused with what is wrong, and the last good one stays. */
  async reload(): Promise<void> {
    this.current = await readConfig(this.file);
  }

  /** The configuration without what nobody should read off a screen. */
  shown(): unknown {
    const { agents = {}, ...rest } = this.current;
    const safe = Object.entries(agents).map(([id, { api_key, env, ...agent }]) => [
      id,
      {
        ...agent,
        ...(api_key === undefined ? {} : { api_key: HIDDEN }),
        ...(env === undefined
          ? {}
          : { env: Object.fromEntries(Object.keys(env).map((name) => [name, HIDDEN])) }),
      },
    ]);
    return { ...rest, agents: Object.fromEntries(safe) };
  }

  /** Takes new settings: checked, written whole, then used. Values that were hidden stay as they are. */
  async change(settings: unknown): Promise<unknown> {
    const parsed = configSchema.safeParse(settings);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.map(String).join(".") ?? "";
      throw new PolylogError("bad_config", `${field}: ${issue?.message}`, { field });
    }
    const next = this.withHidden(parsed.data);
    const part = `${this.file}.part`;
    await writeFile(part, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(part, this.file);
    this.current = next;
    return this.shown();
  }

  private withHidden(next: Config): Config {
    const agents = Object.entries(next.agents ?? {}).map(([id, agent]) => {
      const before = this.current.agents?.[id];
      const env = Object.entries(agent.env ?? {}).map(([name, value]) => [
        name,
        value === HIDDEN ? (before?.env?.[name] ?? "") : value,
      ]);
      return [
        id,
        {
          ...agent,
          ...(agent.api_key === HIDDEN && before?.api_key !== undefined ? { api_key: before.api_key } : {}),
          ...(agent.env === undefined ? {} : { env: Object.fromEntries(env) as Record<string, string> }),
        },
      ];
    });
    return { ...next, agents: Object.fromEntries(agents) as Config["agents"] };
  }
}

const HIDDEN = "••••••";
