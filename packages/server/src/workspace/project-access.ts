import { realpath } from "node:fs/promises";
import { isWithin } from "@polylog/backends/project";
import { PolylogError } from "../errors.ts";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "./project-folder.ts";

export interface ProjectAccessOptions {
  readonly home: string;
  /** Folders in the home that are projects all the same: those of agents that the program around the server gives. */
  readonly givenProjects?: readonly string[] | undefined;
  readonly store: Pick<EventStore, "sessions">;
  readonly projects: { wasTrusted(projectRoot: string): Promise<boolean> };
}

/**
 * Which folders may be named as a project. The owner may name any but those of Polylog's own files; others only what
 * the owner has used here, and nothing in which the owner's token could be found.
 */
export class ProjectAccess {
  private readonly options: ProjectAccessOptions;

  constructor(options: ProjectAccessOptions) {
    this.options = options;
  }

  /** The folder's real path. Who is not the owner is not told which folders there are. */
  async open(projectRoot: string, isOwner: boolean): Promise<string> {
    const found = await projectFolder(projectRoot).catch((error: PolylogError) => error);
    const isFolder = typeof found === "string";
    if (!isOwner && !(await this.isKnown(isFolder ? found : projectRoot))) {
      throw refused(projectRoot, "Only the owner can use a folder in which there is no session yet.");
    }
    if (!isFolder) throw found;
    const home = await realpath(this.options.home);
    if (isWithin(home, found) && !(await this.isGiven(found))) {
      throw refused(projectRoot, "Polylog keeps its own files in this folder; choose another one.");
    }
    if (!isOwner && isWithin(found, home)) {
      throw refused(projectRoot, "Polylog's own files lie in this folder, so only the owner can use it.");
    }
    return found;
  }

  private async isGiven(root: string): Promise<boolean> {
    const given = (this.options.givenProjects ?? []).map((folder) => realpath(folder).catch(() => null));
    return (await Promise.all(given)).includes(root);
  }

  private async isKnown(root: string): Promise<boolean> {
    const { store, projects } = this.options;
    const { items } = await store.sessions({ projectRoot: root, limit: 1 });
    return items.length > 0 || (await projects.wasTrusted(root));
  }
}

function refused(projectRoot: string, message: string): PolylogError {
  return new PolylogError("folder_not_allowed", message, { projectRoot });
}
