import type { RewindFile, RewindPreview } from "@polylog/client";
import { type Conversation, firstLine } from "@polylog/core";
import { editorWith } from "../../input/editor.ts";
import { createMenu, type MenuItem } from "../../panels/menu.ts";
import { ago, plural } from "../../render/format.ts";
import type { AppParts } from "../app-parts.ts";

/** The parts that a rewind undoes; `paths` are the files to restore. */
export interface RewindChoice {
  readonly conversation: boolean;
  readonly files: boolean;
  readonly paths?: readonly string[];
}

const ways: Readonly<Record<string, RewindChoice>> = {
  both: { conversation: true, files: true },
  conversation: { conversation: true, files: false },
  files: { conversation: false, files: true },
};

/** Chooses one of the person's messages, and what to rewind. */
export function rewindMenu(app: AppParts): void {
  const { sessionId, conversation } = app.session;
  if (sessionId === null) return app.actions.remark("No session yet");
  const said: MenuItem[] = [];
  const texts = new Map<string, string>();
  for (const entry of conversation.main.entries) {
    if (entry.kind !== "message" || entry.role !== "user" || entry.hidden) continue;
    texts.set(String(entry.seq), entry.body.toString());
    said.push({
      id: String(entry.seq),
      name: firstLine(entry.body.toString()),
      detail: ago(entry.ts, Date.now()),
    });
  }
  app.choose(createMenu("Rewind to before which message?", said.reverse(), "No messages yet"), ({ id }) =>
    askHow(app, sessionId, Number(id), texts.get(id) ?? ""),
  );
}

function askHow(app: AppParts, sessionId: string, seq: number, text: string): void {
  const items: readonly MenuItem[] = [
    { id: "conversation", name: "Conversation", detail: "remove later entries, keep files" },
    { id: "files", name: "Files", detail: "restore files, keep the conversation" },
    { id: "both", name: "Conversation and files", detail: "remove later entries and restore files" },
    { id: "fork", name: "In a new session", detail: "keep this session unchanged" },
  ];
  app.choose(createMenu(`Before “${firstLine(text, 40)}”`, items), ({ id }) => {
    if (id === "fork") {
      const forked = app.client.sessions
        .fork({ sessionId, seq: seq - 1 })
        .then((row) => app.openSession(row.sessionId));
      return app.actions.attempt(forked.then(() => putBack(app, text)));
    }
    const way = ways[id];
    if (way === undefined) return;
    withFiles(app, sessionId, seq, way, (choice) => {
      const rewound = app.client.sessions.rewind({ sessionId, seq: seq - 1, ...choice });
      app.actions.attempt(rewound.then(() => (choice.conversation ? putBack(app, text) : undefined)));
    });
  });
}

/** Chooses what to rewind before an edited message replaces the original. */
export function askBeforeResend(app: AppParts, seq: number, send: (choice: RewindChoice) => void): void {
  const { sessionId } = app.session;
  if (sessionId === null) return;
  const items: readonly MenuItem[] = [
    { id: "conversation", name: "Conversation", detail: "replace the message, keep files" },
    { id: "both", name: "Conversation and files", detail: "replace the message and restore files" },
    { id: "files", name: "Files", detail: "restore files and send this as a new message" },
  ];
  app.choose(createMenu("Files changed since this message. What should be rewound?", items), ({ id }) => {
    const way = ways[id];
    if (way !== undefined) withFiles(app, sessionId, seq, way, send);
  });
}

/** Whether files have changed since an event. */
export function hasChangedFiles({ main: { entries } }: Conversation, seq: number): boolean {
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries.get(at);
    if (entry === undefined || entry.seq <= seq) return false;
    if (entry.kind === "checkpoint" || entry.kind === "change_report") return true;
  }
  return false;
}

/** Asks which files to restore, if any have changed since. */
function withFiles(
  app: AppParts,
  sessionId: string,
  seq: number,
  way: RewindChoice,
  rewind: (choice: RewindChoice) => void,
): void {
  if (!way.files) return rewind(way);
  app.actions.attempt(
    app.client.sessions.rewindPreview({ sessionId, seq: seq - 1 }).then((preview) => {
      refuse(preview);
      if (preview.files.length === 0) return rewind(way);
      chooseFiles(app, preview, way, rewind);
    }),
  );
}

const restore = "restore";

/** Lists the effect on each file and who else changed it. Enter selects or deselects a file. */
function chooseFiles(
  app: AppParts,
  preview: RewindPreview,
  way: RewindChoice,
  rewind: (choice: RewindChoice) => void,
  chosen = 0,
): void {
  const { files, more } = preview;
  const selected = new Set(way.paths ?? files.flatMap((file) => (file.selected ? [file.path] : [])));
  const items: readonly MenuItem[] = [
    {
      ...{ id: restore, name: `Restore ${selected.size} of ${plural(files.length + more, "file")}` },
      detail: more === 0 ? "" : `${more} more are not listed`,
    },
    ...files.map(
      (file, index): MenuItem => ({
        ...{ id: String(index), name: file.path, detail: detailOf(file) },
        mark: { text: selected.has(file.path) ? "[x]" : "[ ]", tone: "quiet" },
      }),
    ),
  ];
  const menu = createMenu("Files to restore (Enter selects or deselects)", items);
  app.choose({ ...menu, chosen }, ({ id }) => {
    if (id === restore) return rewind(way);
    const path = files[Number(id)]?.path ?? "";
    if (!selected.delete(path)) selected.add(path);
    chooseFiles(app, preview, { ...way, paths: [...selected] }, rewind, Number(id) + 1);
  });
}

const effects = { change: "restored", create: "recreated", delete: "removed" } as const;

function detailOf({ restore: effect, isOwn, changedBy }: RewindFile): string {
  if (changedBy.length > 0) {
    const names = changedBy.map(({ title, sessionId }) => `“${title ?? sessionId}”`);
    return `${effects[effect]}, also changed by ${names.join(", ")}`;
  }
  return isOwn ? effects[effect] : `${effects[effect]}, not changed by this session`;
}

/** Throws an error that explains why the files cannot be restored. */
function refuse({ blockedBy, unavailable }: RewindPreview): void {
  if (unavailable !== null) throw new Error(`Files cannot be restored. ${unavailable}`);
  if (blockedBy === null) return;
  const name = blockedBy.title === null ? blockedBy.sessionId : `“${blockedBy.title}”`;
  throw new Error(`${name} is running in this project. Stop it to rewind files.`);
}

function putBack(app: AppParts, text: string): void {
  app.model.editor = editorWith(text);
  app.changed();
}
