import type { StateChange } from "@polylog/core";
import type { ProjectConfigs, ProjectState } from "../config/project-config.ts";
import { projectFolder } from "../workspace/project-folder.ts";

/** The trusted project folders. Only trusted folders can define agents and MCP servers. */
export class ProjectTrust {
  private readonly projects: ProjectConfigs;
  private readonly publishChange: (change: StateChange) => void;

  constructor(projects: ProjectConfigs, publishChange: (change: StateChange) => void) {
    this.projects = projects;
    this.publishChange = publishChange;
  }

  /** All folders that are trusted or waiting for trust, or only the given folder. */
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
