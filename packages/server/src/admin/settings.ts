import type { StateChange } from "@polylog/core";
import type { AgentDirectory } from "../agents/agent-directory.ts";
import type { ConfigFile } from "../config/config-file.ts";

export interface SettingsOptions {
  readonly config: ConfigFile;
  readonly directory: Pick<AgentDirectory, "assertFits">;
  readonly publishChange: (change: StateChange) => void;
}

/** The settings in `config.json`, with secrets hidden. */
export class Settings {
  private readonly options: SettingsOptions;

  constructor(options: SettingsOptions) {
    this.options = options;
  }

  async read(): Promise<unknown> {
    return this.options.config.shown();
  }

  async change(settings: object): Promise<unknown> {
    const { config, directory, publishChange } = this.options;
    const changed = await config.change(settings, (next) => directory.assertFits(next));
    publishChange({ changed: "settings" });
    return changed;
  }
}
