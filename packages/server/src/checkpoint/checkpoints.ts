import { rm } from "node:fs/promises";
import path from "node:path";
import { Git, GitFailure, type GitPlace } from "./git.ts";
import { forgetInJournal, type JournalLine, readJournal, writeJournal } from "./journal.ts";
import { limits } from "./limits.ts";
import { type Changes, listChanges, type WhichChanges } from "./list-changes.ts";
import { type DifferingFile, differingFiles, type Restored, restoreFiles } from "./restore-files.ts";
import { isThere, prepareShadowRepository, shadowRepositoryOf } from "./shadow-repository.ts";
import { isUnchanged, type Snapshot, TooLarge, takeSnapshot } from "./snapshot.ts";

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
  /** The checkpoint that was compared with. */
  readonly after: string;
}

/** The newest snapshot of a project, which its index was written for. */
interface Newest {
  readonly snapshot: Snapshot;
  readonly excludes: string;
  /** When it was begun, in the order of all calls. */
  readonly begun: number;
}

/**
 * Saved states of projects, each project's in a repository of its own under one folder. What the project's
 * `.gitignore` leaves out is neither saved nor touched. Where there is no git there are no checkpoints.
 */
export class Checkpoints {
  private readonly folder: string;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly newest = new Map<string, Newest>();
  private calls = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Saves the project's files as they are now, for as long as the session is there. `runId` is the run that it is for. */
  save(
    projectRoot: string,
    sessionId: string,
    runId: string | null = null,
  ): Promise<SavedCheckpoint | CheckpointFailure> {
    const asked = this.calls++;
    return this.inTurn(projectRoot, async (place) => {
      const { hash } = await this.saveState(place, sessionId, asked);
      await writeJournal(place.folder, { kind: "saved", sessionId, runId, hash });
      return { ok: true, hash };
    });
  }

  /** Makes the project's files what they were: what changed or went comes back, what was made since goes. */
  restore(
    projectRoot: string,
    sessionId: string,
    hash: string,
    isWanted: (path: string) => boolean = () => true,
  ): Promise<RestoredCheckpoint | CheckpointFailure> {
    const asked = this.calls++;
    return this.inTurn(projectRoot, async (place) => {
      if (!(await isCheckpoint(place, hash))) return notFound;
      const now = await this.saveState(place, sessionId, asked);
      // Whoever asked before this must not get the state from before it.
      this.newest.delete(place.folder);
      const git = new Git(place);
      const paths = (await differingFiles(git, now, hash)).map(({ path: file }) => file).filter(isWanted);
      await writeJournal(place.folder, { kind: "saved", sessionId, runId: null, hash: now.hash });
      const restored = await restoreFiles(git, place, now, hash, isWanted);
      await writeJournal(place.folder, changedLine(sessionId, null, paths));
      return { ok: true, before: now.hash, ...restored };
    });
  }

  /** The files that a restore would change. */
  differing(
    projectRoot: string,
    hash: string,
  ): Promise<{ readonly ok: true; readonly files: readonly DifferingFile[] } | CheckpointFailure> {
    const asked = this.calls++;
    return this.inTurn(projectRoot, async (place) => {
      if (!(await isCheckpoint(place, hash))) return notFound;
      const now = await this.snapshot(place, asked);
      return { ok: true, files: await differingFiles(new Git(place), now, hash) };
    });
  }

  /** What changed since the checkpoint, whoever changed it. */
  changes(
    projectRoot: string,
    hash: string,
    which: WhichChanges & { readonly to?: string | undefined } = firstChanges,
  ): Promise<CheckpointChanges | CheckpointFailure> {
    const asked = this.calls++;
    return this.inTurn(projectRoot, async (place) => {
      for (const each of [hash, which.to ?? hash]) if (!(await isCheckpoint(place, each))) return notFound;
      const after = which.to ?? (await this.snapshot(place, asked)).hash;
      return { ok: true, after, ...(await listChanges(new Git(place), hash, after, which)) };
    });
  }

  /** The same, with the later state saved for the session. */
  async changesOf(
    projectRoot: string,
    sessionId: string,
    hash: string,
    isListed: (path: string) => boolean,
  ): Promise<CheckpointChanges | CheckpointFailure> {
    const asked = this.calls++;
    return this.inTurn(projectRoot, async (place) => {
      const { hash: after } = await this.snapshot(place, asked);
      if (after === hash) return { ok: true, after, ...noChanges };
      await keep(place, sessionId, after);
      return {
        ok: true,
        after,
        ...(await listChanges(new Git(place), hash, after, { ...firstChanges, isListed })),
      };
    });
  }

  /** Who changed which files of the project, from the first on. */
  async journal(projectRoot: string): Promise<readonly JournalLine[]> {
    const place = shadowRepositoryOf(this.folder, projectRoot);
    return place === null ? [] : readJournal(place.folder);
  }

  async note(projectRoot: string, line: JournalLine): Promise<void> {
    await this.inTurn(projectRoot, async (place) => {
      await writeJournal(place.folder, line);
      return { ok: true };
    });
  }

  /** Forgets a session's checkpoints, and with a project's last one all that was kept for it. */
  async forget(projectRoot: string, sessionId: string): Promise<void> {
    await this.inTurn(projectRoot, async (place) => {
      if (!(await isThere(path.join(place.folder, "HEAD")))) return { ok: true };
      const git = new Git(place);
      const refs = await refsIn(git, refFolder(sessionId));
      await forgetInJournal(place.folder, sessionId);
      await git.output(["update-ref", "--stdin"], { input: refs.map((ref) => `delete ${ref}`) });
      this.newest.delete(place.folder);
      if ((await refsIn(git, "refs/checkpoints")).length === 0)
        await rm(place.folder, { recursive: true, force: true });
      else await git.output(["prune", "--expire=now"]);
      return { ok: true };
    });
  }

  private async saveState(place: GitPlace, sessionId: string, asked: number): Promise<Snapshot> {
    const snapshot = await this.snapshot(place, asked);
    await keep(place, sessionId, snapshot.hash);
    return snapshot;
  }

  /** How the files are now. One that was begun after it was asked for serves everybody who waited for it. */
  private async snapshot(place: GitPlace, asked: number): Promise<Snapshot> {
    const { folder } = place;
    const newest = this.newest.get(folder);
    if (newest !== undefined && newest.begun > asked) return newest.snapshot;
    const begun = this.calls++;
    this.newest.delete(folder);
    const excludes = await prepareShadowRepository(place);
    const git = new Git(place);
    const isSame = newest?.excludes === excludes && (await isUnchanged(git, place, newest.snapshot));
    const snapshot = isSame && newest !== undefined ? newest.snapshot : await takeSnapshot(git, place);
    this.newest.set(folder, { snapshot, excludes, begun });
    return snapshot;
  }

  /** One thing at a time in a project, in the order in which it was asked for. */
  private async inTurn<T extends { readonly ok: true }>(
    projectRoot: string,
    act: (place: GitPlace) => Promise<T | CheckpointFailure>,
  ): Promise<T | CheckpointFailure> {
    const place = shadowRepositoryOf(this.folder, projectRoot);
    if (place === null) return failure("no_project", `The folder ${projectRoot} does not exist.`);
    const turn = (this.turns.get(place.folder) ?? Promise.resolve()).then(() => act(place));
    const settled = turn.catch((error: unknown): CheckpointFailure => {
      if (error instanceof GitFailure || error instanceof TooLarge) return failure(error.code, error.message);
      throw error;
    });
    // The caller gets the error; the next call only waits for the end.
    const done = settled.catch(() => undefined);
    this.turns.set(place.folder, done);
    try {
      return await settled;
    } finally {
      if (this.turns.get(place.folder) === done) this.turns.delete(place.folder);
    }
  }
}

async function keep(place: GitPlace, sessionId: string, hash: string): Promise<void> {
  const ref = `${refFolder(sessionId)}/${hash}`;
  // Written by us only: asking git would be another process.
  if (await isThere(path.join(place.folder, ref))) return;
  await new Git(place).output(["update-ref", ref, hash]);
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

/** The files of one line are bounded. */
export function changedLine(sessionId: string, runId: string | null, paths: readonly string[]): JournalLine {
  const named = paths.slice(0, limits.journalPaths);
  return { kind: "changed", sessionId, runId, paths: named, more: named.length < paths.length };
}

const firstChanges: WhichChanges = { offset: 0, most: limits.changedFiles };

const noChanges: Changes = { files: [], truncatedCount: 0, added: 0, removed: 0, paths: [] };
