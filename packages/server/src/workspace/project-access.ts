import { realpath } from "node:fs/promises";
import { isWithin } from "@polylog/backends/project";
import { PolylogError } from "../polylog-error.ts";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "./project-folder.ts";

export interface ProjectAccessOptions {
  readonly home: string;
  /** Folders inside the home that are allowed as projects: those of agents supplied by the embedding program. */
  readonly givenProjects?: readonly string[] | undefined;
  readonly store: Pick<EventStore, "sessions">;
  readonly projects: { wasTrusted(projectRoot: string): Promise<boolean> };
}

/**
 * The folders that a caller can use as a project. The owner can use any folder except Polylog's own files. Others can only
 * use folders that the owner has used, and none that could contain the owner's token.
 */
export class ProjectAccess {
  private readonly options: ProjectAccessOptions;

  constructor(options: ProjectAccessOptions) {
    this.options = options;
  }

  /** The folder's real path. Only the owner can find out which folders exist. */
  async open(projectRoot: string, isOwner: boolean): Promise<string> {
    const found = await projectFolder(projectRoot).catch((error: PolylogError) => error);
    const isFolder = typeof found === "string";
    if (!isOwner && !(await this.isKnown(isFolder ? found : projectRoot))) {
      throw refused(
        projectRoot,
        "Only the owner can use a folder that has no session yet. Ask the owner to start one there.",
      );
    }
    if (!isFolder) throw found;
    const home = await realpath(this.options.home);
    if (isWithin(home, found) && !(await this.isGiven(found))) {
      throw refused(projectRoot, "Polylog stores its own files in this folder. Choose another one.");
    }
    if (!isOwner && isWithin(found, home)) {
      throw refused(
        projectRoot,
        "This folder contains Polylog's own files, so only the owner can use it. Choose another one.",
      );
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
