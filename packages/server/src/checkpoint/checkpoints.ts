import { rm } from "node:fs/promises";
import path from "node:path";
import { Git, GitFailure, type GitPlace } from "./git.ts";
import { type Restored, restoreFiles } from "./restore.ts";
import { isThere, prepareShadow, shadowOf } from "./shadow.ts";
import { type Snapshot, TooLarge, takeSnapshot } from "./snapshot.ts";
import { type Changes, tellChanges } from "./tell-changes.ts";

/** Why there is no checkpoint, or no way back to it: a code for programs, a sentence for people. */
export interface CheckpointFailure {
  readonly ok: false;
  readonly code:
    | "no_git"
    | "no_project"
    | "too_many_files"
    | "too_large"
    | "timed_out"
    | "not_found"
    | "git_failed";
  readonly message: string;
}

export interface SavedCheckpoint {
  readonly ok: true;
  /** The same state of the files has the same hash. */
  readonly hash: string;
}

export interface RestoredCheckpoint extends Restored {
  readonly ok: true;
  /** A checkpoint of how the files were before, so that this too can be undone. */
  readonly before: string;
}

export interface CheckpointChanges extends Changes {
  readonly ok: true;
}

/**
 * Saved states of projects, each project's in a repository of its own under one folder. What the project's
 * `.gitignore` leaves out is neither saved nor touched. Where there is no git there are no checkpoints.
 */
export class Checkpoints {
  private readonly folder: string;
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Saves the project's files as they are now, for as long as the session is there. */
  save(projectRoot: string, sessionId: string): Promise<SavedCheckpoint | CheckpointFailure> {
    return this.inTurn(projectRoot, async (place) => {
      const { hash } = await saveState(place, sessionId);
      return { ok: true, hash };
    });
  }

  /** Makes the project's files what they were: what changed or went comes back, what was made since goes. */
  restore(
    projectRoot: string,
    sessionId: string,
    hash: string,
  ): Promise<RestoredCheckpoint | CheckpointFailure> {
    return this.inTurn(projectRoot, async (place) => {
      if (!(await isCheckpoint(place, hash))) return notFound;
      const now = await saveState(place, sessionId);
      const restored = await restoreFiles(new Git(place), place, now, hash);
      return { ok: true, before: now.hash, ...restored };
    });
  }

  /** What changed since the checkpoint, whoever changed it. */
  changes(projectRoot: string, hash: string): Promise<CheckpointChanges | CheckpointFailure> {
    return this.inTurn(projectRoot, async (place) => {
      if (!(await isCheckpoint(place, hash))) return notFound;
      await prepareShadow(place);
      const git = new Git(place);
      const now = await takeSnapshot(git, place);
      return { ok: true, ...(await tellChanges(git, hash, now.hash)) };
    });
  }

  /** Forgets a session's checkpoints, and with a project's last one all that was kept for it. */
  async forget(projectRoot: string, sessionId: string): Promise<void> {
    await this.inTurn(projectRoot, async (place) => {
      if (!(await isThere(path.join(place.folder, "HEAD")))) return { ok: true };
      const git = new Git(place);
      const refs = await refsIn(git, refFolder(sessionId));
      await git.say(["update-ref", "--stdin"], { input: refs.map((ref) => `delete ${ref}`) });
      if ((await refsIn(git, "refs/checkpoints")).length === 0)
        await rm(place.folder, { recursive: true, force: true });
      else await git.say(["prune", "--expire=now"]);
      return { ok: true };
    });
  }

  /** One thing at a time in a project, in the order in which it was asked for. */
  private async inTurn<T extends { readonly ok: true }>(
    projectRoot: string,
    act: (place: GitPlace) => Promise<T | CheckpointFailure>,
  ): Promise<T | CheckpointFailure> {
    const place = shadowOf(this.folder, projectRoot);
    if (place === null) return failure("no_project", `The folder ${projectRoot} does not exist.`);
    const turn = (this.turns.get(place.folder) ?? Promise.resolve()).then(() => act(place));
    const settled = turn.catch((error: unknown): CheckpointFailure => {
      if (error instanceof GitFailure || error instanceof TooLarge) return failure(error.code, error.message);
      throw error;
    });
    const done = settled.catch(() => undefined);
    this.turns.set(place.folder, done);
    try {
      return await settled;
    } finally {
      if (this.turns.get(place.folder) === done) this.turns.delete(place.folder);
    }
  }
}

async function saveState(place: GitPlace, sessionId: string): Promise<Snapshot> {
  await prepareShadow(place);
  const git = new Git(place);
  const snapshot = await takeSnapshot(git, place);
  await git.say(["update-ref", `${refFolder(sessionId)}/${snapshot.hash}`, snapshot.hash]);
  return snapshot;
}

/** Whether some session holds it: others may be gone any time. */
async function isCheckpoint(place: GitPlace, hash: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(hash) || !(await isThere(path.join(place.folder, "HEAD")))) return false;
  return (await refsIn(new Git(place), "refs/checkpoints")).some((ref) => ref.endsWith(`/${hash}`));
}

async function refsIn(git: Git, folder: string): Promise<string[]> {
  const text = await git.text(["for-each-ref", "--format=%(refname)", folder]);
  return text === "" ? [] : text.split("\n");
}

function refFolder(sessionId: string): string {
  // The id is ours, but a name is never built from one that was not looked at.
  if (!/^[0-9A-Za-z_-]+$/.test(sessionId)) throw new Error("A session id is letters and digits.");
  return `refs/checkpoints/${sessionId}`;
}

function failure(code: CheckpointFailure["code"], message: string): CheckpointFailure {
  return { ok: false, code, message };
}

const notFound = failure("not_found", "There is no such checkpoint of this project.");
