import { unwatchFile, watchFile } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import type { z } from "zod";
import { describeIssue } from "../describe-issue.ts";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Config } from "./config-schema.ts";
import { hideSecrets, restoreSecrets } from "./hide-secrets.ts";
import { readConfig } from "./read-config.ts";

/** The configuration in use: the last valid one. */
export class ConfigFile {
  readonly file: string;
  private current: Config;
  private wrong: string | null = null;
  private look = () => {};
  private reading: Promise<void> = Promise.resolve();

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

  /** The error in the current file; null if the file is in use. */
  get problem(): string | null {
    return this.wrong;
  }

  /** Reloads the file. An invalid file is rejected with an explanation, and the last valid configuration stays in use. */
  async reload(): Promise<void> {
    try {
      this.current = await readConfig(this.file);
      this.wrong = null;
    } catch (error) {
      this.wrong = (error as Error).message;
      throw error;
    }
  }

  /**
   * Reloads the file whenever it changes and reports the result of each reload: an error message, or null. The file is
   * polled, because a watch on its folder would also fire on every write to the log.
   */
  watch(onChange: (problem: string | null) => void): void {
    this.look = () => {
      // Reloads run one after the other. A change during a reload triggers another one.
      this.reading = this.reading.then(async () => {
        const before = JSON.stringify([this.current, this.wrong]);
        await this.reload().catch(() => undefined);
        if (JSON.stringify([this.current, this.wrong]) !== before) onChange(this.wrong);
      });
    };
    watchFile(this.file, { interval: limits.configMs, persistent: false }, this.look);
    // The file may have changed since it was opened.
    this.look();
  }

  async close(): Promise<void> {
    unwatchFile(this.file, this.look);
    await this.reading;
  }

  /** The configuration with secrets hidden. */
  shown(): unknown {
    return hideSecrets(this.current);
  }

  /**
   * Merges settings into the file: validates, writes the whole file, then uses it. Hidden values are kept. A change that
   * someone made to the file in the meantime is not overwritten.
   */
  async change(settings: object, assertFits: (config: Config) => Promise<void>): Promise<unknown> {
    const { configSchema } = await import("./config-schema.ts");
    const before = JSON.stringify(this.current);
    await this.reload();
    if (JSON.stringify(this.current) !== before) {
      const message = `${this.file} was changed in the meantime. Reload the settings and retry.`;
      throw new PolylogError("store_conflict", message, { file: this.file });
    }
    const parsed = configSchema.safeParse(merged(this.current, settings));
    if (!parsed.success) throw misfit(parsed.error);
    await assertFits(parsed.data);
    const next = restoreSecrets(parsed.data, this.current);
    const part = `${this.file}.part`;
    await writeFile(part, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(part, this.file);
    this.current = next;
    this.wrong = null;
    return this.shown();
  }
}

/** Agents and servers are merged by name: those that the change does not mention are kept. */
function merged(before: Config, change: { agents?: unknown; mcp_servers?: unknown }): object {
  const next: Record<string, unknown> = { ...change };
  for (const field of ["agents", "mcp_servers"] as const) {
    const fieldChange = change[field];
    if (fieldChange === null || isObject(fieldChange))
      next[field] = withChange(before[field] ?? {}, fieldChange ?? {});
  }
  return withChange(before, next);
}

/** A given field replaces the old value, null removes it, and other fields are kept. */
function withChange(before: object, change: object): object {
  const all = Object.entries({ ...before, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function misfit({ issues }: z.ZodError): PolylogError {
  const issue = issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []).map(String), ...unknown].join(".");
  return new PolylogError("bad_config", `${field}: ${issue === undefined ? "" : describeIssue(issue)}`, {
    field,
  });
}
