import path from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  defined,
  type EventBody,
  fileAccess,
  laneAt,
  limitReport,
  mayChangeFiles,
  messageOf,
  runsBelow,
} from "@polylog/core";
import type { CheckpointFailure, SavedCheckpoint } from "../../checkpoint/checkpoints.ts";
import { type Checkpoints, changedLine } from "../../checkpoint/checkpoints.ts";
import { limits } from "../../limits.ts";
import type { LiveSession } from "../../log/live-session.ts";
import { editedFiles } from "../../permissions/edited-files.ts";

export interface RunChangesOptions {
  readonly checkpoints: Checkpoints;
  readonly session: LiveSession;
  readonly runId: string;
  readonly agentId: string;
  /** The agent asks for permission before each change, so the project need not be saved earlier. */
  readonly asksFirst: boolean;
  /** Why the project cannot be saved, if a recent attempt failed. */
  readonly known: () => CheckpointFailure | null;
  /** Called when saving the project has succeeded or failed. */
  readonly onSaved: (saved: SavedCheckpoint | CheckpointFailure) => void;
  /** Whether this failure is not reported to the session yet. */
  readonly isNews: (failure: CheckpointFailure) => boolean;
  readonly onEnd: () => void;
}

interface NotedCall {
  readonly toolName: string;
  readonly input?: unknown;
  readonly kind: string | null;
  readonly locations?: readonly { readonly path: string }[] | undefined;
}

type Concerning = Extract<EventBody, { type: "tool_call_start" | "permission_request" | "change_report" }>;

/** The checkpoint before a run's first change, and the report of the run's changes. */
export class RunChanges implements FileWork {
  readonly session: LiveSession;
  readonly runId: string;
  readonly named = new Set<string>();
  ranPrograms = false;
  /** Concurrent runs in the same project. */
  readonly beside = new Set<RunChanges>();
  private readonly options: RunChangesOptions;
  private saving: Promise<void> | null = null;
  private saved: SavedCheckpoint | CheckpointFailure | null = null;
  /** Whether the run made a call that may change files. */
  private mayHaveChanged = false;
  /** Whether the run made a call that only reads. */
  private hasLooked = false;
  private hasEnded = false;

  constructor(options: RunChangesOptions) {
    this.options = options;
    this.session = options.session;
    this.runId = options.runId;
  }

  static concerns(body: EventBody): body is Concerning {
    const { type } = body;
    return type === "tool_call_start" || type === "permission_request" || type === "change_report";
  }

  /** Saves the project before the agent receives its prompt, waiting only for a limited time. */
  async begin(): Promise<void> {
    if (this.options.asksFirst) return;
    await Promise.race([this.save(), setTimeout(limits.checkpointMs, undefined, { ref: false })]);
  }

  /** Continues with the checkpoint from before the run's first change, as recorded in the log and the journal. */
  continueFrom(hash: string | null): void {
    const { conversation } = this.session;
    let wasAsked = false;
    for (const { run } of runsBelow(conversation, this.runId)) {
      for (const entry of laneAt(conversation, run.lane).entries) {
        if (entry.runId !== run.runId) continue;
        if (entry.kind === "permission") wasAsked = this.noteFiles({ ...entry, kind: null }) || wasAsked;
        if (entry.kind === "tool_call") {
          const { rawName: toolName, toolKind: kind, input, locations } = entry;
          const isChange = this.noteFiles({ toolName, kind, input, locations });
          if (isChange && hash !== null) this.mayHaveChanged = true;
        }
      }
    }
    // The checkpoint was requested but does not exist, and saving the project now would be too late.
    if (wasAsked) this.mayHaveChanged = true;
    if (hash !== null) this.saved = { ok: true, hash };
    if (hash !== null || wasAsked) this.saving = Promise.resolve();
  }

  /** Events to write before an event of the agent; null if the event itself is dropped. */
  async eventsBefore(body: Concerning): Promise<readonly EventBody[] | null> {
    if (body.type === "change_report") return this.base === null ? [] : null;
    const kind = body.type === "tool_call_start" ? (body.kind ?? null) : null;
    if (!this.noteFiles({ ...body, kind })) {
      this.hasLooked = true;
      return [];
    }
    if (this.mayHaveChanged || (this.options.asksFirst && body.type !== "permission_request")) return [];
    this.mayHaveChanged = true;
    if (this.options.asksFirst) await this.save();
    return this.announced();
  }

  /** The file changes during the run, as events; reported once. */
  async end(): Promise<readonly EventBody[]> {
    const { checkpoints, session, runId, agentId, onEnd } = this.options;
    const { base, beside, hasEnded, mayHaveChanged: isOwn } = this;
    this.hasEnded = true;
    onEnd();
    if (hasEnded || base === null || !(isOwn || this.hasLooked)) return [];
    const others = [...beside];
    beside.clear();
    const report = await changeReport(checkpoints, { session, runId, agentId, base, isOwn }, (file) => {
      return alsoChangedBy(file, this, others)?.map((run) => run.session) ?? null;
    });
    return isOwn || report.length === 0 ? report : [this.checkpoint(base), ...report];
  }

  /** The state before the run, once it is saved. */
  private get base(): string | null {
    return this.saved?.ok === true ? this.saved.hash : null;
  }

  private save(): Promise<void> {
    this.saving ??= this.tryToSave().then((saved) => {
      // Saved while the agent may have been changing files, so its content is unreliable.
      const isLate = this.mayHaveChanged && !this.options.asksFirst;
      this.saved = isLate ? tooLate : saved;
    });
    return this.saving;
  }

  private async tryToSave(): Promise<SavedCheckpoint | CheckpointFailure> {
    const { checkpoints, session, runId, onSaved, known } = this.options;
    const knownFailure = known();
    if (knownFailure !== null) return knownFailure;
    try {
      const saved = await checkpoints.save(session.projectRoot, session.sessionId, runId);
      onSaved(saved);
      return saved;
    } catch (error) {
      const message = messageOf(error);
      return { ok: false, code: "git_failed", message };
    }
  }

  private announced(): EventBody[] {
    const { runId, agentId, isNews } = this.options;
    const saved = this.saved ?? tooLate;
    if (saved.ok) return [this.checkpoint(saved.hash)];
    if (!isNews(saved)) return [];
    const text = `No checkpoint for this run: ${saved.message} Its file changes cannot be rewound.`;
    return [{ type: "notice", level: "warning", code: "no_checkpoint", text, runId, agentId }];
  }

  private checkpoint(hash: string): EventBody {
    const { runId, agentId } = this.options;
    return { type: "checkpoint_saved", hash, label: "Before the first change", runId, agentId };
  }

  /** Whether the call may change files. */
  private noteFiles({ toolName, input, kind, locations = [] }: NotedCall): boolean {
    if (!mayChangeFiles(toolName, kind)) return false;
    const isEdit = fileAccess(toolName) !== null || editKinds.has(kind ?? "");
    const files = [...editedFiles(input), ...locations.map((place) => place.path)];
    if (!isEdit) this.ranPrograms = true;
    else for (const file of files) this.named.add(inProject(this.session.projectRoot, file));
    return true;
  }
}

const editKinds: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

const tooLate: CheckpointFailure = {
  ok: false,
  code: "timed_out",
  message: "the agent started to change the project before it was saved.",
};

function inProject(projectRoot: string, file: string): string {
  return path.relative(projectRoot, path.resolve(projectRoot, file));
}

/** The known effects of a run on files. */
interface FileWork {
  /** Files named by its calls, relative to the project's folder. */
  readonly named: ReadonlySet<string>;
  /** Whether it ran something that may change any file. */
  readonly ranPrograms: boolean;
}

/**
 * Attributes a change of a file among concurrent runs in the project: the other runs that may have made it too, or null
 * if it is not this run's change.
 */
function alsoChangedBy<R extends FileWork>(path: string, own: FileWork, others: Iterable<R>): R[] | null {
  const beside = [...others];
  const naming = beside.filter(({ named }) => named.has(path));
  if (own.named.has(path)) return naming;
  if (naming.length > 0) return null;
  const suspects = beside.filter(({ ranPrograms }) => ranPrograms);
  return own.ranPrograms || suspects.length === 0 ? suspects : null;
}

interface ReportedRun {
  readonly session: LiveSession;
  readonly runId: string;
  readonly agentId: string;
  readonly base: string;
  /** Whether the run made a call that may have changed files; otherwise the changes are from other runs. */
  readonly isOwn: boolean;
}

/** Other sessions that may have changed a file; null if the change is not this run's. */
type WhoseChange = (path: string) => readonly LiveSession[] | null;

/** The file changes during a run, as an event; empty without changes. */
async function changeReport(
  checkpoints: Checkpoints,
  { session, runId, agentId, base, isOwn }: ReportedRun,
  whose: WhoseChange = () => [],
): Promise<EventBody[]> {
  const { projectRoot, sessionId } = session;
  const changes = await checkpoints.changesOf(projectRoot, sessionId, base, (path) => whose(path) !== null);
  if (!changes.ok || changes.paths.length === 0) return [];
  if (isOwn) await checkpoints.note(projectRoot, changedLine(sessionId, runId, changes.paths));
  const files = changes.files.map((file) => {
    const also = whose(file.path) ?? [];
    return also.length === 0 ? file : { ...file, alsoChangedBy: also.map(named) };
  });
  const report = limitReport(files, changes.truncatedCount);
  if (report === null) return [];
  const { added, removed, after } = changes;
  return [{ type: "change_report", ...report, added, removed, before: base, after, runId, agentId }];
}

function named({ sessionId, conversation, title: given }: LiveSession) {
  const title = conversation.title ?? given;
  return { sessionId, ...defined({ title }) };
}
