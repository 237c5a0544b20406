import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Backend, BackendHost } from "@polylog/core";
import { Checkpoints } from "../checkpoint/checkpoints.ts";
import type { ProjectConfigs } from "../config/project-config.ts";
import type { LiveSession } from "../log/live-session.ts";

/** The agent-specific services for its program. The tools are created when the program starts. */
export type HostWithoutTools = Omit<BackendHost, "tools">;

/** The services that the server provides to backends, and the data they store outside the log. */
export class BackendHosts {
  private readonly folder: string;
  private readonly projects: ProjectConfigs;
  readonly checkpoints: Checkpoints;

  constructor(home: string, projects: ProjectConfigs) {
    this.folder = path.join(home, "backends");
    this.checkpoints = new Checkpoints(path.join(home, "checkpoints"));
    this.projects = projects;
  }

  async of(session: LiveSession, backend: Backend): Promise<HostWithoutTools> {
    const dataFolder = path.join(this.folder, backend.name);
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    return {
      conversation: () => session.conversation,
      dataFolder,
      trusted: () => this.projects.isTrusted(session.projectRoot),
      changedFiles: () => this.projects.changedFiles(session.projectRoot),
    };
  }

  /** A backend's data for a session is in a folder named by the session's id. */
  async forget(sessionId: string, projectRoot: string): Promise<void> {
    // The session is already deleted, so leftover files do no harm.
    await this.checkpoints.forget(projectRoot, sessionId).catch(() => undefined);
    const backends = await readdir(this.folder).catch(() => []);
    for (const name of backends) {
      await rm(path.join(this.folder, name, sessionId), { recursive: true, force: true });
    }
  }
}
