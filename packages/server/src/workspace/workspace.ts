import { realpathSync } from "node:fs";
import { isWithin } from "@polylog/backends/project";
import type { ChangesQuery, FileChanges, ProjectFile, TreeEntry } from "@polylog/core";
import type { Checkpoints } from "../checkpoint/checkpoints.ts";
import { limits } from "../checkpoint/limits.ts";
import { PolylogError } from "../polylog-error.ts";
import { readProjectFile } from "./project-file.ts";
import { projectFolder } from "./project-folder.ts";
import { readTree } from "./tree.ts";

export interface WorkspaceOptions {
  readonly home: string;
  readonly checkpoints: Checkpoints;
}

/** The files of projects, as people see them. */
export class Workspace {
  private readonly options: WorkspaceOptions;

  constructor(options: WorkspaceOptions) {
    this.options = options;
  }

  tree(projectRoot: string, path: string): Promise<readonly TreeEntry[]> {
    return readTree(projectRoot, path, this.hiddenIn(projectRoot));
  }

  file(projectRoot: string, path: string): Promise<ProjectFile> {
    return readProjectFile(projectRoot, path, this.hiddenIn(projectRoot));
  }

  /** All changes since a checkpoint, regardless of who made them. */
  async changesSince({ projectRoot, checkpoint: hash, to, offset = 0 }: ChangesQuery): Promise<FileChanges> {
    const which = { to, offset, most: limits.pageFiles };
    const changes = await this.options.checkpoints.changes(await projectFolder(projectRoot), hash, which);
    if (changes.ok) return changes;
    throw new PolylogError("checkpoint_unavailable", changes.message, { hash, reason: changes.code });
  }

  /** Folders that are not shown. A project inside the home was explicitly allowed there. */
  private hiddenIn(projectRoot: string): readonly string[] {
    const { home } = this.options;
    return isWithin(realpathSync(home), projectRoot) ? [] : [home];
  }
}
