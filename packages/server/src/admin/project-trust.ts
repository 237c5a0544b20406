import type { StateChange } from "@polylog/core";
import type { ProjectConfigs, ProjectState } from "../config/project-config.ts";
import { projectFolder } from "../workspace/project-folder.ts";

/** Which project folders are trusted: only those may bring agents and MCP servers along. */
export class ProjectTrust {
  private readonly projects: ProjectConfigs;
  private readonly publishChange: (change: StateChange) => void;

  constructor(projects: ProjectConfigs, publishChange: (change: StateChange) => void) {
    this.projects = projects;
    this.publishChange = publishChange;
  }

  /** Folders that are trusted or wait for it; or only the one that is named. */
  async list(projectRoot: string | undefined): Promise<readonly ProjectState[]> {
    if (projectRoot === undefined) return this.projects.states();
    return [await this.projects.state(await projectFolder(projectRoot))];
  }

  async set(projectRoot: string, trusted: boolean, digest?: string): Promise<ProjectState> {
    const root = await projectFolder(projectRoot);
    await this.projects.setTrust(root, trusted, digest);
    this.publishChange({ changed: "trust", projectRoot: root });
    return this.projects.state(root);
  }
}
