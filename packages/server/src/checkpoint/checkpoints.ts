import { rm } from "node:fs/promises";
import path from "node:path";
import { Git, GitFailure, type GitPlace } from "./git.ts";
import { forgetInJournal, type JournalLine, readJournal, writeJournal } from "./journal.ts";
import { limits } from "./limits.ts";
import { type Changes, listChanges, type WhichChanges } from "./list-changes.ts";
import { type DifferingFile, differingFiles, type Restored, restoreFiles } from "./restore-files.ts";
import { isThere, prepareShadowRepository, shadowRepositoryOf } from "./shadow-repository.ts";
import { isUnchanged, type Snapshot, TooLarge, takeSnapshot } from "./snapshot.ts";

/** Why a checkpoint could not be made or restored: a code for programs and a sentence for people. */
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
  /** Identical file states have the same hash. */
  readonly hash: string;
}

export interface RestoredCheckpoint extends Restored {
  readonly ok: true;
  /** A checkpoint of the files before the restore, so that the restore can be undone. */
  readonly before: string;
}

export interface CheckpointChanges extends Changes {
  readonly ok: true;
  /** The checkpoint to compare with. */
  readonly after: string;
}

/** The newest snapshot of a project. The git index matches it. */
interface Newest {
  readonly snapshot: Snapshot;
  readonly excludes: string;
  /** When the snapshot was started, in the order of all calls. */
  readonly begun: number;
}

/**
 * Saved file states of projects. Each project has its own repository in a common folder. Files that the project's
 * `.gitignore` excludes are neither saved nor changed. Without git there are no checkpoints.
 */
export class Checkpoints {
  private readonly folder: string;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly newest = new Map<string, Newest>();
  private calls = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Saves the project's current files until the session is deleted. `runId` is the run it is saved for. */
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

  /** Restores the project's files: changed and deleted files are restored, files created since are deleted. */
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
      // Calls made before the restore must not reuse a snapshot that is older than it.
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

  /** All changes since the checkpoint, regardless of who made them. */
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

  /** The same, and saves the later state for the session. */
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

  /** The history of file changes in the project, oldest first. */
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

  /** Deletes a session's checkpoints. With the project's last checkpoint, its repository is deleted too. */
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

  /** Saves the current files. Callers that request a snapshot before it starts share it. */
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

  /** Runs one operation at a time per project, in the order of the calls. */
  private async inTurn<T extends { readonly ok: true }>(
    projectRoot: string,
    act: (place: GitPlace) => Promise<T | CheckpointFailure>,
  ): Promise<T | CheckpointFailure> {
    const place = shadowRepositoryOf(this.folder, projectRoot);
    if (place === null)
      return failure("no_project", `The folder ${projectRoot} does not exist. Choose an existing folder.`);
    const turn = (this.turns.get(place.folder) ?? Promise.resolve()).then(() => act(place));
    const settled = turn.catch((error: unknown): CheckpointFailure => {
      if (error instanceof GitFailure || error instanceof TooLarge) return failure(error.code, error.message);
      throw error;
    });
    // The caller gets the error; the next call only waits until this one has finished.
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
  // Only this class writes the file, so reading it is enough and cheaper than starting git.
  if (await isThere(path.join(place.folder, ref))) return;
  await new Git(place).output(["update-ref", ref, hash]);
}

/** Whether a session references the commit. Unreferenced commits can be deleted at any time. */
async function isCheckpoint(place: GitPlace, hash: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(hash) || !(await isThere(path.join(place.folder, "HEAD")))) return false;
  return (await refsIn(new Git(place), "refs/checkpoints")).some((ref) => ref.endsWith(`/${hash}`));
}

async function refsIn(git: Git, folder: string): Promise<string[]> {
  const text = await git.text(["for-each-ref", "--format=%(refname)", folder]);
  return text === "" ? [] : text.split("\n");
}

function refFolder(sessionId: string): string {
  // Session ids are generated by the server, but a ref name is never built from an unchecked string.
  if (!/^[0-9A-Za-z_-]+$/.test(sessionId))
    throw new Error("Invalid session id: only letters, digits, - and _ are allowed.");
  return `refs/checkpoints/${sessionId}`;
}

function failure(code: CheckpointFailure["code"], message: string): CheckpointFailure {
  return { ok: false, code, message };
}

const notFound = failure("not_found", "This project has no such checkpoint. Choose another one.");

/** The number of files per line is limited. */
export function changedLine(sessionId: string, runId: string | null, paths: readonly string[]): JournalLine {
  const named = paths.slice(0, limits.journalPaths);
  return { kind: "changed", sessionId, runId, paths: named, more: named.length < paths.length };
}

const firstChanges: WhichChanges = { offset: 0, most: limits.changedFiles };

const noChanges: Changes = { files: [], truncatedCount: 0, added: 0, removed: 0, paths: [] };
