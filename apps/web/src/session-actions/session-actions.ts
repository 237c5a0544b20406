import { client } from "../data/client.ts";
import { dropRow, putRow } from "../data/sessions.ts";
import { currentRoute, go } from "../routing/router.ts";
import { createStore } from "../store/store.ts";
import { showToast } from "../ui/toasts.tsx";

/** Actions on a whole session, for every part of the page. They report failures as toasts and never throw. */

export interface SessionDialog {
  readonly about: "rename" | "delete" | "budget" | "rewind" | "status" | "mcp";
  readonly sessionId: string;
  readonly title: string;
  /** With `rewind`, the checkpoint to go back to. Without it, the dialog offers the messages. */
  readonly seq?: number;
}

/** The open dialog. */
export const sessionDialog = createStore<SessionDialog | null>(null);

export async function forkSession(sessionId: string): Promise<void> {
  await attempt("Could not fork the session", async () => {
    const row = await client.sessions.fork({ sessionId });
    putRow(row);
    go({ page: "session", sessionId: row.sessionId, target: null });
  });
}

export async function archiveSession(sessionId: string): Promise<void> {
  await attempt("Could not archive the session", async () => {
    putRow(await client.sessions.change({ sessionId, archived: true }));
    leave(sessionId);
    showToast("Session archived", { name: "Undo", run: () => void unarchiveSession(sessionId) });
  });
}

export async function unarchiveSession(sessionId: string): Promise<void> {
  await attempt("Could not unarchive the session", async () => {
    putRow(await client.sessions.change({ sessionId, archived: false }));
    go({ page: "session", sessionId, target: null });
  });
}

export async function renameSession(sessionId: string, title: string): Promise<void> {
  putRow(await client.sessions.change({ sessionId, title }));
}

export async function deleteSession(sessionId: string): Promise<void> {
  await client.sessions.delete({ sessionId });
  dropRow(sessionId);
  leave(sessionId);
  showToast("Session deleted");
}

export type ExportFormat = "md" | "html" | "jsonl";

export async function exportSession(sessionId: string, title: string, format: ExportFormat): Promise<void> {
  await attempt("Could not export the session", async () =>
    download(`${title}.${format}`, await client.events.export({ sessionId, format })),
  );
}

function leave(sessionId: string): void {
  const route = currentRoute.get();
  if (route.page === "session" && route.sessionId === sessionId) go({ page: "home" });
}

async function attempt(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showToast(`${failed}. ${error instanceof Error ? error.message : ""}`);
  }
}

/** Downloads a text as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
